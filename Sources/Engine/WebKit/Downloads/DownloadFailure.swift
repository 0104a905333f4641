/// The errors of downloads, with Apple's domain and codes.
enum DownloadFailure {
    static func cancelled(_ url: URL?) -> NSError { error(NSURLErrorCancelled, url) }

    /// Returns the error for a file that exists, or whose folder does not exist.
    static func cannotCreate(_ file: URL) -> NSError { error(NSURLErrorCannotCreateFile, file) }

    /// Returns the error for a connection that ended before the body was complete.
    static func connectionLost(_ url: URL?, _ reason: (any Error)? = nil) -> NSError {
        error(NSURLErrorNetworkConnectionLost, url, reason)
    }

    /// Returns the error that the delegate receives for a failure in the middle of a body.
    static func inBody(_ error: any Error) -> any Error {
        let known = [
            NSURLErrorCancelled, NSURLErrorTimedOut, NSURLErrorNotConnectedToInternet, NSURLErrorCannotWriteToFile,
        ]
        let described = describing(error)
        return known.contains(described.code)
            ? described : connectionLost(described.userInfo[NSURLErrorFailingURLErrorKey] as? URL, error)
    }

    static func describing(_ error: any Error) -> NSError {
        if error is CancellationError { return cancelled(nil) }
        return error as NSError
    }

    static func error(_ code: Int, _ url: URL?, _ reason: (any Error)? = nil, _ text: String? = nil) -> NSError {
        var info: [String: Any] = [:]
        info[NSUnderlyingErrorKey] = reason
        info[NSLocalizedDescriptionKey] = text
        return .loading(code, url, info)
    }
}
