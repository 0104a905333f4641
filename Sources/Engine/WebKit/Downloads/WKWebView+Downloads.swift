import CWebKitGTK
import URLInterception

extension WKWebView {
    /// Downloads the resource of a request, and hands the download over before it begins.
    func beginDownload(of request: URLRequest, _ completionHandler: @escaping @MainActor (WKDownload) -> Void) {
        guard let handle, let url = request.url, isLoadedByEngine(request) else {
            return hand(RequestedDownload(.request(request), DownloadLoader(self)), request, completionHandler)
        }
        downloads.await(url.absoluteString) { [weak self] source in
            self?.hand(source, request, completionHandler)
        }
        cwk_view_download(handle, url.absoluteString)
    }

    /// Downloads the resource of `request`, without a navigation. Apple API.
    ///
    /// The download begins after the return. Set its delegate at once: without one it is cancelled when it needs a file.
    public func startDownload(using request: URLRequest) async -> WKDownload {
        await withCheckedContinuation { continuation in
            startDownload(using: request) { continuation.resume(returning: $0) }
        }
    }

    /// Continues a download from its resume data, and hands it over before it begins.
    func continueDownload(from resumeData: Data, _ completionHandler: @escaping @MainActor (WKDownload) -> Void) {
        let start: RequestedDownload.Start
        let facts = ResumeData(resumeData)
        if let facts {
            start = .rest(facts)
        } else {
            WKException.raise(.invalidArgumentException, "The resume data is damaged, or another library has made it")
            start = .refusal(
                DownloadFailure.error(
                    NSURLErrorCannotDecodeRawData, nil, nil,
                    "The resume data is damaged, or another library has made it"))
        }
        hand(RequestedDownload(start, DownloadLoader(self)), facts?.request, completionHandler)
    }

    /// Resumes a download that was cancelled or has failed. Apple API.
    ///
    /// The download continues after the return. Damaged data is misuse, see ``WKException``.
    public func resumeDownload(fromResumeData resumeData: Data) async -> WKDownload {
        await withCheckedContinuation { continuation in
            resumeDownload(fromResumeData: resumeData) { continuation.resume(returning: $0) }
        }
    }

    private func hand(
        _ source: any DownloadSource, _ request: URLRequest?,
        _ completionHandler: @escaping @MainActor (WKDownload) -> Void
    ) {
        let download = WKDownload(source, originalRequest: request, webView: self)
        Task { @MainActor in
            completionHandler(download)
            // A caller of the `async` form was resumed, and sets the delegate. Its task comes first.
            for _ in 0..<3 { await Task.yield() }
            download.begin()
        }
    }

    /// Returns whether only WebKit can load a request, because of its scheme.
    private func isLoadedByEngine(_ request: URLRequest) -> Bool {
        ["blob", "file", "about"].contains(request.url?.scheme?.lowercased() ?? "")
    }

    var downloadUserAgent: String? { handle.flatMap { cwk_view_user_agent($0) }.map { String(cString: $0) } }

    // MARK: Navigations that become downloads

    /// Answers the navigation question with a download in place of the navigation.
    func download(_ action: WKNavigationAction, _ question: PolicyQuestion) {
        guard let url = action.request.url else { return question.answer(CWK_POLICY_IGNORE) }
        // Only WebKit can send the request of a form: it doesn't report the body.
        if isLoadedByEngine(action.request) || action.request.httpMethod ?? "GET" != "GET" {
            downloads.await(url.absoluteString) { [weak self] in self?.begin($0, of: action) }
            question.answer(CWK_POLICY_DOWNLOAD)
        } else {
            question.answer(CWK_POLICY_IGNORE)
            begin(
                RequestedDownload(.request(action.downloadRequest), DownloadLoader(self), named: action.downloadName),
                of: action)
        }
    }

    private func begin(_ source: any DownloadSource, of action: WKNavigationAction) {
        let download = WKDownload(
            source, originalRequest: action.request, webView: self, isUserInitiated: action.isUserInitiated,
            originatingFrame: action.sourceFrame)
        actingNavigationDelegate?.webView(self, navigationAction: action, didBecome: download)
        download.begin()
    }

    /// Answers the response question with a download in place of the document.
    func download(_ response: WKNavigationResponse, _ task: URLSchemeTask?, _ question: PolicyQuestion) {
        let url = response.response.url
        guard let body = task?.divert() else {
            downloads.await(url?.absoluteString ?? "") { [weak self] in self?.begin($0, of: response) }
            return question.answer(CWK_POLICY_DOWNLOAD)
        }
        // WebKitGTK cannot download from custom schemes.
        begin(
            RequestedDownload(.answer(body.response ?? response.response, body.bytes), DownloadLoader(self)),
            of: response)
        question.answer(CWK_POLICY_IGNORE)
    }

    private func begin(_ source: any DownloadSource, of response: WKNavigationResponse) {
        let url = response.response.url
        let download = WKDownload(
            source, originalRequest: url.map { URLRequest(url: $0) }, webView: self,
            isUserInitiated: downloads.isUserInitiated(url), originatingFrame: downloads.source(of: url))
        actingNavigationDelegate?.webView(self, navigationResponse: response, didBecome: download)
        download.begin()
    }

    /// Handles a download that WebKit has begun.
    func downloadStarted(_ source: EngineDownload) {
        if let begin = downloads.take(source.address) { return begin(source) }
        // The view expects no download: the navigation of a link with the `download` attribute was allowed. Ask the delegate
        // again.
        guard let delegate = actingNavigationDelegate, let url = URL(address: source.address) else { return }
        let action = WKNavigationAction(
            request: URLRequest(url: url), navigationType: .linkActivated, targetFrame: mainFrame,
            sourceFrame: mainFrame)
        action.shouldPerformDownload = true
        delegate.decide(about: action, liveConfiguration.defaultWebpagePreferences, in: self) {
            [weak self] policy, _ in
            switch policy {
            case .download: self?.begin(source, of: action)
            case .allow: self?.follow(url)
            case .cancel: break
            }
        }
    }

    /// Navigates the page to the URL of a link with the `download` attribute.
    func follow(_ url: URL) {
        downloads.allowLink(url)
        evaluate("location.assign(\(JavaScriptLiteral.string(url.absoluteString)))", in: Self.ownWorld) { _ in }
    }
}

extension WKNavigationAction {
    /// The request of the download that takes the navigation's place. It tells the server whether a document of its own origin asks.
    ///
    /// Source: Fetch Metadata, [Sec-Fetch-Site](https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header)
    fileprivate var downloadRequest: URLRequest {
        var request = request
        let isOwn =
            !sourceFrame.securityOrigin.text.isEmpty
            && sourceFrame.securityOrigin.text == WKSecurityOrigin(url: request.url).text
        request.setValue(isOwn ? "same-origin" : "cross-site", forHTTPHeaderField: "Sec-Fetch-Site")
        return request
    }
}
