/// An event that the native half sends to a page.
package struct BridgeEvent: Sendable, Equatable {
    /// The part of a page that receives an event.
    package enum Target: Sendable, Equatable {
        /// The windows of the page and its frames, as a `CustomEvent`.
        case frames
        /// The listeners of a framework's plugin.
        case plugin(String)
        /// The document of the main frame, as an `Event` with the detail's members.
        case document
        /// The window of the main frame, as an `Event` with the detail's members.
        case window
        /// The window of the main frame, as a `MessageEvent` whose data is the detail.
        case message
        /// A global function of the main frame, which has the event's name. The detail is its argument.
        case function
    }

    package var name: String
    package var target: Target
    package var detail: NativeValue

    package init(_ name: String, to target: Target = .frames, detail: NativeValue = .null) {
        self.name = name
        self.target = target
        self.detail = detail
    }

    /// Makes the event of a record; nil for an unknown target.
    init?(record: NativeValue) {
        guard let name = record["event"]?.string else { return nil }
        let target: Target
        switch (record["plugin"]?.string, record["target"]?.string) {
        case (let plugin?, nil): target = .plugin(plugin)
        case (nil, nil): target = .frames
        case (nil, "document"): target = .document
        case (nil, "window"): target = .window
        case (nil, "message"): target = .message
        case (nil, "function"): target = .function
        default: return nil
        }
        self.init(name, to: target, detail: record["detail"] ?? .null)
    }

    /// The name and value of the record's member for the target; nil for ``Target/frames``.
    var targetMember: (name: StaticString, value: NativeValue)? {
        switch target {
        case .frames: nil
        case .plugin(let name): ("plugin", .string(name))
        case .document: ("target", "document")
        case .window: ("target", "window")
        case .message: ("target", "message")
        case .function: ("target", "function")
        }
    }
}
