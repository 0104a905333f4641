import Foundation

@testable import LocalServer

/// Answers with the path and the size of the body.
struct RawHandler: HTTPHandler {
    var held: (@Sendable () async -> Void)?
    var begins: (@Sendable (String) -> Void)?
    /// Gets each request, and answers it where it returns a response.
    var answers: (@Sendable (HTTPRequest) async -> HTTPResponse?)?

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        begins?(request.path)
        if request.path == "/held" { await held?() }
        if let response = await answers?(request) { return response }
        return HTTPResponse(status: 200, body: Data("\(request.path) \(request.body.count)".utf8))
    }

    func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? {
        switch path {
        case "/echo": { socket in for await message in socket.messages { socket.send(message) } }
        case "/flood": { socket in for _ in 0..<100 { socket.send(.data(Data(count: 1 << 20))) } }
        default: nil
        }
    }
}
