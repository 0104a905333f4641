import CWebKitGTK

// The shim's callbacks, handed to the view they belong to. They come on the main thread.
extension WKWebView {
    func viewCallbacks(context: UnsafeMutableRawPointer) -> CWKViewCallbacks {
        CWKViewCallbacks(
            changed: { property, context in WKWebView.with(context) { $0.changed(property) } },
            load_changed: { event, context in WKWebView.with(context) { $0.loadChanged(event) } },
            load_failed: { event, uri, error, context in
                guard let error else { return }
                let failure = ShimError(error.pointee)
                let url = uri.flatMap { URL(address: String(cString: $0)) }
                WKWebView.with(context) { $0.loadFailed(event, url, failure) }
            },
            decide_policy: { decision, context in
                guard let decision else { return }
                WKWebView.with(context) { $0.decidePolicy(PolicyQuestion(decision)) }
            },
            authenticate: { challenge, context in
                guard let challenge else { return }
                WKWebView.with(context) { $0.authenticate(challenge) }
            },
            terminated: { reason, context in WKWebView.with(context) { $0.processTerminated(reason) } },
            dialog: { dialog, context in
                guard let dialog else { return }
                WKWebView.with(context) { $0.show(ScriptDialog(dialog)) }
            },
            choose_files: { chooser, context in
                guard let chooser else { return }
                WKWebView.with(context) { $0.chooseFiles(FileChooser(chooser)) }
            },
            capture_media: { request, context in
                guard let request else { return }
                WKWebView.with(context) { $0.decideCapture(CaptureRequest(request)) }
            },
            create: { action, context in
                guard let action else { return nil }
                var created: OpaquePointer?
                WKWebView.with(context) { created = $0.createView(for: action) }
                return created
            },
            close_requested: { context in WKWebView.with(context) { $0.uiDelegate?.webViewDidClose($0) } },
            document_began: { document, context in
                guard let document else { return }
                var began = EngineDocument(document.pointee)
                WKWebView.with(context) {
                    began.frame = $0.messageSenders.latestFrame
                    $0.hooks.documents.notify(began)
                }
            },
            sender_changed: { sender, context in
                guard let sender else { return }
                let (id, facts) = (String(cString: sender.pointee.id), MessageSender(sender.pointee))
                WKWebView.with(context) {
                    guard $0.messageSenders.note(facts, id: id), facts.worldName == nil else { return }
                    $0.hooks.frames.notify(
                        EngineFrame(id: facts.frameID, isMainFrame: facts.isMainFrame, origin: facts.origin))
                }
            },
            sender_gone: { id, context in
                guard let id = id.map({ String(cString: $0) }) else { return }
                WKWebView.with(context) { $0.messageSenders.forget(id) }
            },
            clicked: { frame, address, context in
                guard let frame else { return }
                let click = PageClick(
                    frame: PageFrame(frame.pointee), address: address.map { String(cString: $0) } ?? "")
                WKWebView.with(context) { $0.lastClick = click }
            },
            call_began: { frame, features, context in
                guard let frame else { return }
                let call = PageCall(
                    frame: PageFrame(frame.pointee), features: features.map { String(cString: $0) } ?? "")
                WKWebView.with(context) { $0.pageCalls.append(call) }
            },
            call_ended: { context in WKWebView.with(context) { _ = $0.pageCalls.popLast() } },
            file_refused: { uri, context in
                let url = uri.flatMap { URL(address: String(cString: $0)) }
                WKWebView.with(context) { $0.shownPage.refusedFile = url }
            },
            search_ended: { isFound, context in WKWebView.with(context) { $0.searches.ended(isFound) } },
            menu_asked: { link, isImage, context in
                let link = link.flatMap { URL(address: String(cString: $0)) }
                WKWebView.with(context) { $0.contextMenuAsked(link: link, isImage: isImage) }
            },
            fullscreen_changed: { isEntering, context in
                WKWebView.with(context) { $0.fullscreenChanged(isEntering: isEntering) }
            },
            context: context)
    }

    private nonisolated static func with(_ context: UnsafeMutableRawPointer?, _ body: @MainActor (WKWebView) -> Void) {
        ShimCallback.unretained(context, WKWebView.self, body)
    }

    private func changed(_ property: CWKProperty) {
        propertyChanges.notify(ViewProperty(property))
    }

    private func loadChanged(_ event: CWKLoadEvent) {
        switch event {
        case CWK_LOAD_STARTED:
            if navigation.beginsSimulated(loadedURL) { return }
            if navigation.requested?.startsSilently ?? false { return _ = navigation.start() }
            reportStart { $0.start() }
        case CWK_LOAD_REDIRECTED:
            if let current = navigation.current {
                actingNavigationDelegate?.webView(self, didReceiveServerRedirectForProvisionalNavigation: current)
            }
        case CWK_LOAD_COMMITTED:
            (shownPage.committedURL, shownPage.arrivingURL, shownPage.allowedURL) = (loadedURL, nil, nil)
            if let origin = shownPage.committedURL.flatMap(StorageOrigin.origin(of:)) {
                liveConfiguration.websiteDataStore.shownOrigins.insert(origin)
            }
            if shownPage.contentMode == .desktop || shownPage.layoutScale != 1 { applyLayout() }
            fileAccess.committed(shownPage.committedURL)
            propertyChanges.notify(.security)
            actingNavigationDelegate?.webView(self, didCommit: navigation.commit())
        default: finish()
        }
    }

    /// The navigation delegate that receives the view's calls.
    var actingNavigationDelegate: (any WKNavigationDelegate)? { hooks.navigationDelegate ?? navigationDelegate }

    /// Reports the start of a load to the delegate, and the cancellation of the load that it replaces.
    func reportStart(_ start: (inout NavigationProgress) -> (started: WKNavigation, displaced: WKNavigation?)) {
        deliverFinish()
        shownPage.refusedFile = nil
        shownPage.arrivingURL = nil
        let replaced = shownPage.startedURL
        let (started, displaced) = start(&navigation)
        shownPage.startedURL = loadedURL
        started.effectiveContentMode = effectiveContentMode
        if let displaced {
            let error = NSError.loading(NSURLErrorCancelled, replaced)
            actingNavigationDelegate?.webView(self, didFailProvisionalNavigation: displaced, withError: error)
        }
        actingNavigationDelegate?.webView(self, didStartProvisionalNavigation: started)
    }

    /// Tells that the load has finished. WebKitGTK can bring a short document's title a moment later; on iOS it is there.
    private func finish() {
        downloads.forgetTasks()
        shownPage.relaunches.finished(at: .now)
        guard let finished = navigation.finish() else { return }
        shownPage.unreportedFinish = finished
        report(finished, attempts: 50)
    }

    /// Reports a finish as soon as the view has a title, if the document has one. Keeps no view alive meanwhile.
    private func report(_ finished: WKNavigation, attempts: Int) {
        guard (title ?? "").isEmpty, attempts > 0 else { return deliverFinish() }
        evaluate("document.title", in: Self.ownWorld) { [weak self] result in
            guard let self, shownPage.unreportedFinish === finished else { return }
            let expected = (try? result.get()) as? String ?? ""
            report(finished, attempts: expected.isEmpty ? 0 : attempts - 1)
        }
    }

    private func deliverFinish() {
        guard let finished = shownPage.unreportedFinish else { return }
        shownPage.unreportedFinish = nil
        actingNavigationDelegate?.webView(self, didFinish: finished)
    }

    private func loadFailed(_ event: CWKLoadEvent, _ url: URL?, _ failure: ShimError) {
        let wasCommitted = event == CWK_LOAD_COMMITTED
        if !wasCommitted, navigation.failsForRepeat() { return }
        let error =
            shownPage.refusedFile.map { NavigationFailures.unreadableFile($0) }
            ?? interceptedFailure(of: url).map { NavigationFailures.located($0, url) }
            ?? failures.error(for: failure, url: url)
        shownPage.failedURL = shownPage.refusedFile ?? url
        shownPage.refusedFile = nil
        shownPage.arrivingURL = nil
        if shownPage.allowedURL?.textWithoutFragment == url?.textWithoutFragment { shownPage.allowedURL = nil }
        downloads.forgetTasks()
        guard let failed = navigation.fail() else { return }
        if !wasCommitted, settlesUpgrade(failed, of: url, error) { return }
        if wasCommitted {
            actingNavigationDelegate?.webView(self, didFail: failed, withError: error)
        } else {
            actingNavigationDelegate?.webView(self, didFailProvisionalNavigation: failed, withError: error)
        }
    }

    private func processTerminated(_ reason: CWKTermination) {
        terminations += 1
        hardening.ofProcess = .none
        shownPage.unreportedFinish = nil
        lastClick = nil
        pageCalls = []
        navigation.reset()
        searches.endAll()
        fileAccess.processEnded()
        downloads.forgetTasks()
        for task in schemeTasks { task.pageGone() }
        guard !hardening.isReplacing else { return }
        shownPage.relaunches.isRefused = reason == CWK_TERMINATION_REQUESTED
        for property in [ViewProperty.url, .title, .progress, .isLoading, .security] {
            propertyChanges.notify(property)
        }
        guard let delegate = actingNavigationDelegate else { return relaunchPage() }
        delegate.webViewWebContentProcessDidTerminate(self)
    }

    private func createView(for action: OpaquePointer) -> OpaquePointer? {
        if isTakenByApplication(action) { return nil }
        let asked = navigationAction(of: action, target: nil, source: frameOpening(action))
        if isCancelled(asked, isRequested: false) { return nil }
        guard let uiDelegate else { return nil }
        let configuration = configuration
        configuration.opener = self
        let created = uiDelegate.webView(
            self, createWebViewWith: configuration, for: hooks.shownAddress.map { asked.mappingAddresses($0) } ?? asked,
            windowFeatures: WKWindowFeatures(pageCalls.last?.features ?? ""))
        guard let created else { return nil }
        guard created.liveConfiguration.opener === self else {
            WKException.raise(
                .invalidArgumentException, "The view was not made with the configuration that was passed in")
            return nil
        }
        created.openingFrame = asked.sourceFrame
        return created.handle
    }
}

extension WKWebView: ContextView {
    func begin(schemeRequest: OpaquePointer) { URLSchemeTask.start(schemeRequest, in: self) }

    func begin(download: OpaquePointer) {
        downloadStarted(EngineDownload(download, liveConfiguration.websiteDataStore))
    }
}
