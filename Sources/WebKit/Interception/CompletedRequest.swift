import URLInterception

/// An application's own http(s) request that the host completes on its way to the server. WebKitGTK loads the URL with the headers: it
/// can send neither a method nor a body, and replaces a `Cookie` header by the cookies of its store.
extension URLRequest {
    /// Whether the request needs the host on its way.
    var isCompletedByHost: Bool {
        guard ["http", "https"].contains(url?.scheme?.lowercased() ?? "") else { return false }
        return (httpMethod ?? "GET") != "GET" || value(forHTTPHeaderField: "Cookie") != nil
    }

    /// The headers with which WebKit loads the URL.
    var engineHeaders: [String: String] {
        var headers = allHTTPHeaderFields ?? [:]
        // A conditional request always goes to the network. WebKit could answer a plain one from its cache.
        if isCompletedByHost { headers["If-None-Match"] = "\"swwebview-load\"" }
        return headers
    }

    /// Takes over the method, the headers and the body of the application's request. Cookies of the store have precedence, as on iOS.
    fileprivate mutating func complete(from loaded: URLRequest) {
        setValue(nil, forHTTPHeaderField: "If-None-Match")
        let cookies = value(forHTTPHeaderField: "Cookie")
        for (name, value) in loaded.allHTTPHeaderFields ?? [:] { setValue(value, forHTTPHeaderField: name) }
        if let cookies { setValue(cookies, forHTTPHeaderField: "Cookie") }
        (httpMethod, httpBody) = (loaded.httpMethod, loaded.httpBody)
    }
}

extension WKWebView {
    /// Returns whether an intercepted request is the view's own load, and has to be completed.
    func completes(_ url: URL) -> Bool {
        guard let loaded = navigation.mainRequest, loaded.isCompletedByHost else { return false }
        return loadedURL?.textWithoutFragment == url.textWithoutFragment
    }

    /// Completes the request of the application's own load, once.
    func completeLoadedRequest(_ request: inout URLRequest) {
        guard let loaded = navigation.mainRequest else { return }
        request.complete(from: loaded)
        navigation.deliveredLoadedRequest()
    }

    /// Notes the response to a completed request: WebKit follows its redirect with the method GET.
    func noteResponse(_ response: HTTPURLResponse, to request: URLRequest) {
        guard var next = try? RedirectFollower.request(after: response, to: request), next.httpMethod != "GET" else {
            return
        }
        next.setValue(nil, forHTTPHeaderField: "Cookie")
        navigation.redirectLoadedRequest(to: next)
    }
}
