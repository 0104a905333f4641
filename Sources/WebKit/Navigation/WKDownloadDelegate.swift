/// Receives the course of a ``WKDownload``. Apple API, declared so that applications compile; not called yet.
@preconcurrency @MainActor
public protocol WKDownloadDelegate: NSObjectProtocol {
    /// Chooses the file; nil cancels. The default asks the `async` form. Apple API.
    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping @MainActor (URL?) -> Void)

    /// Chooses the file; nil, the default, cancels. Apple API.
    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL?

    /// The file is complete. Apple API.
    func downloadDidFinish(_ download: WKDownload)

    /// The download ended early. Apple API.
    func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?)
}

extension WKDownloadDelegate {
    /// Asks the `async` form.
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

    /// Cancels.
    public func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL? { nil }

    /// Does nothing.
    public func downloadDidFinish(_ download: WKDownload) {}

    /// Does nothing.
    public func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {}
}
