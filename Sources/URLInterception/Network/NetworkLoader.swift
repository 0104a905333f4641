import Foundation
@preconcurrency public import FoundationNetworking

/// Loads from the network through a URLSession of its own, hence through `URLProtocol` classes.
///
/// Cookies live as long as the loader; there is no cache. A reader slower than the network never makes memory grow:
/// beyond the high-water mark, bytes wait in an unnamed temporary file. (On iOS the task would be suspended; on Linux
/// URLSession implements that by starting the request again.)
public final class NetworkLoader: ResourceLoader {
    /// How many bytes of a body wait in memory for a slow reader, unless told otherwise: 256 KiB.
    public static let defaultHighWaterMark = 256 * 1024

    private let session: URLSession
    private let router = TransferRouter()
    private let queue = DispatchQueue(label: "NetworkLoader")
    private let highWaterMark: Int
    private let redirects: RedirectPolicy

    /// Makes a loader with an ephemeral session.
    ///
    /// - Parameters:
    ///   - protocolClasses: `URLProtocol` classes, asked in this order before URLSession's own.
    ///   - redirects: what happens to redirects.
    ///   - highWaterMark: how many bytes of a body may wait in memory.
    public init(
        protocolClasses: [AnyClass] = [], redirects: RedirectPolicy = .follow,
        highWaterMark: Int = NetworkLoader.defaultHighWaterMark
    ) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.protocolClasses = protocolClasses + (configuration.protocolClasses ?? [])
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: InlineQueue())
        self.redirects = redirects
        self.highWaterMark = highWaterMark
    }

    /// Transfers under way go on to their end.
    deinit {
        session.finishTasksAndInvalidate()
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
        let transfer = Transfer(highWaterMark: highWaterMark, queue: queue)
        let outgoing = TransferHeaders.outgoing(request)
        let response = try await transfer.response { [session, router] in
            let task = session.dataTask(with: outgoing)
            router.bind(transfer, to: task)
            return task
        }
        let body = ResourceBody(
            next: {
                try await withTaskCancellationHandler {
                    try await transfer.spool.next()
                } onCancel: {
                    transfer.cancel()
                }
            }, cancel: { transfer.cancel() })
        guard let http = response as? HTTPURLResponse else {
            return try Self.resource(url: response.url ?? url, from: response, body: body)
        }
        return try LoadedResource(
            url: response.url ?? url, status: http.statusCode, headers: TransferHeaders.incoming(http.headerFields),
            body: body)
    }

    /// A `URLProtocol` may answer with a plain response: it counts as 200.
    private static func resource(url: URL, from response: URLResponse, body: ResourceBody) throws -> LoadedResource {
        var headers: [String: String] = [:]
        if let type = response.mimeType {
            headers["Content-Type"] = type + (response.textEncodingName.map { "; charset=" + $0 } ?? "")
        }
        if response.expectedContentLength >= 0 {
            headers["Content-Length"] = String(response.expectedContentLength)
        }
        return try LoadedResource(url: url, status: 200, headers: headers, body: body)
    }
}
