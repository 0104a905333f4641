/// An object that chooses the file of a ``WKDownload`` and receives its events. Apple API. Main actor only.
///
/// Each decision can be implemented with a completion handler or as an `async` method. A delegate must call a handler exactly
/// once: a second call is misuse, see ``WKException``, and so is a handler that is released without a call.
@preconcurrency @MainActor
public protocol WKDownloadDelegate: NSObjectProtocol {
    /// Chooses the file; nil cancels the download with `NSURLErrorCancelled`. Apple API.
    ///
    /// The file must not exist, and its folder must exist. Otherwise the download fails with `NSURLErrorCannotCreateFile`. Any
    /// URL but a file URL is misuse. The suggested name has no path separators, no control characters, and is not `.` or `..`.
    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping @MainActor (URL?) -> Void)

    /// Chooses the file; nil, the default, cancels the download. Apple API.
    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL?

    /// Decides whether to follow a redirect; the default follows it. Apple API.
    func download(
        _ download: WKDownload, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        decisionHandler: @escaping @MainActor (WKDownload.RedirectPolicy) -> Void)

    /// Decides whether to follow a redirect; the default follows it. Apple API.
    func download(
        _ download: WKDownload, decidedPolicyForHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> WKDownload.RedirectPolicy

    /// Supplies a credential for a server's challenge; the default rejects the protection space. Apple API.
    ///
    /// Unlike on iOS only HTTP Basic challenges arrive, and no challenges about certificates.
    func download(
        _ download: WKDownload, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// Supplies a credential for a server's challenge; the default rejects the protection space. Apple API.
    func download(
        _ download: WKDownload, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// Reports that the file is complete. Apple API.
    func downloadDidFinish(_ download: WKDownload)

    /// Reports that the download has failed. Apple API.
    ///
    /// `resumeData` is the argument for ``WKWebView/resumeDownload(fromResumeData:completionHandler:)``; nil where the download
    /// cannot be resumed. The file keeps its bytes.
    func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)

    /// Decides whether a placeholder file stands beside the file until the download is over. Apple API.
    ///
    /// The delegate is asked once it has chosen the file. The placeholder has the name of the file with `.download` behind it. A URL
    /// beside `.disable` is a placeholder of the application's own: it becomes the `fileURL` of ``WKDownload/progress``.
    func download(
        _ download: WKDownload,
        decidePlaceholderPolicy completionHandler: @escaping @MainActor (WKDownload.PlaceholderPolicy, URL?) -> Void)

    /// Decides whether a placeholder file stands beside the file until the download is over; the default is none. Apple API.
    func placeholderPolicy(forDownload download: WKDownload) async -> (WKDownload.PlaceholderPolicy, URL?)

    /// Receives the placeholder file. The download continues when the handler is called. Apple API.
    func download(
        _ download: WKDownload, didReceivePlaceholderURL url: URL, completionHandler: @escaping @MainActor () -> Void)

    /// Receives the file of a download with a placeholder, which is removed. Apple API.
    func download(_ download: WKDownload, didReceiveFinalURL url: URL)
}
