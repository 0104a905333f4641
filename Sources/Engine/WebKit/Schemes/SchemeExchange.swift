import CWebKitGTK
import HTTPMessages

/// One request of a custom scheme and its answer, over the shim's stream. Owned by a ``URLSchemeTask``.
@MainActor
final class SchemeExchange {
    private let handle: OpaquePointer
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private(set) var isStopped = false
    /// Called once when the page loses interest.
    var onStop: (@MainActor () -> Void)?

    /// The response to a media element; nil for any other request.
    private var media: MediaResponse?
    private var collecting: Task<Void, any Error>?
    private var isAskedAnew = false
    /// The text of the response's status; nil for the usual one.
    var reasonPhrase: String?

    static var openStreams: Int { Int(cwk_scheme_open_streams()) }

    init(_ handle: OpaquePointer) {
        self.handle = handle
        cwk_scheme_request_set_callbacks(
            handle,
            CWKSchemeCallbacks(
                stopped: { context in SchemeExchange.with(context) { $0.stopped() } },
                drained: { context in SchemeExchange.with(context) { $0.resumeWriters() } },
                context: Unmanaged.passUnretained(self).toOpaque()))
    }

    isolated deinit {
        collecting?.cancel()
        cwk_scheme_request_release(handle)
    }

    private nonisolated static func with(
        _ context: UnsafeMutableRawPointer?, _ body: @MainActor (SchemeExchange) -> Void
    ) {
        ShimCallback.unretained(context, SchemeExchange.self, body)
    }

    private func stopped() {
        isStopped = true
        resumeWriters()
        onStop?()
    }

    private func resumeWriters() {
        let ready = waiters
        waiters = []
        for waiter in ready { waiter.resume() }
    }

    // MARK: Request

    private var method: String { cwk_scheme_request_method(handle).map { String(cString: $0) } ?? "GET" }

    /// The address as WebKit writes it. Foundation's may be escaped further.
    var address: String? { cwk_scheme_request_uri(handle).map { String(cString: $0) } }

    var url: URL? { address.flatMap { URL(address: $0) } }

    var mayHaveBody: Bool { method != "GET" && method != "HEAD" }

    func request(for url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        let headers = CStrings.collect { cwk_scheme_request_headers(handle, $0, $1) }
        for (name, value) in headers { request.addValue(value, forHTTPHeaderField: name) }
        media = MediaResponse(to: &request, at: url)
        return request
    }

    func bodyChunks() -> SchemeBodyChunks { SchemeBodyChunks(exchange: self) }

    func openBody() throws(UnreadableBody) -> Bool {
        switch cwk_scheme_request_open_body(handle) {
        case CWK_BODY_READABLE: return true
        case CWK_BODY_UNREADABLE: throw UnreadableBody()
        default: return false
        }
    }

    /// The next piece of the body, empty at its end.
    func readBody(limit: Int) async throws -> Data {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, any Error>) in
            let box = Unmanaged.passRetained(Box(continuation)).toOpaque()
            cwk_scheme_request_read_body(
                handle, limit,
                { bytes, count, error, context in
                    guard let context else { return }
                    let continuation = Unmanaged<Box<CheckedContinuation<Data, any Error>>>.fromOpaque(context)
                        .takeRetainedValue().value
                    if let error {
                        continuation.resume(throwing: ShimError(error.pointee))
                    } else {
                        continuation.resume(returning: bytes.map { Data(bytes: $0, count: count) } ?? Data())
                    }
                }, box)
        }
    }

    // MARK: Answer

    /// Gives the head of the answer.
    ///
    /// - Parameter isAskedAnew: whether the next request for the address has to come, too. WebKit takes an answer of a custom
    ///   scheme to be fresh for ever unless it has a `Cache-Control` of its own.
    func respond(_ response: URLResponse, isAskedAnew: Bool) {
        self.isAskedAnew = isAskedAnew
        guard media != nil else {
            let http = response as? HTTPURLResponse
            return respond(
                .init(
                    response: response, status: http?.statusCode ?? 0, headers: http?.headerFields ?? [:], length: nil))
        }
        guard let http = response as? HTTPURLResponse ?? Self.http(response) else { return }
        if let head = media?.receive(http) { return respond(head) }
        collecting = Task { @MainActor [weak self] in
            try await ContinuousClock().sleep(for: MediaResponse.collectingLimit)
            if let self, let (head, bytes) = media?.endCollecting() { send(bytes, after: head) }
        }
    }

    /// Returns a response of another protocol than HTTP as one of HTTP.
    private static func http(_ response: URLResponse) -> HTTPURLResponse? {
        response.url.map {
            HTTPURLResponse(
                url: $0, mimeType: response.mimeType, expectedContentLength: Int(response.expectedContentLength),
                textEncodingName: response.textEncodingName)
        }
    }

    private func respond(_ head: MediaResponse.Head) {
        let response = head.response
        let http = response as? HTTPURLResponse
        // White space around a value is not part of it: RFC 9110, section 5.5.
        var headers = head.headers.flatMap { [$0.key, $0.value.trimmingSpaces] }
        if isAskedAnew, http?.value(forHTTPHeaderField: "Cache-Control") == nil {
            headers += ["Cache-Control", "no-store"]
        }
        var type = response.mimeType
        if let http, let field = http.value(forHTTPHeaderField: "Content-Type") {
            type = MIMEType.extracted(from: field) ?? response.mimeType
        } else if let mimeType = type {
            if let encoding = response.textEncodingName { type = "\(mimeType); charset=\(encoding)" }
            headers += ["Content-Type", type ?? mimeType]
        }
        CStrings.withCStrings(headers) { pointers in
            cwk_scheme_request_respond(
                handle, UInt32(clamping: head.status), reasonPhrase ?? ReasonPhrase.phrase(for: head.status), type,
                pointers, headers.count / 2)
        }
        if let length = head.length { cwk_scheme_request_set_length(handle, length) }
    }

    private static let smallestShared = 16 * 1024

    /// Queues bytes; returns how many wait now.
    @discardableResult
    func write(_ data: Data) -> Int {
        guard let (head, bytes) = media?.receive(data) else { return send(data) }
        return send(bytes, after: head)
    }

    /// Queues bytes, after the head where that comes with them.
    @discardableResult
    private func send(_ data: Data, after head: MediaResponse.Head? = nil) -> Int {
        if let head { respond(head) }
        if data.count < Self.smallestShared {
            return data.withUnsafeBytes { cwk_scheme_request_write(handle, $0.baseAddress, $0.count, nil, nil) }
        }
        // The object keeps the bytes in place until WebKit has read them: no copy.
        let object = data as NSData
        return cwk_scheme_request_write(
            handle, object.bytes, object.length,
            { context in
                if let context { Unmanaged<NSData>.fromOpaque(context).release() }
            }, Unmanaged.passRetained(object).toOpaque())
    }

    func write(_ bytes: UnsafeRawBufferPointer) {
        if media != nil {
            write(Data(bytes))
            return
        }
        cwk_scheme_request_write(handle, bytes.baseAddress, bytes.count, nil, nil)
    }

    /// The most bytes that may be on the way to the web process. WebKit takes bytes as fast as they are given, whether or not the
    /// web process keeps up, and holds those that it cannot send yet.
    private static let longestLead = 2 << 20
    private var lead = 0
    /// A task that ends when the page has the bytes that were written when it was last asked: the half of the lead before the
    /// current one.
    private var caughtUp: Task<Void, Never>?

    func writeHoldingBack(_ data: Data, in view: OpaquePointer?) async {
        lead += data.count
        if write(data) > Int(CWK_SCHEME_HIGH_WATER), !isStopped { await withCheckedContinuation { waiters.append($0) } }
        guard let view, lead >= Self.longestLead / 2, !isStopped else { return }
        lead = 0
        let before = caughtUp
        caughtUp = Task.immediate { await PageArrival.reached(view) }
        await before?.value
    }

    func finish() {
        collecting?.cancel()
        if let (head, bytes) = media?.finish() { send(bytes, after: head) }
        cwk_scheme_request_finish(handle)
    }

    /// Fails the request.
    ///
    /// - Parameter name: the domain and code by which the view finds the error itself. GLib carries only those, and a text.
    func fail(_ error: NSError, knownAs name: (domain: String, code: Int)? = nil) {
        collecting?.cancel()
        let (domain, code) = name ?? (error.domain, error.code)
        cwk_scheme_request_fail(handle, domain, Int32(truncatingIfNeeded: code), error.localizedDescription)
    }
}

/// The body of a request, as it is read.
package struct SchemeBodyChunks: AsyncSequence, Sendable {
    let exchange: SchemeExchange?

    package func makeAsyncIterator() -> Iterator { Iterator(exchange: exchange) }

    package struct Iterator: AsyncIteratorProtocol {
        private static let pieceSize = 1 << 20
        let exchange: SchemeExchange?
        private var isOpen = false
        private var isOver = false

        init(exchange: SchemeExchange?) { self.exchange = exchange }

        @MainActor
        package mutating func next() async throws -> Data? {
            guard let exchange, !isOver else { return nil }
            if !isOpen {
                isOpen = true
                guard try exchange.openBody() else {
                    isOver = true
                    return nil
                }
            }
            let piece = try await exchange.readBody(limit: Self.pieceSize)
            isOver = piece.isEmpty
            return isOver ? nil : piece
        }
    }
}
