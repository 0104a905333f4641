/// A load that saves bytes to a file for a ``WKDownload``, and tells it of the end. Main actor only.
@MainActor
protocol DownloadSource: AnyObject {
    /// Begins. The source keeps the download until it has called ``WKDownload/finished()`` or ``WKDownload/failed(_:resumeData:)``.
    func begin(_ download: WKDownload)

    /// Ends early: ``WKDownload/failed(_:resumeData:)`` follows, unless the source has not begun.
    func cancel()
}

/// The errors of downloads. Each is of Apple's.
enum DownloadFailure {
    static func cancelled(_ url: URL?) -> NSError { error(NSURLErrorCancelled, url) }

    /// The file exists, or its folder does not.
    static func cannotCreate(_ file: URL) -> NSError { error(NSURLErrorCannotCreateFile, file) }

    /// The connection ended before the body did.
    static func connectionLost(_ url: URL?, _ reason: (any Error)? = nil) -> NSError {
        error(NSURLErrorNetworkConnectionLost, url, reason)
    }

    /// The error of a load that ended in the middle of its body.
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
        info[NSURLErrorFailingURLErrorKey] = url
        info[NSUnderlyingErrorKey] = reason
        info[NSLocalizedDescriptionKey] = text
        return NSError(domain: NSURLErrorDomain, code: code, userInfo: info)
    }
}
