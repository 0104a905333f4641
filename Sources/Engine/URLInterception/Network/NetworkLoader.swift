import Foundation
@preconcurrency public import FoundationNetworking
import HTTPMessages
import Synchronization

/// Loads from the network with libcurl. ``InterceptingLoader`` puts `URLProtocol` classes before it.
///
/// Cookies live as long as the loader; there is no cache. A request whose `httpShouldHandleCookies` is false neither sends nor sets
/// cookies. A reader slower than the network never makes memory grow: beyond the high-water mark, bytes wait in an unnamed temporary file.
/// A request whose server is silent for its `timeoutInterval` fails, until the response begins.
public final class NetworkLoader: ResourceLoader {
    /// The number of bytes of a body that wait in memory for a slow reader by default: 256 KiB.
    public static let defaultHighWaterMark = 256 * 1024

    /// The thread of the loader's requests, which begins with the first one.
    private let client = Mutex<HTTPClient?>(nil)
    private let cookies: Cookies
    private let highWaterMark: Int
    private let redirects: RedirectPolicy

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - redirects: the treatment of redirects.
    ///   - highWaterMark: how many bytes of a body may wait in memory.
    public convenience init(
        redirects: RedirectPolicy = .follow, highWaterMark: Int = NetworkLoader.defaultHighWaterMark
    ) {
        self.init(redirects: redirects, highWaterMark: highWaterMark, cookies: .kept)
    }

    /// The keeper of the cookies that servers set.
    package enum Cookies {
        /// The loader keeps them and sends them back.
        case kept
        /// The caller keeps them: cookies are headers like others.
        case passed
    }

    /// Makes a loader, for one that stands between servers and a browser.
    package init(
        redirects: RedirectPolicy, highWaterMark: Int = NetworkLoader.defaultHighWaterMark, cookies: Cookies
    ) {
        self.cookies = cookies
        self.redirects = redirects
        self.highWaterMark = highWaterMark
    }

    /// Loads from the network. See ``ResourceLoader``.
    ///
    /// - Throws: `URLError`, `.cancelled` included.
    public func load(_ request: URLRequest) async throws -> LoadedResource {
        try await RedirectFollower(hop: hop).load(request, policy: redirects)
    }

    /// Answers without following redirects.
    func hop(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        let client = try client.withLock { client throws(URLError) in
            if let client { return client }
            let made = try HTTPClient()
            client = made
            return made
        }
        let transfer = Transfer(client, body: try await Self.body(of: request), highWaterMark: highWaterMark)
        let head = try await transfer.response(
            to: TransferHeaders.outgoing(request), keepsCookies: cookies == .kept && request.httpShouldHandleCookies)
        let body = BodyStream(
            next: {
                try await withTaskCancellationHandler {
                    try await transfer.spool.next()
                } onCancel: {
                    transfer.cancel()
                }
            }, cancel: { transfer.cancel() })
        var resource = try LoadedResource(
            url: url, status: head.status, headers: TransferHeaders.incoming(head.fields), body: body)
        resource.serverHead = head
        return resource
    }

    /// Returns the body of a request; nil for none.
    private static func body(of request: URLRequest) async throws -> Data? {
        if let stream = request.httpBodyStream { return try await read(stream) }
        // https://fetch.spec.whatwg.org/#http-network-or-cache-fetch, step "body is null and httpRequest's method is `POST` or `PUT`"
        return request.httpBody ?? (["POST", "PUT"].contains(request.httpMethod) ? Data() : nil)
    }

    private static let reading = DispatchQueue(label: "NetworkLoader", attributes: .concurrent)

    /// Reads a stream to its end. A read may block.
    private static func read(_ stream: InputStream) async throws -> Data {
        nonisolated(unsafe) let stream = stream
        return try await withCheckedThrowingContinuation { continuation in
            reading.async {
                stream.open()
                defer { stream.close() }
                var body = LongBody()
                var piece = [UInt8](repeating: 0, count: 1 << 16)
                continuation.resume(
                    with: Result {
                        while true {
                            let count = stream.read(&piece, maxLength: piece.count)
                            if count < 0 { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
                            if count == 0 { return try body.collected() }
                            try body.append(Data(piece[..<count]))
                        }
                    })
            }
        }
    }
}
