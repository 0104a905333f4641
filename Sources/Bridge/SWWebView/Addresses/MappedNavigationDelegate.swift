import Logging
import URLInterception
import WebKit

/// Stands between the view and the application's navigation delegate, which sees addresses as they were asked for.
///
/// The delegate also sends navigations of a page to a permitted http(s) address on to the `sw://` counterpart.
@MainActor
final class MappedNavigationDelegate: NSObject, WKNavigationDelegate {
    weak var target: (any WKNavigationDelegate)?
    private let clients: PageClients
    private let loading: ViewSources
    /// The load that goes on under another address; the target was asked about it already.
    private var decided: URL?
    private var selfNavigations = SelfNavigations()
    /// The answer that the status check has refused, until WebKit reports that its load has ended.
    private var refused: HTTPStatusError?
    private static let log = Logger(label: "swwebview.navigation")

    init(clients: PageClients, loading: ViewSources) {
        (self.clients, self.loading) = (clients, loading)
        super.init()
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        if let decided, decided == navigationAction.request.url {
            self.decided = nil
            return decisionHandler(.allow, preferences)
        }
        if isPointless(navigationAction, webView) {
            decisionHandler(.cancel, preferences)
            // WebKit has stopped the document, which gets no load event. Its load would last as long as its event stream.
            if selfNavigations.isLoading { webView.stopLoading() }
            return
        }
        let action = navigationAction.mappingAddresses(external)
        let next = redirection(of: navigationAction)
        clients.navigations.note(
            navigationAction, openedBy: webView.openingFrame, loading: next?.url ?? navigationAction.request.url)
        guard let target else {
            let policy = webView.defaultPolicy(for: navigationAction)
            return answer(policy, preferences, loading: next, in: webView, decisionHandler)
        }
        target.decide(about: action, preferences, in: webView) { [weak self, weak webView] in
            guard let self, let webView else { return decisionHandler($0, $1) }
            answer($0, $1, loading: next, in: webView, decisionHandler)
        }
    }

    /// Returns whether a page under `sw://` navigates to its own address without effect.
    private func isPointless(_ action: WKNavigationAction, _ webView: WKWebView) -> Bool {
        guard action.navigationType == .other, action.targetFrame?.isMainFrame ?? false, let url = action.request.url,
            let page = shownURL(webView), page.scheme == Addresses.scheme
        else { return false }
        let isServedSecurely =
            loading.loader.map.target(for: page) != nil || external(page).scheme?.lowercased() == "https"
        let verdict = selfNavigations.judge(
            url, isServedSecurely: isServedSecurely,
            waits: webView.configuration.isControlledByAutomation || loading.interceptor != nil, at: .now)
        if verdict != .proceed {
            Self.log.warning(
                """
                \(page.absoluteString) navigates to its own address, as pages do that redirect to https. It stays, as far as it \
                was loaded. To load it as an https page, map its https origin instead: --map https://HOST=FOLDER.
                """)
        }
        return verdict != .proceed
    }

    /// Returns the page's address under `sw://`.
    private func shownURL(_ webView: WKWebView) -> URL? {
        webView.url.map { loading.addresses.internalURL(for: $0, remembering: false) }
    }

    /// Returns the `sw://` address that a main-frame navigation should go to instead; nil when it may go on as it is.
    private func redirection(of action: WKNavigationAction) -> URLRequest? {
        guard let url = action.request.url, action.targetFrame?.isMainFrame ?? false else { return nil }
        let mapped = loading.addresses.internalURL(for: url, remembering: true)
        guard mapped != url else { return nil }
        var request = action.request
        request.url = mapped
        return request
    }

    /// Answers a policy question. An allowed navigation is cancelled where the view should load `next` instead.
    private func answer(
        _ policy: WKNavigationActionPolicy, _ preferences: WKWebpagePreferences, loading next: URLRequest?,
        in webView: WKWebView, _ decisionHandler: @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        guard policy == .allow, let next else { return decisionHandler(policy, preferences) }
        decisionHandler(.cancel, preferences)
        decided = next.url
        webView.load(next)
    }

    /// Notes that the driver of the view acts, such as a client of WebDriver.
    func driverActs() { selfNavigations.driverActs() }

    private var external: (URL) -> URL {
        { [loading] url in loading.addresses.externalURL(for: url) }
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        refused = statusFailure(of: navigationResponse)
        let answer: @MainActor (WKNavigationResponsePolicy) -> Void = { [weak self] policy in
            let policy = Self.keepsDocument(navigationResponse) ? .cancel : policy
            if policy != .allow, let url = navigationResponse.response.url {
                self?.clients.navigations.abandon(url)
                self?.clients.successors.failed(url.textWithoutFragment)
            }
            decisionHandler(policy)
        }
        if refused != nil { return answer(.cancel) }
        guard let target else { return answer(navigationResponse.canShowMIMEType ? .allow : .cancel) }
        target.decide(about: navigationResponse.mappingAddresses(external), in: webView, answer)
    }

    /// Returns whether a response has no document, so that the current one stays. WebKit checks this itself for http(s) only.
    ///
    /// Source: HTML, [navigate](https://html.spec.whatwg.org/#attempt-to-create-a-non-fetch-scheme-document), "status is 204 or 205"
    private static func keepsDocument(_ answer: WKNavigationResponse) -> Bool {
        guard let response = answer.response as? HTTPURLResponse, response.url?.scheme == Addresses.scheme else {
            return false
        }
        return [204, 205].contains(response.statusCode)
    }

    /// Returns the failure that the status check makes of the answer to a page that WebKit itself loads. Under `sw://` the host
    /// makes it before WebKit sees the answer.
    private func statusFailure(of answer: WKNavigationResponse) -> HTTPStatusError? {
        guard answer.isForMainFrame, let check = loading.statusCheck, let url = answer.response.url,
            let response = answer.response as? HTTPURLResponse, check.isFailure(response, to: url)
        else { return nil }
        return HTTPStatusError(response, url: url)
    }

    // MARK: Handed on

    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
        target?.webView(
            webView, navigationAction: navigationAction.mappingAddresses(external), didBecome: download)
    }

    func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
        target?.webView(
            webView, navigationResponse: navigationResponse.mappingAddresses(external), didBecome: download)
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        refused = nil
        target?.webView(webView, didStartProvisionalNavigation: navigation)
    }

    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
        target?.webView(webView, didReceiveServerRedirectForProvisionalNavigation: navigation)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        let failure: any Error = refused ?? error
        refused = nil
        // A load that another one replaces goes on there.
        let reason = error as NSError
        let isReplaced =
            reason.domain == WebKitErrorDomain && reason.code == WebKitErrorFrameLoadInterruptedByPolicyChange
            || reason.domain == NSURLErrorDomain && reason.code == NSURLErrorCancelled
        if !isReplaced { clients.successors.mainFrameFailed() }
        target?.webView(webView, didFailProvisionalNavigation: navigation, withError: failure)
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        selfNavigations.commit(shownURL(webView), at: .now)
        if let url = shownURL(webView), url.scheme != Addresses.scheme, url.scheme != "about" {
            clients.successors.came(.foreign, to: nil)
        }
        target?.webView(webView, didCommit: navigation)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        selfNavigations.finish()
        target?.webView(webView, didFinish: navigation)
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        target?.webView(webView, didFail: navigation, withError: error)
    }

    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let target else { return completionHandler(.rejectProtectionSpace, nil) }
        target.respond(to: challenge, in: webView, completionHandler)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        clients.removeAll()
        guard let target else { return webView.relaunchPage() }
        target.webViewWebContentProcessDidTerminate(webView)
    }
}
