import Fetch
import Foundation
import URLInterception
import WebKit

/// The data of a data store's pages under `sw://`. Main actor only.
@MainActor
protocol SiteDataStore: AnyObject {
    /// Removes data of an address's origin, and cookies of its site.
    func clear(_ kinds: ClearSiteData, of url: URL) async
}

/// The sources that answer a view's requests when no service worker does: its endpoints, its map and the network.
@MainActor
final class ViewSources {
    var addresses = Addresses()
    var loader = MappedLoader() {
        didSet { addresses.mapped = loader.map }
    }
    /// `URLProtocol` classes of the view.
    var protocolClasses: [AnyClass] = []
    /// The check that decides which answers to main navigations are failures.
    var statusCheck: HTTPStatusCheck?
    private var authentication = HTTPAuthentication()
    let preflights = PreflightCache()
    /// The cookies of pages under `sw://`.
    let cookies: PageCookies
    /// The web sockets that observers of the loader follow.
    let sockets = ObservedSockets()
    var endpoints: [String: any PageEndpoint] = [:]
    /// The object that decides about requests before service workers and the network; nil for none.
    weak var interceptor: (any RequestInterceptor)?
    /// Returns the user agent of the view; nil once the view has gone.
    var userAgent: () -> String? = { nil }
    /// The script that runs in dedicated and shared workers before everything else.
    var workerPrelude = ""
    /// The changes of a simulated system to workers.
    var realmChanges = EnvironmentPatches()

    /// The data of pages under `sw://`, which their servers may clear.
    private(set) weak var siteData: (any SiteDataStore)?

    init(cookies: PageCookies = PageCookies(), siteData: (any SiteDataStore)? = nil) {
        (self.cookies, self.siteData) = (cookies, siteData)
    }

    /// Takes over the settings of the view that opened this one.
    func adopt(_ other: ViewSources) {
        (addresses, loader, endpoints) = (other.addresses, other.loader, other.endpoints)
        (protocolClasses, statusCheck) = (other.protocolClasses, other.statusCheck)
        (authentication, workerPrelude) = (other.authentication, other.workerPrelude)
    }

    /// Returns the endpoint that answers an address in place of the loader.
    func endpoint(for url: URL) -> (any PageEndpoint)? {
        // `path` leaves out the last slash.
        let path = url.hasDirectoryPath ? url.path + "/" : url.path
        return endpoints.first { path.hasPrefix($0.key) }?.value
    }

    /// Sends one request of a page or worker, or one made in its name. A redirect is its answer.
    ///
    /// - Parameters:
    ///   - source: the side that asks, for internal paths.
    ///   - hasCredentials: whether the server gets the name and password that it has accepted.
    ///   - asker: the side that makes the request, for observers.
    func load(
        _ request: URLRequest, _ url: URL, from source: RequestSource, body: RequestBody, hasCredentials: Bool,
        asker: NetworkAsker = .page
    ) async throws -> LoadedResource {
        if let endpoint = endpoint(for: url) {
            return try await endpoint.answer(request, from: source, body: body.pieces)
        }
        var request = HeaderMapping.networkRequest(request, addresses: addresses)
        if loader.map.target(for: url) == nil, url.scheme?.lowercased() == Addresses.scheme {
            guard let networkURL = addresses.networkURL(for: url) else {
                let text = "\(url.host ?? "this host") is neither mapped (--map) nor permitted (--permit)"
                throw URLError(.unsupportedURL, userInfo: [NSLocalizedDescriptionKey: text])
            }
            request.url = networkURL
        }
        request.httpBody = try await body.collect()
        let authorized = authentication.authorize(request, hasCredentials: hasCredentials)
        var mapped = loader.redirects == .deliver ? loader : loader.with(redirects: .deliver)
        mapped.asker = asker
        let single = InterceptingLoader(base: mapped, protocolClasses: protocolClasses, redirects: .deliver)
        let resource = try await single.load(authorized.request)
        guard let answer = authorized.answer(to: resource.response) else { return resource }
        let answered = try await single.load(answer)
        authentication.note(answered, of: answer)
        return answered
    }
}
