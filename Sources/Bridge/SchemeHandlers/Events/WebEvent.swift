import HTTPMessages
public import WebKit

/// A `CustomEvent` that a page dispatched on its window, see ``WebKit/WKWebView/events(named:)``. Main actor only.
@MainActor
public struct WebEvent {
    /// The event's type.
    public let name: String
    /// The event's detail as JSON text; `null` where it has none.
    public let json: Data
    /// The frame; a page that wants to can forge it.
    public let frame: WKFrameInfo

    /// Returns the event's detail.
    ///
    /// - Throws: `DecodingError` where the page sent something else.
    public func detail<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONText.decode(type, from: json)
    }
}
