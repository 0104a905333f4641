public import FlyingFox
import FlyingSocks
public import Foundation

/// A web server for one developer: on this machine's own address unless a token guards it, and closed to web pages of others.
///
/// ```swift
/// let server = try await LocalServer.start(at: try LocalServerAddress(host: nil, port: 0)) { request in
///     HTTPResponse(statusCode: .ok, body: Data("Hello".utf8))
/// }
/// print("Open \(server.url)")
/// await server.waitUntilEnded()
/// ```
///
/// What every request has to fulfil before the handler hears of it is told by ``RequestGuard``.
public final class LocalServer: Sendable {
    /// Where it listens, with the port that was picked where none was asked for.
    public let address: LocalServerAddress
    private let running: Task<Void, any Error>

    private init(address: LocalServerAddress, running: Task<Void, any Error>) {
        self.address = address
        self.running = running
    }

    deinit { running.cancel() }

    /// The address as a browser takes it, without the token.
    public var url: URL { address.url }

    /// Listens, and returns once requests are taken. The server ends when its last reference goes.
    ///
    /// - Parameter handler: answers what the guard let through; called for many requests at once.
    /// - Throws: ``LocalServerError`` when nobody can listen there.
    public static func start(
        at address: LocalServerAddress, handler: any HTTPHandler
    ) async throws(LocalServerError) -> LocalServer {
        let guarded = GuardedHandler(guarding: RequestGuard(of: address), handler: handler)
        // Answers may take as long as a page needs: no time limit of the server's own is below that.
        let configuration = HTTPServer.Configuration(
            address: address.socketAddress, timeout: 30 * 24 * 3600, sharedRequestBufferSize: 65_536,
            pool: LocalSocketPool(base: HTTPServer.defaultPool()), logger: .disabled)
        let server = HTTPServer(config: configuration, handler: guarded)
        let running = Task { try await server.run() }
        let listening = Task { try await server.waitUntilListening(timeout: 60) }
        // A server that cannot listen ends at once, and nobody else would end the wait.
        let watching = Task {
            _ = await running.result
            listening.cancel()
        }
        do {
            try await listening.value
            watching.cancel()
        } catch {
            let reason = await running.result
            throw LocalServerError(address: address, reason: reason)
        }
        guard let port = await server.listeningAddress?.port else {
            throw LocalServerError(address: address, reason: await running.result)
        }
        return LocalServer(address: address.with(port: port), running: running)
    }

    /// Listens; the handler is a function.
    ///
    /// - Throws: ``LocalServerError`` when nobody can listen there.
    public static func start(
        at address: LocalServerAddress, handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws(LocalServerError) -> LocalServer {
        try await start(at: address, handler: ClosureHTTPHandler(handler))
    }

    /// Takes no more requests, cancels those that are being answered, and waits for their end, but five seconds at most.
    public func stop() async {
        // Not the server's own stop, which closes the socket while it is still waited on.
        running.cancel()
        let timer = Task { try await ContinuousClock().sleep(for: .seconds(5)) }
        let watching = Task { [running] in
            _ = await running.result
            timer.cancel()
        }
        _ = await timer.result
        watching.cancel()
    }

    /// Waits until ``stop()`` or until the socket fails.
    public func waitUntilEnded() async { _ = await running.result }
}

extension Socket.Address {
    fileprivate var port: UInt16? {
        switch self {
        case .ip4(_, let port), .ip6(_, let port): port
        case .unix: nil
        }
    }
}
