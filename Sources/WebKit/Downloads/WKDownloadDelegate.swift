/// Chooses the file of a ``WKDownload`` and receives its course. Apple API. Main actor only.
///
/// Each decision can be implemented with a completion handler or as an `async` method. A handler must be called once: a second call
/// is misuse, see ``WKException``, and so is a handler that is dropped uncalled.
@preconcurrency @MainActor
public protocol WKDownloadDelegate: NSObjectProtocol {
    /// Chooses the file; nil cancels the download, which then fails with `NSURLErrorCancelled`. Apple API.
    ///
    /// The file must not exist, and its folder must: else the download fails with `NSURLErrorCannotCreateFile`. An address that is no
    /// file URL is misuse. The suggested name has no path separators, no control characters, and is not `.` or `..`.
    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping @MainActor (URL?) -> Void)

    /// Chooses the file; nil, the default, cancels the download. Apple API.
    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL?

    /// Decides about a redirect; the default allows it. Apple API.
    func download(
        _ download: WKDownload, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        decisionHandler: @escaping @MainActor (WKDownload.RedirectPolicy) -> Void)

    /// Decides about a redirect; the default allows it. Apple API.
    func download(
        _ download: WKDownload, decidedPolicyForHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> WKDownload.RedirectPolicy

    /// Answers a server that asks for a name and a password; the default rejects the protection space. Apple API.
    ///
    /// Unlike on iOS servers are asked with HTTP Basic only, and no challenge comes about their certificates.
    func download(
        _ download: WKDownload, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// Answers a server that asks for a name and a password; the default rejects the protection space. Apple API.
    func download(
        _ download: WKDownload, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// The file is complete. Apple API.
    func downloadDidFinish(_ download: WKDownload)

    /// The download ended early. Apple API.
    ///
    /// `resumeData` is what ``WKWebView/resumeDownload(fromResumeData:completionHandler:)`` takes; nil where the download cannot be
    /// resumed. The file keeps the bytes that it has.
    func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)

    /// Decides whether there is a placeholder file. Apple API, without effect: it is never called, as a Linux desktop shows none.
    func download(
        _ download: WKDownload,
        decidePlaceholderPolicy completionHandler: @escaping @MainActor (WKDownload.PlaceholderPolicy, URL?) -> Void)

    /// Decides whether there is a placeholder file. Apple API, without effect: it is never called.
    func placeholderPolicy(forDownload download: WKDownload) async -> (WKDownload.PlaceholderPolicy, URL?)

    /// Receives the placeholder file. Apple API, without effect: it is never called.
    func download(
        _ download: WKDownload, didReceivePlaceholderURL url: URL, completionHandler: @escaping @MainActor () -> Void)

    /// Receives the final file of a download with a placeholder. Apple API, without effect: it is never called.
    func download(_ download: WKDownload, didReceiveFinalURL url: URL)
}
