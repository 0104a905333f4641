import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The state that all connections of a server share.
struct Site: Sendable {
    let guarding: RequestGuard
    let handler: any HTTPHandler
    let limits: ServerLimits
    let connections: Connections
}

/// Reads the requests of one connection, asks the handler, and writes its responses. Event loop only.
///
/// Refused requests are answered when their head has come: their bodies are dropped.
final class RequestReader: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        /// A head is awaited.
        case idle
        /// A body is awaited.
        case reading(HTTPRequestHead, HTTPRequest, ByteBuffer)
        /// The response is awaited.
        case answering
        /// The connection ends; more of the request's bytes are dropped.
        case closing
    }

    private let site: Site
    private var state = State.idle
    private var timer: Scheduled<Void>?
    private var reserved = 0
    private var responses = 0

    init(_ site: Site) { self.site = site }

    func handlerAdded(context: ChannelHandlerContext) { limit(site.limits.idle, context) }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        release()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        release()
        context.fireChannelInactive()
    }

    /// Closes the connection of a client that breaks the protocol, which NIO has answered. A refused web socket stays open: its
    /// request follows as a plain one.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), state) {
        case (.head(let head), .idle): begin(head, context)
        case (.body(let bytes), .reading(let head, let request, var body)):
            guard body.readableBytes + bytes.readableBytes <= site.limits.body,
                site.connections.reserve(bytes.readableBytes, of: site.limits.bodies)
            else { return refuse(head, tooLarge, context) }
            reserved += bytes.readableBytes
            body.writeImmutableBuffer(bytes)
            state = .reading(head, request, body)
            limit(site.limits.stall, context)
        case (.end, .reading(let head, var request, let body)):
            request.body = Data(body.readableBytesView)
            answer(head, request, context)
        default: break
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let request = HTTPRequest(head)
        if let refusal = site.guarding.refusal(of: request) { return refuse(head, refusal, context) }
        if let length = head.headers.first(name: "Content-Length"), Int(length) ?? .max > site.limits.body {
            return refuse(head, tooLarge, context)
        }
        state = .reading(head, request, context.channel.allocator.buffer(capacity: 0))
        limit(site.limits.stall, context)
        if head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
            let proceed = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(proceed)), promise: nil)
        }
    }

    private var tooLarge: HTTPResponse {
        .text(413, "The body is larger than this server takes, \(site.limits.body) bytes.")
    }

    private func answer(_ head: HTTPRequestHead, _ request: HTTPRequest, _ context: ChannelHandlerContext) {
        state = .answering
        timer?.cancel()
        let (site, channel) = (site, context.channel)
        var request = request
        request.isAwaited = { channel.isActive }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let task = Task { [request] in
            let response = await site.handler.handleRequest(request)
            bound.eventLoop.execute {
                let (reader, context) = bound.value
                reader.send(response, to: head, isLast: false, context)
            }
        }
        site.connections.begin(channel, task)
    }

    /// Answers, and reads no more of this connection.
    private func refuse(_ head: HTTPRequestHead, _ response: HTTPResponse, _ context: ChannelHandlerContext) {
        send(response, to: head, isLast: true, context)
    }

    private func send(
        _ response: HTTPResponse, to head: HTTPRequestHead, isLast: Bool, _ context: ChannelHandlerContext
    ) {
        release()
        guard context.channel.isActive else { return }
        var response = response
        RequestGuard.protect(&response)
        let isLast = isLast || !head.isKeepAlive
        var answer = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: response.status))
        for (name, value) in response.headers { answer.headers.add(name: name, value: value) }
        answer.headers.replaceOrAdd(name: "Content-Length", value: String(response.body.count))
        if isLast { answer.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.write(wrapOutboundOut(.head(answer)), promise: nil)
        if head.method != .HEAD, !response.body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
        }
        limit(site.limits.stall, context)
        responses += 1
        let number = responses
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        // The next request may come while this is written: its client sent it ahead.
        state = isLast ? .closing : .idle
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenSuccess {
            let (reader, context) = bound.value
            reader.sent(number, context)
        }
    }

    private func sent(_ number: Int, _ context: ChannelHandlerContext) {
        switch state {
        // The client reads the response first: closing now would reset what it has not read.
        case .closing: context.close(mode: .output, promise: nil)
        case .idle where number == responses:
            limit(site.limits.idle, context)
            site.connections.end(context.channel)
        default: break
        }
    }

    private func release() {
        site.connections.release(reserved)
        reserved = 0
    }

    /// Closes the connection unless something happens until then.
    private func limit(_ duration: Duration, _ context: ChannelHandlerContext) {
        timer?.cancel()
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: TimeAmount(duration)) { channel.close(promise: nil) }
    }
}
