import CWebKitGTK

// Hardens pages, as the preferences of their navigations say. The compiler and WebAssembly belong to a web process: a navigation that
// needs others gets a new process, as on iOS.
extension WKWebView {
    /// Calls `load`, a load that the application asks for. The first one, and one of a document that the application gives, has the web
    /// process hardened beforehand, as the default preferences say: such a process need not be replaced when its navigation begins.
    func launching<Result>(givenDocument: Bool = false, _ load: () -> Result) -> Result {
        let wanted = liveConfiguration.defaultWebpagePreferences.hardening
        if wanted != hardening.ofProcess, givenDocument || shownPage.committedURL == nil, !hardening.sharesProcess {
            endProcess()
            hardening.ofProcess = wanted
        }
        return hardening.ofProcess.applied(to: load)
    }

    /// Removes or restores the features of the navigation that begins.
    func apply(_ wanted: ProcessHardening) {
        let isLockedDown = wanted == .lockdown
        guard isLockedDown != hardening.isLockedDown, let handle else { return }
        hardening.isLockedDown = isLockedDown
        if isLockedDown { return lockDown() }
        for feature in LockdownFeatures.off { cwk_view_reset_feature(handle, feature) }
        for feature in IOSFeature.identifiers(in: liveConfiguration.iosRelease) { setFeature(feature, true) }
        cwk_view_set_feature(handle, LockdownFeatures.fontParser, false)
        allowServiceWorkers()
        applyPreferences()
    }

    /// Removes the features again that a preference may have switched on.
    func lockDown() {
        guard hardening.isLockedDown, let handle else { return }
        for feature in LockdownFeatures.off { cwk_view_set_feature(handle, feature, false) }
        cwk_view_set_feature(handle, LockdownFeatures.fontParser, true)
        cwk_view_set_flag(handle, "enable-webrtc", false)
    }

    /// Loads the page of a navigation in a new web process, where the view's process is not hardened as the navigation needs it. Steps in
    /// the back-forward list, and requests with a body, keep their process.
    ///
    /// - Returns: whether it does; the question is then answered.
    func replacesProcess(for question: PolicyQuestion, _ action: WKNavigationAction, _ wanted: ProcessHardening) -> Bool
    {
        guard wanted != hardening.ofProcess, !hardening.sharesProcess, action.navigationType != .backForward,
            action.request.httpMethod == "GET", !navigation.isGivenDocumentRequested,
            let request = repeatable(action)
        else { return false }
        let repeated = navigation.requested?.navigation ?? WKNavigation()
        question.answer(CWK_POLICY_IGNORE)
        endProcess()
        hardening.ofProcess = wanted
        repeatLoad(request, of: repeated, startsSilently: false)
        return true
    }

    /// Returns the request of a navigation as the view can make it itself.
    func repeatable(_ action: WKNavigationAction) -> URLRequest? {
        if let requested = navigation.requested?.request, requested.url == action.request.url { return requested }
        guard let url = action.request.url else { return nil }
        var request = URLRequest(url: url)
        request.setValue(action.request.value(forHTTPHeaderField: "Referer"), forHTTPHeaderField: "Referer")
        return request
    }

    /// Ends the web process, unknown to the delegate.
    private func endProcess() {
        guard let handle else { return }
        hardening.isReplacing = true
        cwk_view_terminate_process(handle)
        hardening.isReplacing = false
    }
}
