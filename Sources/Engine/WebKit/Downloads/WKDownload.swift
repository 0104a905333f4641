/// A load whose response is saved to a file. Apple API. Main actor only.
///
/// ```swift
/// func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
///     download.delegate = self  // The delegate chooses the file.
/// }
/// ```
///
/// A download stays alive until its end, also without other references and after the end of its view. Unlike on iOS custom
/// schemes can be downloaded too. Such a download fails when its view ends, because the view's handler supplies the bytes.
@preconcurrency @MainActor
open class WKDownload: NSObject, ProgressReporting {
    /// The request that started the download. Apple API.
    open internal(set) var originalRequest: URLRequest?

    /// The view that started the download; nil when the view is gone. Apple API.
    open internal(set) weak var webView: WKWebView?

    /// The object that chooses the file and receives the download's events. Apple API.
    ///
    /// A download without a delegate is cancelled when it needs a file.
    open weak var delegate: (any WKDownloadDelegate)?

    /// The numbers of saved and of expected bytes. Apple API.
    ///
    /// `totalUnitCount` is -1 for an unknown length. `fileURL` is the file that the delegate has chosen. Cancelling the
    /// progress cancels the download. Its properties can be observed, see
    /// ``Foundation/NSObjectProtocol/observe(_:options:changeHandler:)``.
    public nonisolated var progress: Progress { ownProgress }

    /// Whether a user's gesture or the application began the download, and not a script alone. Apple API.
    open internal(set) var isUserInitiated: Bool

    /// The frame that started the download. Apple API. It is the ``WKNavigationAction/sourceFrame`` of the navigation, or the main frame
    /// for a download of the application.
    open internal(set) var originatingFrame: WKFrameInfo

    nonisolated let ownProgress = DownloadProgress()
    /// The placeholder of the file; nil where the delegate wants none.
    private var placeholder: DownloadPlaceholder?
    /// The source of the bytes; nil after its end.
    private var source: (any DownloadSource)?
    private var hasBegun = false
    private var cancellations: [@MainActor (Data?) -> Void]?
    /// The closure that returns the URL that the application sees in place of a loaded URL.
    private let shownAddress: @MainActor (URL) -> URL

    /// Makes a download that begins with ``begin()``.
    init(
        _ source: any DownloadSource, originalRequest: URLRequest?, webView: WKWebView, isUserInitiated: Bool = true,
        originatingFrame: WKFrameInfo? = nil
    ) {
        let shownAddress = webView.hooks.shownAddress ?? { $0 }
        self.source = source
        self.originalRequest = originalRequest?.mappingAddress(shownAddress)
        self.webView = webView
        self.isUserInitiated = isUserInitiated
        self.originatingFrame = originatingFrame?.mappingAddresses(shownAddress) ?? webView.shownMainFrame
        self.shownAddress = shownAddress
        super.init()
        ownProgress.cancellationHandler = { [weak self] in
            Task { @MainActor in self?.cancel() }
        }
    }

    /// Cancels the download without a further call of its delegate. Apple API.
    ///
    /// The handler receives data for ``WKWebView/resumeDownload(fromResumeData:completionHandler:)``. The data is nil where the
    /// response has no length, or neither a strong `ETag` nor a `Last-Modified`. The data is also nil after the download's end.
    /// The file keeps its bytes.
    open func cancel(_ completionHandler: (@MainActor (Data?) -> Void)? = nil) {
        guard let source else {
            Task { completionHandler?(nil) }
            return
        }
        let isFirst = cancellations == nil
        cancellations = (cancellations ?? []) + (completionHandler.map { [$0] } ?? [])
        guard isFirst else { return }
        source.cancel()
        if !hasBegun { failed(DownloadFailure.cancelled(originalRequest?.url), resumeData: nil) }
    }

    /// Cancels the download without a further call of its delegate, and returns data to resume it. Apple API.
    @discardableResult
    open func cancel() async -> Data? {
        await withCheckedContinuation { continuation in cancel { continuation.resume(returning: $0) } }
    }

    // MARK: Progress

    /// Whether the application has cancelled the download.
    var isCancelled: Bool { cancellations != nil }

    func begin() {
        guard !isCancelled else { return }
        hasBegun = true
        source?.begin(self)
    }

    // MARK: DownloadRecipient

    func decideDestination(
        for response: URLResponse, suggested name: String, _ answer: @escaping @MainActor (Result<URL, NSError>) -> Void
    ) {
        guard let delegate else { return answer(.failure(DownloadFailure.cancelled(response.url))) }
        let question = CompletionHandler<URL?>(
            delegate, "download:decideDestinationUsingResponse:suggestedFilename:completionHandler:", unanswered: nil
        ) { [weak self] url in
            guard let self, let url else { return answer(.failure(DownloadFailure.cancelled(response.url))) }
            guard url.isFileURL else {
                answer(.failure(DownloadFailure.cancelled(response.url)))
                return WKException.raise(.invalidArgumentException, "destination must be a file URL")
            }
            guard DownloadFile.canBeCreated(at: url) else {
                return answer(.failure(DownloadFailure.cannotCreate(url)))
            }
            progress.fileURL = url
            decidePlaceholder(for: url) { answer(.success(url)) }
        }
        delegate.download(
            self, decideDestinationUsing: response.mappingAddress(shownAddress), suggestedFilename: name,
            completionHandler: question.closure())
    }

    /// Asks the delegate for a placeholder, and makes it.
    private func decidePlaceholder(for url: URL, _ proceed: @escaping @MainActor () -> Void) {
        guard let delegate else { return proceed() }
        let question = CompletionHandler<(PlaceholderPolicy, URL?)>(
            delegate, "download:decidePlaceholderPolicy:", unanswered: (.disable, nil)
        ) { [weak self] policy, alternative in
            guard let self, policy == .enable, let delegate = self.delegate else {
                if let alternative { self?.progress.fileURL = alternative }
                return proceed()
            }
            guard let made = DownloadPlaceholder(for: url) else { return proceed() }
            placeholder = made
            let answer = CompletionHandler<Void>(
                delegate, "download:didReceivePlaceholderURL:completionHandler:", unanswered: ()
            ) { proceed() }
            delegate.download(self, didReceivePlaceholderURL: made.url, completionHandler: answer.closure())
        }
        delegate.download(self, decidePlaceholderPolicy: question.closure())
    }

    func permits(_ request: URLRequest, after response: HTTPURLResponse) async throws -> Bool {
        guard let delegate else { return true }
        let waiter = Waiter<RedirectPolicy>()
        let question = CompletionHandler<RedirectPolicy>(
            delegate, "download:willPerformHTTPRedirection:newRequest:decisionHandler:", unanswered: .cancel
        ) { waiter.resume(returning: $0) }
        delegate.download(
            self, willPerformHTTPRedirection: response.mappingAddress(shownAddress) as? HTTPURLResponse ?? response,
            newRequest: request.mappingAddress(shownAddress), decisionHandler: question.closure())
        return try await waiter.value() == .allow
    }

    typealias ChallengeAnswer = (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?)

    func answer(_ challenge: URLAuthenticationChallenge) async throws -> ChallengeAnswer {
        guard let delegate else { return (.rejectProtectionSpace, nil) }
        let waiter = Waiter<ChallengeAnswer>()
        let question = CompletionHandler<(URLSession.AuthChallengeDisposition, URLCredential?)>(
            delegate, "download:didReceiveAuthenticationChallenge:completionHandler:",
            unanswered: (.cancelAuthenticationChallenge, nil)
        ) { waiter.resume(returning: $0) }
        delegate.download(self, didReceive: challenge, completionHandler: question.closure())
        return try await waiter.value()
    }

    func finished() {
        guard take(nil) else { return }
        ownProgress.end()
        if let placeholder {
            placeholder.remove()
            delegate?.download(self, didReceiveFinalURL: placeholder.destination)
        }
        delegate?.downloadDidFinish(self)
    }

    func failed(_ error: NSError, resumeData: Data?) {
        placeholder?.remove()
        guard take(resumeData) else { return }
        delegate?.download(self, didFailWithError: error, resumeData: resumeData)
    }

    /// Releases the source, calls the completion handlers of ``cancel(_:)``, and returns whether the delegate must learn of the
    /// end.
    private func take(_ resumeData: Data?) -> Bool {
        guard source != nil else { return false }
        source = nil
        for completion in cancellations ?? [] { completion(resumeData) }
        return !isCancelled
    }
}

extension WKDownload: DownloadRecipient {}
