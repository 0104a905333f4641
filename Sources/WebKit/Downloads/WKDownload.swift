/// A load whose response is saved to a file. Apple API. Main actor only.
///
/// ```swift
/// func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
///     download.delegate = self  // which chooses the file
/// }
/// ```
///
/// A download lives until its end, whoever else holds it, and goes on when its view is gone. Unlike on iOS custom schemes can be
/// downloaded too: their handler answers, so that such a download fails when its view goes.
@preconcurrency @MainActor
open class WKDownload: NSObject, ProgressReporting {
    /// The request that started the download. Apple API.
    open internal(set) var originalRequest: URLRequest?

    /// The view that asked; nil when it is gone. Apple API.
    open internal(set) weak var webView: WKWebView?

    /// The object that chooses the file and receives the course of the download. Apple API.
    ///
    /// A download that has no delegate when it needs a file is cancelled.
    open weak var delegate: (any WKDownloadDelegate)? {
        didSet {
            guard waitsForDelegate, delegate != nil else { return }
            waitsForDelegate = false
            begin()
        }
    }
    /// Whether the download begins when it has a delegate: its caller goes on later than a handler.
    var waitsForDelegate = false

    /// The number of bytes that are saved and expected. Apple API.
    ///
    /// `totalUnitCount` is -1 for an unknown length. `fileURL` is the file, once it was chosen. Cancelling the progress cancels the
    /// download. Unlike on iOS nothing but this progress can be observed, see ``Foundation/NSObjectProtocol/observe(_:options:changeHandler:)``.
    public nonisolated var progress: Progress { ownProgress }

    /// Whether a user's gesture, or the application, began the download, and not a script by itself. Apple API.
    open internal(set) var isUserInitiated: Bool

    /// The frame that asked. Apple API. Unlike on iOS it is the main frame whatever frame asked: WebKitGTK doesn't report it.
    open internal(set) var originatingFrame: WKFrameInfo

    nonisolated let ownProgress = DownloadProgress()
    /// The load of the bytes, until it has ended.
    private var source: (any DownloadSource)?
    private var hasBegun = false
    private var cancellations: [@MainActor (Data?) -> Void]?
    /// The address that the application sees in place of the loaded one.
    private let shownAddress: @MainActor (URL) -> URL

    /// Makes a download that begins with ``begin()``.
    init(
        _ source: any DownloadSource, originalRequest: URLRequest?, webView: WKWebView, isUserInitiated: Bool = true,
        originatingFrame: WKFrameInfo? = nil
    ) {
        let shownAddress = webView.shownAddress ?? { $0 }
        self.source = source
        self.originalRequest = originalRequest?.mappingAddress(shownAddress)
        self.webView = webView
        self.isUserInitiated = isUserInitiated
        self.originatingFrame = originatingFrame ?? webView.shownMainFrame
        self.shownAddress = shownAddress
        super.init()
        ownProgress.cancellationHandler = { [weak self] in
            Task { @MainActor in self?.cancel() }
        }
    }

    /// Ends the download without a further call of its delegate. Apple API.
    ///
    /// The handler receives data to resume it with, see ``WKWebView/resumeDownload(fromResumeData:completionHandler:)``, or nil where
    /// the server's answer has neither a strong `ETag` nor a `Last-Modified`, or no length. The file keeps the bytes that it has. A
    /// download that is over gives nil.
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

    /// Ends the download without a further call of its delegate, and returns data to resume it with. Apple API.
    @discardableResult
    open func cancel() async -> Data? {
        await withCheckedContinuation { continuation in cancel { continuation.resume(returning: $0) } }
    }

    // MARK: Course

    /// Whether the application has ended the download.
    var isCancelled: Bool { cancellations != nil }

    func begin() {
        guard !isCancelled else { return }
        hasBegun = true
        source?.begin(self)
    }

    /// Asks the delegate for the file.
    ///
    /// - Parameter answer: receives a file URL that names no file yet, or the error that the download fails with.
    func decideDestination(
        for response: URLResponse, suggested name: String, _ answer: @escaping @MainActor (Result<URL, NSError>) -> Void
    ) {
        guard let delegate else { return answer(.failure(DownloadFailure.cancelled(response.url))) }
        let question = OneAnswer<URL?>("download(_:decideDestinationUsing:suggestedFilename:completionHandler:)") {
            [weak self] url in
            guard let self, let url else { return answer(.failure(DownloadFailure.cancelled(response.url))) }
            guard url.isFileURL else {
                answer(.failure(DownloadFailure.cancelled(response.url)))
                return WKException.raise(.invalidArgumentException, "destination must be a file URL")
            }
            guard DownloadFile.canBeCreated(at: url) else {
                return answer(.failure(DownloadFailure.cannotCreate(url)))
            }
            progress.fileURL = url
            answer(.success(url))
        }
        delegate.download(self, decideDestinationUsing: response.mappingAddress(shownAddress), suggestedFilename: name)
        {
            question.answer($0)
        }
    }

    /// Asks the delegate whether to follow a redirect.
    func permits(_ request: URLRequest, after response: HTTPURLResponse) async throws -> Bool {
        guard let delegate else { return true }
        let waiter = Waiter<RedirectPolicy>()
        let question = OneAnswer<RedirectPolicy>(
            "download(_:willPerformHTTPRedirection:newRequest:decisionHandler:)", unanswered: .cancel
        ) { waiter.resume(returning: $0) }
        delegate.download(
            self, willPerformHTTPRedirection: response.mappingAddress(shownAddress) as? HTTPURLResponse ?? response,
            newRequest: request.mappingAddress(shownAddress)
        ) { question.answer($0) }
        return try await waiter.value() == .allow
    }

    typealias ChallengeAnswer = (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?)

    /// Asks the delegate to answer a challenge.
    func answer(_ challenge: URLAuthenticationChallenge) async throws -> ChallengeAnswer {
        guard let delegate else { return (.rejectProtectionSpace, nil) }
        let waiter = Waiter<ChallengeAnswer>()
        let question = OneAnswer<ChallengeAnswer>(
            "download(_:didReceive:completionHandler:)", unanswered: (.cancelAuthenticationChallenge, nil)
        ) { waiter.resume(returning: $0) }
        delegate.download(self, didReceive: challenge) { question.answer(($0, $1)) }
        return try await waiter.value()
    }

    func finished() {
        guard take(nil) else { return }
        ownProgress.end()
        delegate?.downloadDidFinish(self)
    }

    func failed(_ error: NSError, resumeData: Data?) {
        guard take(resumeData) else { return }
        delegate?.download(self, didFailWithError: error, resumeData: resumeData)
    }

    /// Lets go of the source; returns whether the delegate is to hear of the end.
    private func take(_ resumeData: Data?) -> Bool {
        guard source != nil else { return false }
        source = nil
        for completion in cancellations ?? [] { completion(resumeData) }
        return !isCancelled
    }
}
