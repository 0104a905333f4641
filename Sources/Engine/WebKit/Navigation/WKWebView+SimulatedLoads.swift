import CWebKitGTK

// WebKitGTK has no simulated loads. Its function for given documents asks for no decision where the document gets an entry in the
// back-forward list. So the view asks the delegate itself, and then gives the document to WebKitGTK.
extension WKWebView {
    func startSimulatedLoad(_ request: URLRequest, _ response: URLResponse, _ data: Data) -> WKNavigation {
        let load = SimulatedLoad(request: request, response: response, data: data)
        guard let handle, request.url != nil else { return load.navigation }
        let wasLoading = isLoading
        stopLoads()
        launching(givenDocument: true) { navigation.simulate(load) }
        propertyChanges.notify(.url)
        propertyChanges.notify(.isLoading)
        Task.immediate { [weak self] in
            // The events of the previous load must arrive first.
            if wasLoading { await PageArrival.reached(handle) } else { await Task.yield() }
            self?.askAboutAction(of: load)
        }
        return load.navigation
    }

    func simulateHTML(_ html: String, for request: URLRequest) -> WKNavigation {
        let data = Data(html.utf8)
        let response = URLResponse(
            url: request.url ?? URL(fileURLWithPath: "/"), mimeType: "text/html", expectedContentLength: data.count,
            textEncodingName: "utf-8")
        return loadSimulatedRequest(request, response: response, responseData: data)
    }

    /// Stops all loads. A simulated load that has started fails.
    func stopLoads() {
        if let handle { cwk_view_stop(handle) }
        guard let load = navigation.simulated, load.stage != .handedOver else { return }
        end(load, .loading(NSURLErrorCancelled, load.request.url))
    }

    private func askAboutAction(of load: SimulatedLoad) {
        guard navigation.simulated === load else { return }
        let usual = liveConfiguration.defaultWebpagePreferences.duplicate
        guard let delegate = actingNavigationDelegate else { return decided(load, .allow, usual) }
        let action = WKNavigationAction(
            request: load.request, navigationType: .other, targetFrame: mainFrame, sourceFrame: mainFrame)
        delegate.decide(about: action, usual, in: self) { [weak self] policy, preferences in
            self?.decided(load, policy, preferences)
        }
    }

    private func decided(
        _ load: SimulatedLoad, _ policy: WKNavigationActionPolicy, _ preferences: WKWebpagePreferences
    ) {
        guard navigation.simulated === load, load.stage == .deciding else { return }
        guard policy == .allow else { return end(load, nil) }
        guard mayNavigate(to: load.request.url) else {
            end(load, nil)
            let error = Self.appBoundError(for: load.request.url)
            actingNavigationDelegate?.webView(self, didFailProvisionalNavigation: load.navigation, withError: error)
            return
        }
        apply(preferences)
        load.stage = .started
        reportStart { $0.startSimulated() }
        askAboutResponse(of: load)
    }

    private func askAboutResponse(of load: SimulatedLoad) {
        guard let handle, navigation.simulated === load else { return }
        let canShow = cwk_view_can_show(handle, load.type)
        guard let delegate = actingNavigationDelegate else { return decided(load, canShow ? .allow : .cancel) }
        let response = WKNavigationResponse(response: load.response, isForMainFrame: true, canShowMIMEType: canShow)
        delegate.decide(about: response, in: self) { [weak self] policy in self?.decided(load, policy) }
    }

    private func decided(_ load: SimulatedLoad, _ policy: WKNavigationResponsePolicy) {
        guard navigation.simulated === load, load.stage == .started, let handle, let url = load.request.url else {
            return
        }
        guard policy == .allow else { return end(load, WebKitPolicyError.interrupted(url)) }
        load.stage = .handedOver
        load.data.withUnsafeBytes { bytes in
            hardening.ofProcess.applied {
                cwk_view_load_document(
                    handle, bytes.baseAddress, bytes.count, load.type, load.response.textEncodingName,
                    url.absoluteString)
            }
        }
    }

    /// Ends a load before WebKit has its document. A load that has started fails with the error.
    private func end(_ load: SimulatedLoad, _ error: NSError?) {
        navigation.endSimulated()
        if load.stage == .started, let error {
            actingNavigationDelegate?.webView(self, didFailProvisionalNavigation: load.navigation, withError: error)
        }
        propertyChanges.notify(.url)
        propertyChanges.notify(.isLoading)
    }

    /// Returns whether the question is about a simulated document that the delegate has allowed already.
    func isHandedOver(_ question: PolicyQuestion) -> Bool {
        guard question.kind == CWK_POLICY_NAVIGATION, let load = navigation.simulated, load.stage == .handedOver else {
            return false
        }
        return cwk_policy_uri(question.handle).flatMap { URL(address: String(cString: $0)) } == load.request.url
    }
}
