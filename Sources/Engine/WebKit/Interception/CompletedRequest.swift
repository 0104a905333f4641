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
    var isCompletedByHost: Bool {
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
