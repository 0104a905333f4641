import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Runs a web server on a free loopback port while `body` runs. `body` gets its address, without a trailing slash.
func withServer<Result: Sendable>(
    _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
    _ body: (String) async throws -> Result
) async throws -> Result {
    let server = HTTPServer(
        address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled, handler: ClosureHTTPHandler(handler))
    let running = Task { try await server.run() }
    defer { running.cancel() }
    try await server.waitUntilListening(timeout: 60)
    guard case .ip4(_, let port) = await server.listeningAddress else { throw URLError(.cannotConnectToHost) }
    return try await body("http://127.0.0.1:\(port)")
}

/// A response of the test's server.
func answer(_ status: Int, _ headers: [String: String] = [:], _ body: String = "") -> HTTPResponse {
    var fields = HTTPHeaders()
    for (name, value) in headers { fields[HTTPHeader(name)] = value }
    return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "Status"), headers: fields, body: Data(body.utf8))
}

/// Something that happens once and can be waited for.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func fire() { continuation.finish() }

    func wait() async {
        for await _ in stream {}
    }
}

/// A response body that never ends, and that lets other tasks run between its pieces. `ended` fires when the server stops sending it.
struct EndlessBody: AsyncBufferedSequence {
    typealias Element = UInt8
    let ended: Signal

    func makeAsyncIterator() -> Iterator { Iterator(witness: Witness(ended)) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let witness: Witness

        mutating func next() async throws -> UInt8? { 0 }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            try Task.checkCancellation()
            await Task.yield()
            return [UInt8](repeating: 0, count: Swift.min(count, 512))
        }
    }

    fileprivate final class Witness: Sendable {
        private let ended: Signal

        init(_ ended: Signal) { self.ended = ended }

        deinit { ended.fire() }
    }
}
