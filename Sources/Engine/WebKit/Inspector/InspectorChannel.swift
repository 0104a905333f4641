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

    /// A command without its reply: the program's own, or one of a client, with the client's id.
    private enum Call {
        case own(CheckedContinuation<Data?, Never>)
        case relayed(id: Int, @MainActor (Data) -> Void)
    }

    private let post: @MainActor (String) -> Void
    private var calls: [Int: Call] = [:]
    private var count = 0
    private var isClosed = false
    /// Receives the name of each event, and its message for ``parameters(_:of:)``.
    var heard: (@MainActor (String, Data) -> Void)?
    /// Receives the message of each event, for a client outside of this process.
    package var relayed: (@MainActor (Data) -> Void)?

    /// - Parameter post: the closure that sends a message.
    init(post: @escaping @MainActor (String) -> Void) { self.post = post }

    /// Sends a command whose reply is not needed. Commands arrive in order.
    package func send(_ method: String, _ parameters: some Encodable = None()) { _ = begin(method, parameters) }

    /// Sends a command and waits for its reply. Returns nil for an error, and when the target has gone.
    package func call<Result: Decodable>(
        _ method: String, _ parameters: some Encodable = None(), as _: Result.Type
    ) async -> Result? {
        guard !isClosed, let id = begin(method, parameters) else { return nil }
        let text = await withCheckedContinuation { calls[id] = .own($0) }
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

    /// Sends a command of a client outside of this process.
    ///
    /// - Parameters:
    ///   - command: the members of the message.
    ///   - id: the client's id of the command.
    ///   - reply: receives the message of the reply, with the client's id. It is not called once the target has gone.
    package func relay(_ command: [String: JSONValue], id: Int, reply: @escaping @MainActor (Data) -> Void) {
        guard !isClosed else { return }
        count += 1
        calls[count] = .relayed(id: id, reply)
        var command = command
        command["id"] = .integer(count)
        post(String(decoding: JSONValue.object(command).data, as: UTF8.self))
    }

    private struct Nothing: Decodable {}

    /// Returns once the target has carried out all commands, and all its events until then have come.
    package func synchronize() async { _ = await call("Inspector.enable", as: Nothing.self) }

    /// Takes a message of the target.
    func receive(_ message: Data) {
        guard let head = try? JSONText.decode(Head.self, from: message) else { return }
        if let method = head.method {
            relayed?(message)
            return heard?(method, message) ?? ()
        }
        guard let id = head.id else { return }
        switch calls.removeValue(forKey: id) {
        case .own(let call): call.resume(returning: head.error == nil ? message : nil)
        case .relayed(let own, let reply): reply(Self.numbered(message, own, insteadOf: id))
        case nil: break
        }
    }

    /// Returns a reply with another id.
    private static func numbered(_ message: Data, _ own: Int, insteadOf id: Int) -> Data {
        let end = Data("\"id\":\(id)}".utf8)
        // WebKit's replies end with their id. A picture's is long.
        if message.suffix(end.count) == end { return message.dropLast(end.count) + Data("\"id\":\(own)}".utf8) }
        guard var members = try? JSONValue(json: message).members else { return message }
        members["id"] = .integer(own)
        return JSONValue.object(members).data
    }

    /// Returns the parameters of an event.
    package static func parameters<Parameters: Decodable>(_: Parameters.Type, of message: Data) -> Parameters? {
        try? JSONText.decode(Event<Parameters>.self, from: message).params
    }

    /// Ends all calls: the target has gone.
    func close() {
        isClosed = true
        (heard, relayed) = (nil, nil)
        let waiting = calls.values
        calls = [:]
        for case .own(let call) in waiting { call.resume(returning: nil) }
    }
}
