import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A web server on a free loopback port, which records its requests.
final class LocalServer: Sendable {
    struct Received: Sendable {
        let method: String
        let path: String
        let headers: [String: String]
        let body: Data
    }

    struct Answer: Sendable {
        var status = 200
        var headers = ["Content-Type": "text/html; charset=utf-8"]
        var body = ""
        /// The bytes that replace `body`; nil for none.
        var bytes: Data?
    }

    private let answers: @Sendable (Received) async throws -> Answer
    private struct State {
        var log: [Received] = []
        /// Those who wait for a request. Each looks again when one has come.
        var waiters: [CheckedContinuation<Received?, Never>] = []
    }

    private let state = Mutex(State())
    private let boundPort = Mutex<UInt16>(0)

    var received: [Received] { state.withLock { $0.log } }
    var port: UInt16 { boundPort.withLock { $0 } }
    /// The server's origin over HTTP.
    var origin: String { "http://127.0.0.1:\(port)" }

    /// Returns the first request of a kind, when it has come.
    func request(where isWanted: @Sendable (Received) -> Bool) async -> Received {
        while true {
            let found: Received? = await withCheckedContinuation { waiter in
                let found = state.withLock { state in
                    let found = state.log.first(where: isWanted)
                    if found == nil { state.waiters.append(waiter) }
                    return found
                }
                if let found { waiter.resume(returning: found) }
            }
            if let found { return found }
        }
    }

    private init(_ answers: @escaping @Sendable (Received) async throws -> Answer) { self.answers = answers }

    /// Serves pages by path while `body` runs.
    @MainActor
    static func with(pages: [String: String], _ body: @MainActor (LocalServer) async throws -> Void) async throws {
        try await with({ pages[$0.path].map { Answer(body: $0) } ?? Answer(status: 404) }, body)
    }

    /// Serves what `answers` returns while `body` runs.
    @MainActor
    static func with(
        _ answers: @escaping @Sendable (Received) async throws -> Answer,
        _ body: @MainActor (LocalServer) async throws -> Void
    ) async throws {
        let site = LocalServer(answers)
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
            handler: ClosureHTTPHandler { try await site.respond(to: $0) })
        let running = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw URLError(.cannotConnectToHost) }
        site.boundPort.withLock { $0 = port }
        let result: Result<Void, any Error>
        do { result = .success(try await body(site)) } catch { result = .failure(error) }
        running.cancel()
        _ = await running.result
        try result.get()
    }

    private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        let fields = request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }
        let received = Received(
            method: request.method.rawValue, path: request.path, headers: Dictionary(fields) { first, _ in first },
            body: try await request.bodyData)
        let waiters = state.withLock { state in
            state.log.append(received)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: nil) }
        let answer = try await answers(received)
        var headers = HTTPHeaders()
        for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
        return HTTPResponse(
            statusCode: HTTPStatusCode(answer.status, phrase: "Status"), headers: headers,
            body: answer.bytes ?? Data(answer.body.utf8))
    }
}
