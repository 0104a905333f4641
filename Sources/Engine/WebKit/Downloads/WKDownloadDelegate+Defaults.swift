// The default implementations of the delegate's methods.

extension WKDownloadDelegate {
    /// Calls the `async` form.
    public func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping @MainActor (URL?) -> Void
    ) {
        Task.immediate { @MainActor in
            completionHandler(
                await self.download(
                    download, decideDestinationUsing: response, suggestedFilename: suggestedFilename))
        }
    }

    /// Cancels the download.
    public func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL? { nil }

    /// Calls the `async` form.
    public func download(
        _ download: WKDownload, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        decisionHandler: @escaping @MainActor (WKDownload.RedirectPolicy) -> Void
    ) {
        Task.immediate { @MainActor in
            decisionHandler(
                await self.download(download, decidedPolicyForHTTPRedirection: response, newRequest: request))
        }
    }

    /// Allows the redirect.
    public func download(
        _ download: WKDownload, decidedPolicyForHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> WKDownload.RedirectPolicy { .allow }

    /// Calls the `async` form.
    public func download(
        _ download: WKDownload, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Task.immediate { @MainActor in
            let (disposition, credential) = await self.download(download, respondTo: challenge)
            completionHandler(disposition, credential)
        }
    }

    /// Rejects the protection space.
    public func download(
        _ download: WKDownload, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) { (.rejectProtectionSpace, nil) }

    /// Does nothing.
    public func downloadDidFinish(_ download: WKDownload) {}

    /// Does nothing.
    public func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {}

    /// Calls the `async` form.
    public func download(
        _ download: WKDownload,
        decidePlaceholderPolicy completionHandler: @escaping @MainActor (WKDownload.PlaceholderPolicy, URL?) -> Void
    ) {
        Task.immediate { @MainActor in
            let (policy, url) = await self.placeholderPolicy(forDownload: download)
            completionHandler(policy, url)
        }
    }

    /// Returns a policy without a placeholder.
    public func placeholderPolicy(
        forDownload download: WKDownload
    ) async -> (WKDownload.PlaceholderPolicy, URL?) { (.disable, nil) }

    /// Continues the download.
    public func download(
        _ download: WKDownload, didReceivePlaceholderURL url: URL, completionHandler: @escaping @MainActor () -> Void
    ) { completionHandler() }

    /// Does nothing.
    public func download(_ download: WKDownload, didReceiveFinalURL url: URL) {}
}
