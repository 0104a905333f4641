import CWebKitGTK

// Upgrades navigations of the main frame to HTTPS. WebKit makes the request over HTTPS, with its method and body. What follows where
// that fails is decided here.
extension WKWebView {
    /// Returns whether a view without a delegate decides about an address differently in the main frame than in others.
    func decidesAboutMainFrame(_ url: URL?) -> Bool {
        let preferences: WKWebpagePreferences = liveConfiguration.defaultWebpagePreferences
        return !liveConfiguration.appBoundDomains.isEmpty || upgrades.isOn
            || preferences.preferredHTTPSNavigationPolicy != .keepAsRequested
            || preferences.hardening != hardening.ofProcess || url.map { RestrictedPorts.contains($0) } ?? false
    }

    /// Sets what the preferences of a navigation of the main frame decide.
    func apply(_ preferences: WKWebpagePreferences, to action: WKNavigationAction) {
        apply(preferences)
        let isAccepted = takeAcceptance(of: action)
        upgrades.current =
            isAccepted
            ? nil : repeatable(action).flatMap { HTTPSUpgrade($0, preferences.preferredHTTPSNavigationPolicy) }
        upgrades.isRepeatable = action.request.httpMethod == "GET"
        upgradeNavigations(upgrades.current != nil)
    }

    private func upgradeNavigations(_ isOn: Bool) {
        guard isOn != upgrades.isOn else { return }
        upgrades.isOn = isOn
        setFeature("HTTPSByDefault", isOn)
    }

    /// Returns whether a navigation follows the link of the warning. Any navigation to another address ends the warning.
    private func takeAcceptance(of action: WKNavigationAction) -> Bool {
        guard let warned = upgrades.warned else { return false }
        let isSame = warned.request.url == action.request.url
        let isAccepted = isSame && action.navigationType == .linkActivated
        if isAccepted || !isSame { upgrades.warned = nil }
        return isAccepted
    }

    /// Makes a navigation over HTTPS itself where the policy is to send nothing over HTTP, and WebKit would: it upgrades neither redirects
    /// nor, in a page over HTTP, navigations within the site. A request with a body then fails.
    ///
    /// - Returns: whether it does; the question is then answered.
    func upgradesItself(_ question: PolicyQuestion, _ action: WKNavigationAction) -> Bool {
        guard let upgrade = upgrades.current, upgrade.policy == .errorOnFailure,
            cwk_policy_is_redirect(question.handle) || shownPage.committedURL?.scheme?.lowercased() == "http"
        else { return false }
        let isStarted = cwk_policy_is_redirect(question.handle) && navigation.phase == .provisional
        let repeated = (isStarted ? navigation.current : navigation.requested?.navigation) ?? WKNavigation()
        navigation.cancelRequested()
        question.answer(CWK_POLICY_IGNORE)
        if let request = upgrade.secured, upgrades.isRepeatable {
            repeatLoad(request, of: repeated, startsSilently: isStarted)
        } else {
            let error = NSError.loading(
                NSURLErrorAppTransportSecurityRequiresSecureConnection, action.request.url)
            actingNavigationDelegate?.webView(self, didFailProvisionalNavigation: repeated, withError: error)
        }
        return true
    }

    /// Goes on after the failure of a load that was upgraded.
    ///
    /// - Returns: whether the navigation goes on, so that its failure is not reported.
    func settlesUpgrade(_ failed: WKNavigation, of url: URL?, _ error: NSError) -> Bool {
        guard let upgrade = upgrades.current, upgrade.covers(url), !Self.isCancellation(error) else { return false }
        upgrades.current = nil
        switch upgrade.policy {
        case .automaticFallbackToHTTP where upgrades.isRepeatable:
            upgradeNavigations(false)
            repeatLoad(upgrade.request, of: failed, startsSilently: true)
            return true
        case .userMediatedFallbackToHTTP where upgrades.isRepeatable:
            warn(of: upgrade)
            return false
        default: return false
        }
    }

    private static func isCancellation(_ error: NSError) -> Bool {
        error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
            || error.domain == WebKitErrorDomain
    }

    /// Shows a page that says that the connection is not secure, with a link to the page over HTTP.
    private func warn(of upgrade: HTTPSUpgrade) {
        guard let url = upgrade.request.url else { return }
        // The delegate learns of the failure first.
        Task.immediate { [weak self] in
            await Task.yield()
            guard let self, navigation.requested == nil else { return }
            showErrorPage(HTTPSWarning.page(for: url), for: url)
            upgrades.warned = upgrade
        }
    }
}
