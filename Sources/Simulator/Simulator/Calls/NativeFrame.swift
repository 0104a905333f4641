public import WebKit

/// The frame that made a call. WebKit supplies all values; no value comes from the message.
public struct NativeFrame: Sendable, Hashable {
    /// Whether the frame is the page's main frame.
    public var isMainFrame: Bool
    /// The address of the frame's document; empty where it is not known.
    public var url: String
    /// The origin of the frame's document, such as `sw://app.example`; empty for an opaque or unknown one.
    public var origin: String

    /// Makes a frame.
    public init(isMainFrame: Bool, url: String, origin: String) {
        self.isMainFrame = isMainFrame
        self.url = url
        self.origin = origin
    }

    /// Makes the frame that WebKit reports.
    @MainActor
    public init(_ frame: WKFrameInfo) {
        self.init(
            isMainFrame: frame.isMainFrame, url: frame.request.url?.absoluteString ?? "",
            origin: frame.engineOrigin.text)
    }

    var value: NativeValue { ["isMainFrame": .bool(isMainFrame), "url": .string(url), "origin": .string(origin)] }

    init?(_ value: NativeValue?) {
        guard let isMainFrame = value?["isMainFrame"]?.bool else { return nil }
        self.init(
            isMainFrame: isMainFrame, url: value?["url"]?.string ?? "", origin: value?["origin"]?.string ?? "")
    }
}
