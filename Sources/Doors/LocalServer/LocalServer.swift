public import Foundation

/// A web server for one developer: on this machine's own address unless a token guards it, and closed to web pages of others.
///
/// ```swift
/// let server = try await LocalServer.start(at: try LocalServerAddress(host: nil, port: 0)) { request in
///     HTTPResponse(status: 200, body: Data("Hello".utf8))
/// }
/// print("Open \(server.url)")
/// await server.waitUntilEnded()
/// ```
///
/// ``RequestGuard`` says what every request has to fulfil before the handler sees it. Heads, bodies and connections are
/// bounded, so that no client can end the server or occupy it alone.
public final class LocalServer: Sendable {
    /// The address, with the port that was picked where none was asked for.
    public let address: LocalServerAddress
    private let listener: Listener

    private init(address: LocalServerAddress, listener: Listener) {
        self.address = address
        self.listener = listener
    }

    deinit {
        Task { @ServerLoop [listener] in
            listener.stop()
            listener.closeAll()
        }
    }

    /// The address that a browser opens, without the token.
    public var url: URL { address.url }

    /// Listens, and returns once requests are taken. The server ends when its last reference goes.
    ///
    /// - Parameter handler: answers what the guard let through; called for many requests at once.
    /// - Throws: ``LocalServerError`` when the server cannot listen there.
    public static func start(
        at address: LocalServerAddress, handler: any HTTPHandler
    ) async throws(LocalServerError) -> LocalServer {
        try await start(at: address, limits: ServerLimits(), handler: handler)
    }

    /// Starts a server whose handler is a function.
    ///
    /// - Throws: ``LocalServerError`` when the server cannot listen there.
    public static func start(
        at address: LocalServerAddress, handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) async throws(LocalServerError) -> LocalServer {
        try await start(at: address, handler: FunctionHandler(function: handler))
    }

    static func start(
        at address: LocalServerAddress, limits: ServerLimits, handler: any HTTPHandler
    ) async throws(LocalServerError) -> LocalServer {
        let listener = try await Listener(at: address, limits: limits, handler: handler)
        return LocalServer(address: address.with(port: await listener.port), listener: listener)
    }

    /// Takes no more requests, cancels those that are being answered, and waits for their end, but five seconds at most.
    public func stop() async {
        let tasks = await listener.stop()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await ContinuousClock().sleep(for: .seconds(5)) }
            group.addTask { for task in tasks { await task.finished() } }
            await group.next()
            group.cancelAll()
        }
        await listener.closeAll()
    }

    /// Waits until ``stop()``.
    public func waitUntilEnded() async { await listener.waitUntilEnded() }
}

extension Task<Void, Never> {
    /// Waits until the task has ended, or the waiting task is cancelled.
    fileprivate func finished() async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Task<Void, Never> {
            await value
            end.finish()
        }
        for await _ in ends {}
    }
}
