/// A load that saves bytes to a file and reports its end to the download. Main actor only.
@MainActor
protocol DownloadSource: AnyObject {
    /// Begins the load. The source holds the download until it calls ``DownloadRecipient/finished()`` or
    /// ``DownloadRecipient/failed(_:resumeData:)``.
    func begin(_ download: any DownloadRecipient)

    /// Cancels the load. ``DownloadRecipient/failed(_:resumeData:)`` follows, unless the load has not begun.
    func cancel()
}

/// A download as the source of its bytes sees it.
@MainActor
protocol DownloadRecipient: AnyObject {
    nonisolated var ownProgress: DownloadProgress { get }

    /// Asks the delegate for the file.
    ///
    /// - Parameter answer: the closure that receives the URL of a new file, or the error that ends the download.
    func decideDestination(
        for response: URLResponse, suggested name: String, _ answer: @escaping @MainActor (Result<URL, NSError>) -> Void
    )

    /// Asks the delegate whether to follow a redirect.
    func permits(_ request: URLRequest, after response: HTTPURLResponse) async throws -> Bool

    /// Asks the delegate to answer a challenge.
    func answer(
        _ challenge: URLAuthenticationChallenge
    ) async throws -> (disposition: URLSession.AuthChallengeDisposition, credential: URLCredential?)

    func finished()
    func failed(_ error: NSError, resumeData: Data?)
}
