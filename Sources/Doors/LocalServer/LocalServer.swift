public import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

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
/// bounded, so that no client can end the server or keep it from others.
public final class LocalServer: Sendable {
    /// The address, with the port that was picked where none was asked for.
    public let address: LocalServerAddress
    private let channel: any Channel
    private let connections: Connections

    private init(address: LocalServerAddress, channel: any Channel, connections: Connections) {
        self.address = address
        self.channel = channel
        self.connections = connections
    }

    deinit {
        channel.close(promise: nil)
        connections.stop()
        connections.closeAll()
    }

    /// The address as a browser takes it, without the token.
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
        let connections = Connections(limit: limits.connections)
        let site = Site(
            guarding: RequestGuard(of: address), handler: handler, limits: limits, connections: connections)
        // One loop for all: connections are counted in the order in which they came.
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.stayInThisProcess()
                    try channel.pipeline.syncOperations.addHandler(AcceptGate(connections))
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                connections.open(channel)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.stayInThisProcess()
                    try channel.serve(site)
                }
            }
        do {
            let channel = try await bootstrap.bind(to: address.socketAddress()).get()
            let port = UInt16(clamping: channel.localAddress?.port ?? 0)
            return LocalServer(address: address.with(port: port), channel: channel, connections: connections)
        } catch {
            throw LocalServerError(address: address, reason: error)
        }
    }

    /// Takes no more requests, cancels those that are being answered, and waits for their end, but five seconds at most.
    public func stop() async {
        try? await channel.close()
        let tasks = connections.stop()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await ContinuousClock().sleep(for: .seconds(5)) }
            group.addTask { for task in tasks { await task.finished() } }
            await group.next()
            group.cancelAll()
        }
        connections.closeAll()
    }

    /// Waits until ``stop()`` or until the socket fails.
    public func waitUntilEnded() async { try? await channel.closeFuture.get() }
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

extension Channel {
    /// Keeps the socket from programs that this process starts. They would keep the port open without answering.
    fileprivate func stayInThisProcess() throws {
        try pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            _ = fcntl($0, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Adds what reads requests, and what turns a request for a web socket into one.
    fileprivate func serve(_ site: Site) throws {
        var heads = NIOHTTPDecoderLimitConfiguration()
        heads.maxHeaderFieldSize = site.limits.head
        heads.maxHeaderListSize = site.limits.head
        heads.maxHeaderFieldCount = 128
        let reader = RequestReader(site)
        let upgrade = NIOWebSocketServerUpgrader(
            maxFrameSize: site.limits.message,
            shouldUpgrade: { channel, head in
                let request = HTTPRequest(head)
                let isOffered = site.handler.webSocket(at: request.path) != nil
                let isWelcome = isOffered && site.guarding.refusal(of: request) == nil
                return channel.eventLoop.makeSucceededFuture(isWelcome ? NIOHTTP1.HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture { try channel.serveWebSocket(at: HTTPRequest(head).path, site) }
            })
        let loopBound = NIOLoopBound(reader, eventLoop: eventLoop)
        try pipeline.syncOperations.configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: [upgrade],
                completionHandler: { context in
                    context.pipeline.syncOperations.removeHandler(loopBound.value, promise: nil)
                }
            ),
            withEncoderConfiguration: .init(), withDecoderLimitConfiguration: heads)
        try pipeline.syncOperations.addHandler(reader)
    }

    private func serveWebSocket(at path: String, _ site: Site) throws {
        guard let serve = site.handler.webSocket(at: path) else { return close(promise: nil) }
        let (messages, incoming) = AsyncStream.makeStream(
            of: WebSocketMessage.self, bufferingPolicy: .bufferingOldest(site.limits.messages))
        try pipeline.syncOperations.addHandlers(
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 4096,
                maxAccumulatedFrameSize: site.limits.message), WebSocketFrames(incoming))
        let socket = WebSocket(on: self, messages: messages, limits: site.limits)
        let writing = Task { await socket.write() }
        let serving = Task {
            await serve(socket)
            socket.close()
            await writing.value
        }
        closeFuture.whenComplete { _ in writing.cancel() }
        site.connections.begin(self, serving)
    }
}
