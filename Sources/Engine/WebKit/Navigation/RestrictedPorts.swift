import CWebKitGTK

/// The ports that no page may be loaded from, the [bad ports](https://fetch.spec.whatwg.org/#bad-port) of the Fetch standard.
package enum RestrictedPorts {
    private static let ports: Set<Int> = [
        0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
        110, 111,
        113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
        540, 548,
        554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000,
        6566, 6665,
        6666, 6667, 6668, 6669, 6679, 6697, 10080,
    ]

    /// Returns whether an http(s) address has such a port.
    package static func contains(_ url: URL) -> Bool {
        guard let port = url.port, ["http", "https"].contains(url.scheme?.lowercased() ?? "") else { return false }
        return ports.contains(port)
    }
}

extension WKWebView {
    /// Fails a load of the main frame from a restricted port, as on iOS: WebKitGTK shows an empty page instead.
    ///
    /// - Returns: whether the address has such a port; the question is then answered.
    func refusesPort(_ question: PolicyQuestion) -> Bool {
        guard let url = question.url, RestrictedPorts.contains(url) else { return false }
        question.answer(CWK_POLICY_IGNORE)
        reportStart { $0.start() }
        shownPage.failedURL = url
        if let failed = navigation.fail() {
            actingNavigationDelegate?.webView(
                self, didFailProvisionalNavigation: failed, withError: WebKitPolicyError.restrictedPort(url))
        }
        // Nothing of WebKit's follows.
        _ = navigation.finish()
        return true
    }
}
