public import Foundation
import HTTPMessages

/// A fetcher of workers' scripts from the network, with no worker in between.
public protocol ScriptFetcher: Sendable {
    /// Fetches a script whole.
    ///
    /// With ``ScriptRequest/Redirect/error`` a redirect may be returned as it is, or thrown.
    /// - Throws: anything: a network error.
    func fetch(_ request: ScriptRequest) async throws -> ScriptResponse
}

/// A request for a worker's script: [service worker script request](https://w3c.github.io/ServiceWorker/#service-worker-script-request).
public struct ScriptRequest: Sendable, Hashable {
    /// The script's address.
    public var url: URL
    /// `Service-Worker: script` for the main script.
    public var headers: HeaderList
    /// `serviceworker` for the main script, `script` for imported ones.
    public var destination: RequestDestination
    /// Whether an answer from the HTTP cache must be checked with the server.
    public var isNoCache: Bool
    /// Whether redirects are followed.
    public var redirect: RedirectMode
    /// Whether the script is a classic script or a module, which is requested with CORS and without credentials.
    public var type = WorkerType.classic
    /// The page that asks, where one does.
    public var referrer: URL?
}

/// A script with its status and headers.
public struct ScriptResponse: Sendable, Hashable {
    /// The status.
    public var status: Int
    /// The headers.
    public var headers: HeaderList
    /// The script.
    public var body: Data
    /// Whether the script came from a cache, without a request to the server.
    public var isFromCache: Bool

    /// Puts a response together.
    public init(status: Int = 200, headers: HeaderList, body: Data, isFromCache: Bool = false) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isFromCache = isFromCache
    }

    var isOK: Bool { (200...299).contains(status) }
    var hasJavaScriptType: Bool { headers["Content-Type"].map(JavaScriptMIMEType.matches) ?? false }
    /// [bad import script response](https://w3c.github.io/ServiceWorker/#dfn-bad-import-script-response).
    var isBadImport: Bool { !isOK || !hasJavaScriptType }
    var resource: ScriptResource { ScriptResource(headers: headers, body: body) }
}
