import Foundation
import HTTPMessages
import LocalServer

/// The web sockets of WebDriver BiDi: at `/session` a client gets a session of its own by `session.new`, and at `/session/ID` one that
/// WebDriver's New Session has made.
///
/// Source: WebDriver BiDi, "Transport", https://w3c.github.io/webdriver-bidi/#transport
struct BiDiRelay {
    private let pool: SessionPool

    init(_ pool: SessionPool) { self.pool = pool }

    /// Passes messages on until one side has gone. The browser ends with its client.
    func serve(_ socket: WebSocket) async {
        for await message in socket.messages {
            guard case .text(let text) = message, let session = await begin(text, socket) else { continue }
            await session.serve(socket, first: text)
            return await session.delete()
        }
    }

    /// Connects a web socket to the session of an id, which goes on without it.
    func serve(_ socket: WebSocket, session id: String) async {
        guard let session = try? await pool.session(id) else { return socket.close() }
        await session.serve(socket)
    }

    /// Answers a message before there is a session. Returns the new session that a message asks for.
    private func begin(_ text: String, _ socket: WebSocket) async -> DriverSession? {
        let message = try? JSONValue(json: Data(text.utf8))
        var id = JSONValue.null
        if case .integer(let number)? = message?["id"], number >= 0 { id = .integer(number) }
        do {
            guard id != .null, case .string(let method)? = message?["method"], let parameters = message?["params"],
                parameters.members != nil
            else {
                throw WebDriverError(.invalidArgument, "the message is no command: it needs an id, a method and params")
            }
            switch method {
            case "session.status":
                let free = await pool.free
                let status: JSONValue = ["ready": .bool(free > 0), "message": .string("\(free) sessions are free")]
                Self.send(["type": "success", "id": id, "result": status], to: socket)
                return nil
            case "session.new":
                return try await pool.open(parameters)
            default: throw WebDriverError(.invalidSessionID, "there is no session: send session.new")
            }
        } catch {
            let error = error as? WebDriverError ?? WebDriverError(.unknownError, error.localizedDescription)
            Self.send(
                [
                    "type": "error", "id": id, "error": .string(error.code.rawValue),
                    "message": .string(error.message), "stacktrace": "",
                ], to: socket)
            return nil
        }
    }

    private static func send(_ message: JSONValue, to socket: WebSocket) {
        socket.send(.text(String(decoding: message.data, as: UTF8.self)))
    }
}
