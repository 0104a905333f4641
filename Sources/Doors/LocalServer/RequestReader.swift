import Foundation

/// Reads the requests of one connection, asks the handler, and sends its responses, each before the next request is read.
///
/// Refused requests are answered when their head has come: their bodies are dropped.
@ServerLoop
final class RequestReader: ConnectionReader {
    private enum State {
        case head(RequestHeadReader)
        case body(RequestHead, BodyReader, Data)
        /// The response is awaited, or is being sent.
        case answering
    }

    private let connection: Connection
    private let listener: Listener
    private var state = State.head(RequestHeadReader())
    private var reserved = 0

    init(_ connection: Connection, of listener: Listener) {
        self.connection = connection
        self.listener = listener
    }

    private var limits: ServerLimits { listener.limits }

    var isReading: Bool { if case .answering = state { false } else { true } }

    func ended() { release() }

    func read(_ input: InputBuffer) {
        do {
            try readHead(input)
            try readBody(input)
        } catch {
            refuse(.text(400, error.reason))
        }
    }

    private func readHead(_ input: InputBuffer) throws(MalformedRequest) {
        guard case .head(var reader) = state else { return }
        let head = try reader.read(input, limit: limits.head)
        state = .head(reader)
        if let head { begin(head) }
    }

    private func begin(_ head: RequestHead) {
        if let refusal = listener.guarding.refusal(of: head.request) { return refuse(refusal, to: head) }
        if let accept = head.webSocketAccept, let serve = listener.handler.webSocket(at: head.request.path) {
            return upgrade(accept, serve)
        }
        if case .counted(let count) = head.body, count > limits.body { return refuse(tooLarge, to: head) }
        state = .body(head, head.body, Data())
        connection.setDeadline(in: limits.stall)
        if head.request.headers["expect"]?.lowercased() == "100-continue" {
            connection.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
    }

    private func readBody(_ input: InputBuffer) throws(MalformedRequest) {
        guard case .body(let head, var reader, var body) = state else { return }
        // Its only reference: appending must not copy it.
        state = .answering
        while let bytes = try reader.next(from: input, limit: limits.head) {
            guard body.count + bytes.count <= limits.body, listener.reserve(bytes.count) else {
                return refuse(tooLarge, to: head)
            }
            reserved += bytes.count
            body.append(contentsOf: bytes)
            connection.setDeadline(in: limits.stall)
        }
        if case .ended = reader { answer(head, body) } else { state = .body(head, reader, body) }
    }

    private var tooLarge: HTTPResponse {
        .text(413, "The body is larger than this server takes, \(limits.body) bytes.")
    }

    private func answer(_ head: RequestHead, _ body: Data) {
        var request = head.request
        request.body = body
        request.isAwaited = { [connection] in connection.isOpen.load(ordering: .relaxed) }
        // The handler holds the body, also when its client has gone.
        let held = reserved
        reserved = 0
        let task = Task { [request] in
            let response = await listener.handler.handleRequest(request)
            listener.release(held)
            let isLast = !head.isKeptAlive || !listener.isOpen
            connection.send(response.bytes(to: head.request.method, isLast: isLast))
            if isLast { connection.end(within: limits.stall) } else { connection.setDeadline(in: limits.stall) }
            await connection.drain()
            if isLast { return }
            guard connection.isServed else { return }
            state = .head(RequestHeadReader())
            listener.becomesIdle(connection)
            connection.read()
        }
        listener.becomesBusy(connection, task)
    }

    /// Answers, and reads no more of this connection.
    private func refuse(_ response: HTTPResponse, to head: RequestHead? = nil) {
        connection.send(response.bytes(to: head?.request.method ?? "GET", isLast: true))
        connection.end(within: limits.stall)
    }

    private func upgrade(_ accept: String, _ serve: @escaping @Sendable (WebSocket) async -> Void) {
        let socket = WebSocket(on: connection, limits: limits)
        connection.reader = WebSocketFrames(socket, connection, limits)
        connection.send(
            Array(
                ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
                    + "Sec-WebSocket-Accept: \(accept)\r\n\r\n").utf8))
        guard connection.isServed else { return }
        let writing = Task { await socket.write() }
        let serving = Task {
            await serve(socket)
            socket.close()
            await writing.value
        }
        listener.becomesBusy(connection, serving)
    }

    private func release() {
        listener.release(reserved)
        reserved = 0
    }
}
