import CWebKitGTK

/// The frames of a navigation, as the delegate is told of them.
@MainActor
struct NavigationFrames {
    /// The frame that will change; nil for a new window.
    var target: WKFrameInfo?
    /// The frame that asked.
    var source: WKFrameInfo
    /// The value of the attribute `download` of the link that the navigation follows; nil where it has none.
    var download: String?
    /// The referrer policy that the element behind the navigation, or its document, names; nil for none.
    var referrerPolicy: String?
}

// Finds the frames of navigations.
extension WKWebView {
    /// Calls `proceed` with the frames, at once where the application began the navigation.
    func findFrames(of question: PolicyQuestion, then proceed: @escaping @MainActor (NavigationFrames) -> Void) {
        let url = cwk_policy_uri(question.handle).map { String(cString: $0) } ?? ""
        let main = mainFrame(during: question.handle)
        if question.kind == CWK_POLICY_NAVIGATION, isRequested(url) || isHistoryStep(of: question.handle, to: url) {
            return proceed(NavigationFrames(target: main, source: main))
        }
        findFrame(of: question.handle) { [weak self] found in
            guard let self else { return proceed(NavigationFrames(target: main, source: main)) }
            let frame = { (known: PageFrame?) in
                known.map { $0.isMainFrame ? main : WKFrameInfo($0, webView: self) }
            }
            var frames = NavigationFrames(
                target: frame(found.target) ?? main, source: frame(found.source) ?? main,
                download: found.download, referrerPolicy: found.referrerPolicy)
            if found.target == nil, found.isSubframe || isOfSubframe(question.handle, url) {
                frames.target = WKFrameInfo(isMainFrame: false, request: nil, webView: self)
            }
            if question.kind == CWK_POLICY_NEW_WINDOW { frames.target = nil }
            proceed(frames)
        }
    }

    /// Returns whether the application asked for the load of an address.
    func isRequested(_ url: String) -> Bool {
        guard let requested = navigation.requested else { return false }
        return requested.request == nil || requested.request?.url?.absoluteString == url
    }

    /// Returns whether a step in the back-forward list replaces the page. WebKit moves the list beforehand.
    private func isHistoryStep(of decision: OpaquePointer, to url: String) -> Bool {
        isInHistory(decision) && isCurrentItem(url) && shownPage.committedURL?.absoluteString != url
    }

    /// Returns whether a subframe will change, although the extension does not know it.
    private func isOfSubframe(_ decision: OpaquePointer, _ url: String) -> Bool {
        url == "about:blank" || url == "about:srcdoc" || isInHistory(decision) && !isCurrentItem(url)
    }

    private func isInHistory(_ decision: OpaquePointer) -> Bool {
        cwk_policy_navigation_type(decision) == WKNavigationType.backForward.rawValue
    }

    private func isCurrentItem(_ url: String) -> Bool {
        backForwardList.currentItem?.loadedURL.absoluteString == url
    }

    /// Returns the frame that opens a window: that of a script's call, of a click on a link to the address, or of any click that lets
    /// it. WebKit waits for the window, so that the page cannot be asked.
    func frameOpening(_ decision: OpaquePointer) -> WKFrameInfo {
        if let call = pageCalls.last {
            return call.frame.isMainFrame ? mainFrame(during: decision) : WKFrameInfo(call.frame, webView: self)
        }
        let url = cwk_policy_uri(decision).map { String(cString: $0) } ?? ""
        guard let click = lastClick, !click.frame.isMainFrame,
            click.address == url || cwk_policy_is_user_gesture(decision)
        else { return mainFrame(during: decision) }
        return WKFrameInfo(click.frame, webView: self)
    }
}
