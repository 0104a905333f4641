import Foundation
import HTTPMessages
import LocalServer

/// The web socket of a client of WebDriver BiDi, whose messages go to a browser of its own from `session.new` on.
///
/// Source: WebDriver BiDi, "Transport", https://w3c.github.io/webdriver-bidi/#transport
struct BiDiRelay {
    private let pool: SessionPool

    init(_ pool: SessionPool) { self.pool = pool }

    /// Passes messages on until one side has gone. The browser ends with its client.
    func serve(_ socket: WebSocket) async {
        var link: BrowserLink?
        for await message in socket.messages {
            guard case .text(let text) = message else { continue }
            if let link { link.send(text) } else { link = await begin(text, socket) }
        }
        link?.close()
    }

    /// Answers a message before there is a session. Returns the connection to the browser of a new one.
    private func begin(_ text: String, _ socket: WebSocket) async -> BrowserLink? {
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
                let link = try await pool.link(parameters, isAwaited: { true })
                Task {
                    for await message in link.messages { socket.send(.text(message)) }
                    socket.close()
                }
                link.send(text)
                return link
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
