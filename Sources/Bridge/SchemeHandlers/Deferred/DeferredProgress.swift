import WebKit

/// Tells a page how far work is that it waits for. Main actor only.
@MainActor
public final class DeferredProgress {
    private let id: String
    private let origin: String?
    private weak var events: NativeEvents?

    init(id: String, origin: String?, _ events: NativeEvents) {
        (self.id, self.origin, self.events) = (id, origin, events)
    }

    /// Sends a `deferred` event whose state is "progress".
    ///
    /// - Throws: `EncodingError`.
    public func report(_ value: some Encodable) throws { try send("progress", "value", value) }

    func fail(_ error: DeferredError) { try? send("error", "error", error) }

    func send(_ state: String, _ member: String, _ value: any Encodable) throws {
        let text = try NativeEvents.json(value)
        events?.dispatch("deferred", "{\"id\":\"\(id)\",\"state\":\"\(state)\",\"\(member)\":\(text)}", to: origin)
    }
}

/// An error as a page gets it: its promise is rejected with an `Error` of this name and message.
public struct DeferredError: Error, Encodable, Hashable, Sendable {
    /// The error's `name`.
    public var name: String
    /// The error's `message`, for people.
    public var message: String
    /// A number that tells more, such as an HTTP status.
    public var status: Int?

    /// Makes an error.
    public init(name: String, message: String, status: Int? = nil) {
        (self.name, self.message, self.status) = (name, message, status)
    }

    init(_ error: any Error) {
        if let known = error as? Self {
            self = known
        } else {
            self.init(name: "\(type(of: error))", message: error.localizedDescription)
        }
    }
}
