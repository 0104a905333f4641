import CWebKitGTK
import URLInterception

extension WKWebView {
    /// Downloads what `request` names, without a navigation. Apple API.
    ///
    /// ```swift
    /// webView.startDownload(using: request) { download in download.delegate = self }
    /// ```
    ///
    /// The handler receives the download before it begins. The request is sent with its method, headers and body, and with the
    /// cookies of the view's data store.
    public func startDownload(
        using request: URLRequest, completionHandler: @escaping @MainActor (WKDownload) -> Void
    ) { start(request, waits: false, completionHandler) }

    private func start(
        _ request: URLRequest, waits: Bool, _ completionHandler: @escaping @MainActor (WKDownload) -> Void
    ) {
        guard let handle, let url = request.url, isLoadedByEngine(request) else {
            return hand(RequestedDownload(.request(request), DownloadLoader(self)), request, waits, completionHandler)
        }
        downloads.await(url.absoluteString) { [weak self] source in
            self?.hand(source, request, waits, completionHandler)
        }
        cwk_view_download(handle, url.absoluteString)
    }

    /// Downloads what `request` names, without a navigation. Apple API. Unlike on iOS it begins when its delegate is set.
    public func startDownload(using request: URLRequest) async -> WKDownload {
        await withCheckedContinuation { continuation in
            start(request, waits: true) { continuation.resume(returning: $0) }
        }
    }

    /// Goes on with a download that was cancelled or has failed. Apple API.
    ///
    /// The rest is asked for with `Range` and `If-Range`, and added to the file. A body that has changed, or a server that gives no
    /// parts, begins the file anew, and so does a file that was removed. A file that has another length than before stays as it
    /// is, and the download fails with `NSURLErrorCannotOpenFile`. The delegate is not asked for a file.
    ///
    /// Unlike on iOS data that is damaged, or of another system, is no exception: the download fails with
    /// `NSURLErrorCannotDecodeRawData`.
    public func resumeDownload(
        fromResumeData resumeData: Data, completionHandler: @escaping @MainActor (WKDownload) -> Void
    ) { resume(resumeData, waits: false, completionHandler) }

    private func resume(
        _ resumeData: Data, waits: Bool, _ completionHandler: @escaping @MainActor (WKDownload) -> Void
    ) {
        let start: RequestedDownload.Start
        let facts = ResumeData(resumeData)
        if let facts {
            start = .rest(facts)
        } else {
            start = .refusal(
                DownloadFailure.error(
                    NSURLErrorCannotDecodeRawData, nil, nil, "The resume data is damaged, or not of this library"))
        }
        hand(RequestedDownload(start, DownloadLoader(self)), facts?.request, waits, completionHandler)
    }

    /// Goes on with a download that was cancelled or has failed. Apple API. Unlike on iOS it goes on when its delegate is
    /// set.
    public func resumeDownload(fromResumeData resumeData: Data) async -> WKDownload {
        await withCheckedContinuation { continuation in
            resume(resumeData, waits: true) { continuation.resume(returning: $0) }
        }
    }

    private func hand(
        _ source: any DownloadSource, _ request: URLRequest?, _ waits: Bool,
        _ completionHandler: @escaping @MainActor (WKDownload) -> Void
    ) {
        let download = WKDownload(source, originalRequest: request, webView: self)
        download.waitsForDelegate = waits
        Task { @MainActor in
            completionHandler(download)
            if !waits { download.begin() }
        }
    }

    /// Whether only WebKit can load a request: its scheme is WebKit's own.
    private func isLoadedByEngine(_ request: URLRequest) -> Bool {
        ["blob", "file", "about"].contains(request.url?.scheme?.lowercased() ?? "")
    }

    var downloadUserAgent: String? { handle.flatMap { cwk_view_user_agent($0) }.map { String(cString: $0) } }

    // MARK: Navigations that become downloads

    /// Downloads instead of navigating.
    func download(_ action: WKNavigationAction, _ question: PolicyQuestion) {
        guard let url = action.request.url else { return question.answer(CWK_POLICY_IGNORE) }
        // WebKit doesn't report the body of a form.
        if isLoadedByEngine(action.request) || action.request.httpMethod ?? "GET" != "GET" {
            downloads.await(url.absoluteString) { [weak self] in self?.begin($0, of: action) }
            question.answer(CWK_POLICY_DOWNLOAD)
        } else {
            question.answer(CWK_POLICY_IGNORE)
            begin(RequestedDownload(.request(action.request), DownloadLoader(self)), of: action)
        }
    }

    private func begin(_ source: any DownloadSource, of action: WKNavigationAction) {
        let download = WKDownload(
            source, originalRequest: action.request, webView: self, isUserInitiated: action.isUserInitiated,
            originatingFrame: action.sourceFrame)
        actingNavigationDelegate?.webView(self, navigationAction: action, didBecome: download)
        download.begin()
    }

    /// Saves a response instead of showing it.
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
            isUserInitiated: downloads.isUserInitiated(url))
        actingNavigationDelegate?.webView(self, navigationResponse: response, didBecome: download)
        download.begin()
    }

    /// Takes a download that WebKit has begun.
    func downloadStarted(_ source: EngineDownload) {
        if let begin = downloads.take(source.address) { return begin(source) }
        // A link that says `download`, and whose navigation was allowed: only now is that known.
        guard let delegate = actingNavigationDelegate, let url = URL(address: source.address) else { return }
        let action = WKNavigationAction(
            request: URLRequest(url: url), navigationType: .linkActivated, targetFrame: mainFrame,
            sourceFrame: mainFrame)
        action.shouldPerformDownload = true
        delegate.webView(
            self, decidePolicyFor: action, preferences: liveConfiguration.defaultWebpagePreferences
        ) { [weak self] policy, _ in
            switch policy {
            case .download: self?.begin(source, of: action)
            case .allow: self?.follow(url)
            case .cancel: break
            }
        }
    }

    /// Has the page navigate to the address of a link that says `download`.
    func follow(_ url: URL) {
        downloads.allowLink(url)
        evaluate("location.assign(\(JavaScriptLiteral.string(url.absoluteString)))", in: FrameQuestion.world) { _ in }
    }
}
