import URLInterception

/// An application's own http(s) request that the host completes on its way to the server. WebKitGTK loads the URL with the headers: it
/// can send neither a method nor a body, and replaces a `Cookie` header by the cookies of its store.
extension URLRequest {
    /// The header by which the host recognises the requests of the application's load. Servers never receive it.
    ///
    /// WebKit sends the header with every request of the load: with those of redirects, with those that have a name and a password, and when
    /// the page is reloaded.
    static let loadMarkField = "X-SWWebView-Load"

    /// Whether the request needs the host on its way.
    fileprivate var isCompletedByHost: Bool {
        guard ["http", "https"].contains(url?.scheme?.lowercased() ?? "") else { return false }
        return (httpMethod ?? "GET") != "GET" || value(forHTTPHeaderField: "Cookie") != nil
    }

    /// Returns the headers with which WebKit loads the URL of a request that the host completes.
    func engineHeaders(markedAs mark: String) -> [String: String] {
        // WebKit would also send the headers of the body to the target of a redirect without the body.
        var headers = (allHTTPHeaderFields ?? [:]).filter { !$0.key.lowercased().hasPrefix("content-") }
        headers[Self.loadMarkField] = mark
        // WebKit does not send this header, but never answers a conditional request from its cache.
        headers["If-None-Match"] = "\"load\""
        return headers
    }

    /// Takes over the method, the headers and the body of the application's request. Cookies of the store have precedence, as on iOS.
    mutating func complete(from loaded: URLRequest) {
        let cookies = value(forHTTPHeaderField: "Cookie")
        for (name, value) in loaded.allHTTPHeaderFields ?? [:] { setValue(value, forHTTPHeaderField: name) }
        if let cookies { setValue(cookies, forHTTPHeaderField: "Cookie") }
        (httpMethod, httpBody) = (loaded.httpMethod, loaded.httpBody)
    }
}

/// A load of the application that completes a request on its way to the server.
@MainActor
struct CompletingLoad {
    weak var view: WKWebView?
    let navigation: WKNavigation
    /// The application's request, or the one after a redirect.
    let request: URLRequest

    /// Stores the request that follows the response: the same one with a name and a password, or that of a redirect that preserves the
    /// method. WebKit sends both with the method GET.
    func noteResponse(_ response: HTTPURLResponse, to completed: URLRequest) {
        var next = request
        next.url = completed.url
        if response.statusCode == 401 {
            // WebKit adds the new name and password.
            next.setValue(nil, forHTTPHeaderField: "Authorization")
        } else {
            guard let target = try? RedirectFollower.request(after: response, to: next), target.httpMethod != "GET"
            else { return }
            next = target
            next.setValue(nil, forHTTPHeaderField: "Cookie")
        }
        view?.navigation.storeMainRequest(next, of: navigation)
    }
}

extension WKWebView {
    /// Returns whether the host completes a request that the view loads. The requests of a store with proxies go through the proxies.
    func hasHostComplete(_ request: URLRequest) -> Bool {
        guard request.mappingAddress(hooks.loadedAddress ?? { $0 }).isCompletedByHost else { return false }
        let store = liveConfiguration.websiteDataStore
        let isLeftToProxies = store.networkInterception == nil && !store.proxies.isEmpty
        SettingWithoutEffect.noteChange(
            of: "The method, the body or the Cookie header of a load in a data store with proxyConfigurations",
            isLeftToProxies, "a server receives more than a GET request for the URL")
        return !isLeftToProxies
    }

    /// Removes and returns the application's load with a mark. A second request with the mark is not completed.
    func takeLoad(markedAs mark: String) -> CompletingLoad? {
        let load = navigation.takeMainRequest { navigation, _ in navigation.loadMark == mark }
        return load.map { CompletingLoad(view: self, navigation: $0.navigation, request: $0.request) }
    }
}
