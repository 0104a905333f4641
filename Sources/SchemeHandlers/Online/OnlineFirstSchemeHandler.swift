public import Foundation
import URLInterception
public import WebKit

/// The treatment of changes that a page makes while the server cannot be reached.
public enum OfflineChanges: Sendable {
    /// The change is answered with a 503, and the database stays a copy of the server's.
    case refused
    /// The change is made in the local database. Nothing sends it to the server later.
    case local
}

/// Online first, offline second: asks a server, and answers from a local database where the server cannot be reached. A page
/// changes only its base URL, from `https://shop.example/api/` to `shop://`. Main actor only.
///
/// ```swift
/// let offline = try SQLiteSchemeHandler(file: copy)
/// let handler = OnlineFirstSchemeHandler(base: api, offline: offline)
/// configuration.setURLSchemeHandler(handler, forURLScheme: "shop")      // shop://products?price=lt.10
/// ```
///
/// The database answers when there is no connection, when the server's answer does not begin in time, and for the statuses 502,
/// 503 and 504. `X-Answered-By` says `network` or `database`. Server and database must answer alike: the server after
/// [PostgREST's conventions](https://docs.postgrest.org/en/stable/references/api/tables_views.html), or the page by what both do.
public final class OnlineFirstSchemeHandler: NSObject, StreamingURLSchemeHandler {
    private let answers: SchemeAnswers

    /// Makes a handler over a server and a database.
    ///
    /// - Parameters:
    ///   - base: the http(s) address that the page's addresses are below.
    ///   - offline: the handler whose database answers instead.
    ///   - timeout: seconds until the server's answer must have begun.
    ///   - changes: the treatment of changes meanwhile.
    ///   - protocolClasses: `URLProtocol` classes that are asked before the network.
    ///   - origins: the pages that get answers.
    public init(
        base: URL, offline: SQLiteSchemeHandler, timeout: Double = 10, changes: OfflineChanges = .refused,
        protocolClasses: [AnyClass] = [], origins: PageOrigins = .applications
    ) {
        answers = Self.answers(base, offline.service, timeout, changes, protocolClasses, origins)
        super.init()
    }

    /// Makes a handler over a server and an application's records.
    ///
    /// - Parameters:
    ///   - base: the http(s) address that the page's addresses are below.
    ///   - offline: the handler whose records answer instead.
    ///   - timeout: seconds until the server's answer must have begun.
    ///   - changes: the treatment of changes meanwhile.
    ///   - protocolClasses: `URLProtocol` classes that are asked before the network.
    ///   - origins: the pages that get answers.
    public init(
        base: URL, offline: ModelSchemeHandler, timeout: Double = 10, changes: OfflineChanges = .refused,
        protocolClasses: [AnyClass] = [], origins: PageOrigins = .applications
    ) {
        answers = Self.answers(base, offline.service, timeout, changes, protocolClasses, origins)
        super.init()
    }

    private static func answers(
        _ base: URL, _ local: any ResourceLoader, _ timeout: Double, _ changes: OfflineChanges,
        _ protocolClasses: [AnyClass], _ origins: PageOrigins
    ) -> SchemeAnswers {
        let network = InterceptingLoader(base: NetworkLoader(redirects: .deliver), protocolClasses: protocolClasses)
        let loader = OnlineFirstLoader(
            base: base, network: network, local: local, patience: .clamping(seconds: timeout), offlineChanges: changes)
        return SchemeAnswers(
            loader, origins: origins, methods: ResourceRequest.allMethods, largestBody: SQLiteOptions().largestBody)
    }

    /// Begins the answer. Apple API.
    public func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        answers.start(urlSchemeTask, of: webView)
    }

    /// Stops the answer. Apple API.
    public func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) { answers.stop(urlSchemeTask) }
}
