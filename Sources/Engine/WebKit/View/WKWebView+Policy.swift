import CWebKitGTK

// Asks the navigation delegate for decisions, and carries them out.
extension WKWebView {
    func decidePolicy(_ question: PolicyQuestion) {
        if isHandedOver(question) { return question.answer(CWK_POLICY_USE) }
        guard announceFolder(for: question) else { return refuseFile(question) }
        whenIntercepted { [weak self] in self?.decide(question) }
    }

    private func decide(_ question: PolicyQuestion) {
        if question.kind != CWK_POLICY_RESPONSE, isTakenByApplication(question.handle) {
            return question.answer(CWK_POLICY_IGNORE)
        }
        if question.kind == CWK_POLICY_NAVIGATION, navigation.isRepeated(question.url) {
            return question.answer(CWK_POLICY_USE)
        }
        guard !hooks.proposedNavigations.isEmpty, question.kind != CWK_POLICY_RESPONSE else {
            return askDelegate(question)
        }
        let isRequested = question.kind == CWK_POLICY_NAVIGATION && isRequested(question.url?.absoluteString ?? "")
        let isOfPage = !isRequested || navigation.requested?.isOfPage ?? false
        findFrames(of: question) { [weak self] frames in
            guard let self else { return question.answer(CWK_POLICY_USE) }
            let action = navigationAction(of: question.handle, target: frames.target, source: frames.source)
            guard isCancelled(action, isRequested: !isOfPage) else { return askDelegate(question, frames) }
            if isRequested { navigation.cancelRequested(to: question.url) }
            question.answer(CWK_POLICY_IGNORE)
        }
    }

    private func askDelegate(_ question: PolicyQuestion, _ known: NavigationFrames? = nil) {
        guard let delegate = actingNavigationDelegate else {
            return decidesAboutMainFrame(question.url) ? decideMainFrameAlone(question) : decideAlone(question)
        }
        if question.kind == CWK_POLICY_RESPONSE {
            ask(delegate, aboutResponse: question)
        } else {
            if question.kind == CWK_POLICY_NAVIGATION { hooks.askedNavigations.notify(()) }
            if let known { return ask(delegate, aboutAction: question, known) }
            findFrames(of: question) { [weak self, weak delegate] frames in
                guard let self, let delegate else { return question.answer(CWK_POLICY_USE) }
                ask(delegate, aboutAction: question, frames)
            }
        }
    }

    /// Returns whether an observer of ``ViewHooks/proposedNavigations`` cancels a navigation.
    func isCancelled(_ action: WKNavigationAction, isRequested: Bool) -> Bool {
        let shown = hooks.shownAddress.map { action.mappingAddresses($0) } ?? action
        let navigation = ProposedNavigation(shown, isRequested: isRequested)
        hooks.proposedNavigations.notify(navigation)
        return navigation.isCancelled
    }

    /// Returns whether a link handler takes the address that a page navigates to, or opens. An address of a handler's scheme that is no
    /// `URL` is taken, too, and nothing comes of it.
    func isTakenByApplication(_ decision: OpaquePointer) -> Bool {
        guard !hooks.linkHandlers.isEmpty, let address = cwk_policy_uri(decision).map({ String(cString: $0) }),
            let handle = hooks.linkHandlers[address.prefix { $0 != ":" }.lowercased()]
        else { return false }
        guard let url = URL(address: address) else { return true }
        let isRequested = navigation.requested?.request?.url == url
        guard handle(url) else { return false }
        if isRequested { navigation.cancelRequested() }
        return true
    }

    func decideAlone(_ question: PolicyQuestion) {
        if question.kind == CWK_POLICY_NAVIGATION {
            guard canLoad(cwk_policy_uri(question.handle).map { String(cString: $0) } ?? "") else {
                navigation.cancelRequested(to: question.url)
                return question.answer(CWK_POLICY_IGNORE)
            }
            apply(liveConfiguration.defaultWebpagePreferences)
        }
        guard question.kind == CWK_POLICY_RESPONSE else { return question.answer(CWK_POLICY_USE) }
        answer(question, allows: canShow(question.handle))
    }

    private func answer(_ response: PolicyQuestion, allows: Bool) {
        if allows, cwk_policy_is_main_frame(response.handle) { shownPage.arrivingURL = response.url }
        response.answer(allows ? CWK_POLICY_USE : CWK_POLICY_IGNORE)
    }

    /// The decision about a navigation for an application that makes none. The address is WebKit's, or the application's.
    package func defaultPolicy(for action: WKNavigationAction) -> WKNavigationActionPolicy {
        guard action.targetFrame != nil, let url = action.request.url else { return .allow }
        guard canLoad(url.absoluteString) else { return .cancel }
        return action.shouldPerformDownload ? .download : .allow
    }

    /// Returns whether WebKit or a handler of the view loads the addresses of a scheme, or the application gives the document.
    private func canLoad(_ address: String) -> Bool {
        if navigation.isGivenDocumentRequested { return true }
        let scheme = address.prefix { $0 != ":" }.lowercased()
        return NativeSchemes.handles(scheme) || handler(ofScheme: scheme) != nil
    }

    private func ask(
        _ delegate: any WKNavigationDelegate, aboutAction question: PolicyQuestion, _ frames: NavigationFrames
    ) {
        let action = navigationAction(of: question.handle, target: frames.target, source: frames.source)
        if downloads.takeAllowedLink(action.request.url) { return question.answer(CWK_POLICY_USE) }
        (action.shouldPerformDownload, action.downloadName) = (frames.download != nil, frames.download)
        action.referrerPolicy = frames.referrerPolicy
        whetherToGo(delegate, action) { [weak self, weak delegate] isAllowed in
            guard isAllowed else {
                self?.navigation.cancelRequested(to: action.request.url)
                return question.answer(CWK_POLICY_IGNORE)
            }
            guard let self, let delegate else { return question.answer(CWK_POLICY_USE) }
            ask(delegate, about: action, question)
        }
    }

    /// Asks the delegate about a step in the back-forward list, and lets every other navigation go.
    private func whetherToGo(
        _ delegate: any WKNavigationDelegate, _ action: WKNavigationAction,
        _ decide: @escaping @MainActor (Bool) -> Void
    ) {
        // WebKit moves the list beforehand, and back where the step is refused.
        guard action.navigationType == .backForward, action.targetFrame?.isMainFrame ?? false,
            let item = backForwardList.currentItem
        else { return decide(true) }
        delegate.decide(aboutStepTo: item, in: self, decide)
    }

    private func ask(
        _ delegate: any WKNavigationDelegate, about action: WKNavigationAction, _ question: PolicyQuestion
    ) {
        let isMainFrame = action.targetFrame?.isMainFrame ?? false
        let preferences = liveConfiguration.defaultWebpagePreferences.duplicate
        delegate.decide(about: action, preferences, in: self) { [weak self] policy, preferences in
            if isMainFrame {
                if policy == .allow, let self, !mayNavigate(to: action.request.url) {
                    return refuse(question, action.request.url)
                }
                if policy == .allow {
                    self?.apply(preferences, to: action)
                } else {
                    self?.navigation.cancelRequested(to: action.request.url)
                }
            }
            guard policy != .download else {
                return self?.download(action, question) ?? question.answer(CWK_POLICY_IGNORE)
            }
            guard policy == .allow, let self, let url = action.request.url else {
                return question.answer(policy == .allow ? CWK_POLICY_USE : CWK_POLICY_IGNORE)
            }
            if isMainFrame, refusesPort(question) { return }
            if action.shouldPerformDownload {
                // `CWK_POLICY_USE` would make WebKitGTK download the link.
                question.answer(CWK_POLICY_IGNORE)
                return follow(url)
            }
            downloads.allow(
                url, isUserInitiated: action.isUserInitiated, source: action.sourceFrame,
                isOfHandler: schemeHandlers[url.scheme?.lowercased() ?? ""] != nil)
            if isMainFrame, upgradesItself(question, action) { return }
            if isMainFrame, replacesProcess(for: question, action, preferences.hardening) { return }
            if isMainFrame { shownPage.allowedURL = url }
            question.answer(CWK_POLICY_USE)
        }
    }

    private func ask(_ delegate: any WKNavigationDelegate, aboutResponse question: PolicyQuestion) {
        let response = navigationResponse(of: question.handle)
        delegate.decide(about: response, in: self) { [weak self] policy in
            let task = self?.downloads.takeTask(response.response.url)
            if policy == .download, let self { return download(response, task, question) }
            task?.dropHeldBody()
            guard let self else { return question.answer(policy == .allow ? CWK_POLICY_USE : CWK_POLICY_IGNORE) }
            answer(question, allows: policy == .allow)
        }
    }

    // MARK: What is asked about

    func navigationAction(
        of decision: OpaquePointer, target: WKFrameInfo?, source: WKFrameInfo
    ) -> WKNavigationAction {
        let url = cwk_policy_uri(decision).flatMap { URL(address: String(cString: $0)) }
        var request = url.map { URLRequest(url: $0) } ?? .empty
        if let requested = navigation.requested?.request, requested.url == url {
            request = requested
        } else {
            if let method = cwk_policy_method(decision) { request.httpMethod = String(cString: method) }
            for (name, value) in CStrings.collect({ cwk_policy_request_headers(decision, $0, $1) }) {
                request.setValue(value, forHTTPHeaderField: name)
            }
            request.setValue(nil, forHTTPHeaderField: URLRequest.loadMarkField)
        }
        addEngineHeaders(to: &request)
        if let url { request.mainDocumentURL = (target ?? source).isMainFrame ? url : shownPage.committedURL }
        let type = WKNavigationType(rawValue: Int(cwk_policy_navigation_type(decision))) ?? .other
        let action = WKNavigationAction(
            request: request, navigationType: type, targetFrame: target, sourceFrame: source)
        action.readInput(of: decision)
        action.isApplicationLoad = navigation.requested != nil
        action.isUserInitiated = action.isApplicationLoad || cwk_policy_is_user_gesture(decision)
        return action
    }

    /// Adds the headers that WebKit sends with a request to a server, as the delegate of iOS sees them.
    private func addEngineHeaders(to request: inout URLRequest) {
        guard ["http", "https"].contains(request.url?.scheme?.lowercased() ?? "") else { return }
        let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        let headers = ["User-Agent": userAgent, "Accept": accept]
        // The extension marks requests by zeros after the weights.
        if request.value(forHTTPHeaderField: "Accept")?.replacing(/(;q=0\.\d)0+/, with: { $0.output.1 }) == accept {
            request.setValue(accept, forHTTPHeaderField: "Accept")
        }
        for (name, value) in headers where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
    }

    private func navigationResponse(of decision: OpaquePointer) -> WKNavigationResponse {
        let url = cwk_policy_uri(decision).flatMap { URL(address: String(cString: $0)) } ?? Self.blank
        let response = URLResponse.make(
            url: url, status: Int(cwk_policy_status(decision)),
            fields: CStrings.collect { cwk_policy_response_headers(decision, $0, $1) },
            mimeType: cwk_policy_mime_type(decision).map { String(cString: $0) },
            length: Int(cwk_policy_expected_length(decision)))
        return WKNavigationResponse(
            response: downloads.givenResponse(url) ?? response, isForMainFrame: cwk_policy_is_main_frame(decision),
            canShowMIMEType: canShow(decision))
    }

    /// Returns whether a response can be shown. One without a type cannot, as on iOS.
    private func canShow(_ decision: OpaquePointer) -> Bool {
        let url = cwk_policy_uri(decision).flatMap { URL(address: String(cString: $0)) }
        return cwk_policy_can_show(decision) && !downloads.isTypeless(url)
    }

    private static let blank = URL(string: "about:blank") ?? URL(fileURLWithPath: "/")

    /// The main frame with its current document.
    var mainFrame: WKFrameInfo {
        WKFrameInfo(
            isMainFrame: true, request: backForwardList.currentItem.map { URLRequest(url: $0.loadedURL) }, webView: self
        )
    }

    /// The main frame as the application sees it.
    var shownMainFrame: WKFrameInfo { hooks.shownAddress.map { mainFrame.mappingAddresses($0) } ?? mainFrame }

    /// The main frame with the document that a navigation would replace: a step in the list moves the list beforehand.
    func mainFrame(during decision: OpaquePointer) -> WKFrameInfo {
        guard cwk_policy_navigation_type(decision) == WKNavigationType.backForward.rawValue,
            let url = shownPage.committedURL
        else { return mainFrame }
        return WKFrameInfo(isMainFrame: true, request: URLRequest(url: url), webView: self)
    }
}
