import HTTPMessages

/// A connection to the debugger of a page or a worker, in WebKit's inspector protocol. Main actor only.
///
/// Source: WebKit, `Source/JavaScriptCore/inspector/protocol`
@MainActor
package final class InspectorChannel {
    private struct Command<Parameters: Encodable>: Encodable {
        var id: Int
        var method: String
        var params: Parameters
    }

    private struct Head: Decodable {
        var id: Int?
        var method: String?
        var error: Failure?
    }

    private struct Failure: Decodable { var message: String }

    private struct Event<Parameters: Decodable>: Decodable { var params: Parameters }
    private struct Reply<Result: Decodable>: Decodable { var result: Result }

    /// The parameters of a command without any.
    package struct None: Encodable {
        package init() {}
    }

    private let post: @MainActor (String) -> Void
    private var calls: [Int: CheckedContinuation<Data?, Never>] = [:]
    private var count = 0
    private var isClosed = false
    /// Receives the name of each event, and its message for ``parameters(_:of:)``.
    var heard: (@MainActor (String, Data) -> Void)?

    /// - Parameter post: the closure that sends a message.
    init(post: @escaping @MainActor (String) -> Void) { self.post = post }

    /// Sends a command whose reply is not needed. Commands arrive in order.
    package func send(_ method: String, _ parameters: some Encodable = None()) { _ = begin(method, parameters) }

    /// Sends a command and waits for its reply. Returns nil for an error, and when the target has gone.
    package func call<Result: Decodable>(
        _ method: String, _ parameters: some Encodable = None(), as _: Result.Type
    ) async -> Result? {
        guard !isClosed, let id = begin(method, parameters) else { return nil }
        let text = await withCheckedContinuation { calls[id] = $0 }
        return text.flatMap { try? JSONText.decode(Reply<Result>.self, from: $0).result }
    }

    private func begin(_ method: String, _ parameters: some Encodable) -> Int? {
        count += 1
        guard
            let text = try? JSONText.encode(Command(id: count, method: method, params: parameters))
        else { return nil }
        post(String(decoding: text, as: UTF8.self))
        return count
    }

    /// Takes a message of the target.
    func receive(_ message: Data) {
        guard let head = try? JSONText.decode(Head.self, from: message) else { return }
        if let method = head.method { return heard?(method, message) ?? () }
        guard let id = head.id else { return }
        calls.removeValue(forKey: id)?.resume(returning: head.error == nil ? message : nil)
    }

    /// Returns the parameters of an event.
    package static func parameters<Parameters: Decodable>(_: Parameters.Type, of message: Data) -> Parameters? {
        try? JSONText.decode(Event<Parameters>.self, from: message).params
    }

    /// Ends all calls: the target has gone.
    func close() {
        isClosed = true
        heard = nil
        let waiting = calls.values
        calls = [:]
        for call in waiting { call.resume(returning: nil) }
    }
}
