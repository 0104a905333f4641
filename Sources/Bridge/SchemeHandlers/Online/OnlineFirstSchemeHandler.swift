public import Foundation
import HTTPMessages
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
    public convenience init(
        base: URL, offline: SQLiteSchemeHandler, timeout: Double = 10, changes: OfflineChanges = .refused,
        protocolClasses: [AnyClass] = [], origins: PageOrigins = .applications
    ) {
        self.init(
            base, local: offline.service, timeout: timeout, changes: changes, protocolClasses: protocolClasses,
            origins: origins)
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
    public convenience init(
        base: URL, offline: ModelSchemeHandler, timeout: Double = 10, changes: OfflineChanges = .refused,
        protocolClasses: [AnyClass] = [], origins: PageOrigins = .applications
    ) {
        self.init(
            base, local: offline.service, timeout: timeout, changes: changes, protocolClasses: protocolClasses,
            origins: origins)
    }

    private init(
        _ base: URL, local: any ResourceLoader, timeout: Double, changes: OfflineChanges, protocolClasses: [AnyClass],
        origins: PageOrigins
    ) {
        let network = InterceptingLoader(base: NetworkLoader(redirects: .deliver), protocolClasses: protocolClasses)
        let loader = OnlineFirstLoader(
            base: base, network: network, local: local, patience: .clamping(seconds: timeout), offlineChanges: changes)
        answers = SchemeAnswers(
            loader, origins: origins, methods: ResourceRequest.allMethods, largestBody: SQLiteOptions().largestBody)
        super.init()
    }

    /// Begins the answer. Apple API.
    public func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        answers.start(urlSchemeTask, of: webView)
    }

    /// Stops the answer. Apple API.
    public func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) { answers.stop(urlSchemeTask) }
}
