/// A navigation that was asked for over HTTP, and that WebKit makes over HTTPS.
struct HTTPSUpgrade {
    /// The request over HTTP, as the view can make it.
    let request: URLRequest
    let policy: WKWebpagePreferences.UpgradeToHTTPSPolicy

    /// Makes the upgrade of a request; nil for one that stays as it is. WebKit upgrades no requests to this machine, or to a number in
    /// place of a name.
    init?(_ request: URLRequest, _ policy: WKWebpagePreferences.UpgradeToHTTPSPolicy) {
        guard policy != .keepAsRequested, let url = request.url, url.scheme?.lowercased() == "http",
            let host = url.host()?.lowercased(), !Self.isExempt(host)
        else { return nil }
        (self.request, self.policy) = (request, policy)
    }

    /// The request over HTTPS. A port other than HTTP's usual one stays.
    var secured: URLRequest? {
        guard let url = request.url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return nil
        }
        parts.scheme = "https"
        if parts.port == 80 { parts.port = nil }
        var secured = request
        secured.url = parts.url
        return parts.url == nil ? nil : secured
    }

    /// Returns whether a load of an address is the upgraded one.
    func covers(_ url: URL?) -> Bool {
        url?.scheme?.lowercased() == "https" && url?.host()?.lowercased() == request.url?.host()?.lowercased()
    }

    private static func isExempt(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host.contains(":")
            || host.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    }
}

/// The upgrades of a view's navigations.
struct HTTPSUpgrades {
    /// The upgrade of the navigation that has begun.
    var current: HTTPSUpgrade?
    /// Whether WebKit upgrades navigations now.
    var isOn = false
    /// The failed upgrade that the warning asks about; nil once another page is shown.
    var warned: HTTPSUpgrade?
    /// Whether the request can be made again: one with a body cannot.
    var isRepeatable = true
}
