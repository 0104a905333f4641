import Foundation
@preconcurrency public import FoundationNetworking
import HTTPMessages
import Synchronization

/// Loads from the network through a URLSession of its own. ``InterceptingLoader`` puts `URLProtocol` classes before it.
///
/// Cookies live as long as the loader; there is no cache. A request whose `httpShouldHandleCookies` is false neither sends nor sets
/// cookies. A reader slower than the network never makes memory grow:
/// beyond the high-water mark, bytes wait in an unnamed temporary file. A request's body of over 4 MiB is sent from a file, too. (On iOS the task would be suspended; on Linux
/// URLSession implements that by starting the request again.)
public final class NetworkLoader: ResourceLoader {
    /// The number of bytes of a body that wait in memory for a slow reader by default: 256 KiB.
    public static let defaultHighWaterMark = 256 * 1024

    /// The loader's sessions, each of which is made for its first request.
    private struct Sessions {
        var usual: NetworkSession?
        /// The session of requests that handle no cookies: URLSession on Linux ignores the request's property.
        var cookieless: NetworkSession?
    }

    private let sessions = Mutex(Sessions())
    private let cookies: Cookies
    private let queue = DispatchQueue(label: "NetworkLoader")
    private let highWaterMark: Int
    private let redirects: RedirectPolicy

    /// Makes a loader with an ephemeral session.
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

    /// Transfers under way go on to their end.
    deinit {
        sessions.withLock {
            $0.usual?.end()
            $0.cookieless?.end()
        }
    }

    private func session(for request: URLRequest) -> NetworkSession {
        let passesCookies = !request.httpShouldHandleCookies && cookies == .kept
        return sessions.withLock { sessions in
            let kind = passesCookies ? \Sessions.cookieless : \Sessions.usual
            let session = sessions[keyPath: kind] ?? NetworkSession(passesCookies ? .passed : cookies)
            sessions[keyPath: kind] = session
            return session
        }
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
        var outgoing = TransferHeaders.outgoing(request)
        let upload = try Self.uploadFile(of: &outgoing)
        let transfer = Transfer(highWaterMark: highWaterMark, queue: queue, upload: upload)
        let session = session(for: request)
        let response = try await transfer.response { [outgoing] in
            session.task(outgoing, file: upload?.url, for: transfer)
        }
        let body = BodyStream(
            next: {
                try await withTaskCancellationHandler {
                    try await transfer.spool.next()
                } onCancel: {
                    transfer.cancel()
                }
            }, cancel: { transfer.cancel() })
        return try LoadedResource(
            response, requested: url, changing: { TransferHeaders.incoming($0) }, body: body)
    }

    /// Moves a long body from a request to a file.
    private static func uploadFile(of request: inout URLRequest) throws(URLError) -> UploadFile? {
        guard let body = request.httpBody, body.count > LongBody.mostInMemory else { return nil }
        do {
            let file = try UploadFile(body)
            request.httpBody = nil
            return file
        } catch {
            let description =
                "A request could not be kept in \(FileManager.default.temporaryDirectory.path): \(error.localizedDescription)"
            throw URLError(.cannotWriteToFile, userInfo: [NSLocalizedDescriptionKey: description])
        }
    }
}

/// A URLSession with the delegate that knows its transfers. Task identifiers are unique within one session only.
private struct NetworkSession: Sendable {
    private let session: URLSession
    private let router = TransferRouter()

    init(_ cookies: NetworkLoader.Cookies) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        if case .passed = cookies {
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
        }
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: InlineQueue())
    }

    /// Makes the task of a transfer. A long body comes from a file.
    func task(_ request: URLRequest, file: URL?, for transfer: Transfer) -> URLSessionDataTask {
        let task =
            file.map { session.uploadTask(with: request, fromFile: $0) } ?? session.dataTask(with: request)
        router.bind(transfer, to: task)
        return task
    }

    /// Ends the session after its last transfer.
    func end() { session.finishTasksAndInvalidate() }
}
