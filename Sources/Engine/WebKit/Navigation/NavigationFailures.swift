/// The errors of a view's loads: the ones scheme handlers gave, and the ones of WebKitGTK as iOS names them.
@MainActor
struct NavigationFailures {
    private static let domain = "SWWebView/SchemeTaskError"
    private static let kept = 64
    private var remembered: [Int: NSError] = [:]
    private var next = 1
    /// The number of refused credentials of each protection space, since a request without one.
    private var refusals: [String: Int] = [:]

    /// Records a challenge, and returns the number of credentials that were refused before.
    mutating func challenged(by space: URLProtectionSpace, isRetry: Bool) -> Int {
        // On Linux equal spaces are not equal keys.
        let key = "\(space.host):\(space.port) \(space.authenticationMethod) \(space.realm ?? "")"
        let count = isRetry ? refusals[key, default: 0] + 1 : 0
        refusals[key] = count
        return count
    }

    /// Keeps `error` until its load's failure is reported; returns the domain and code that stand for it on the way.
    mutating func remember(_ error: NSError) -> (domain: String, code: Int) {
        defer { next += 1 }
        remembered[next] = error
        // Errors of subresources are never asked for.
        remembered[next - Self.kept] = nil
        return (Self.domain, next)
    }

    /// The error for the delegate.
    mutating func error(for failure: ShimError, url: URL?) -> NSError {
        if failure.domain == Self.domain {
            return remembered.removeValue(forKey: failure.code).map { Self.located($0, url) } ?? unknown(failure, url)
        }
        switch (failure.domain, failure.code) {
        case ("WebKitPolicyError", 102): return WebKitPolicyError.interrupted(url)
        case ("WebKitPolicyError", 103): return WebKitPolicyError.restrictedPort(url)
        case ("WebKitPolicyError", 100): return WebKitPolicyError.cannotShow(url)
        default: return unknown(failure, url)
        }
    }

    /// Returns the error for a file that the page may not read.
    static func unreadableFile(_ url: URL?) -> NSError {
        .loading(
            NSURLErrorNoPermissionsToReadFile, url, [NSLocalizedDescriptionKey: "The page may not read this file"])
    }

    /// Returns an error of `NSURLErrorDomain` that names the address of its load, as those of the network do on iOS.
    static func located(_ error: NSError, _ url: URL?) -> NSError {
        guard error.domain == NSURLErrorDomain else { return error }
        return .loading(error.code, error.userInfo[NSURLErrorFailingURLErrorKey] as? URL ?? url, error.userInfo)
    }

    private static let codes: [String: [Int: Int]] = [
        "WebKitPolicyError": [101: NSURLErrorUnsupportedURL],
        "WebKitNetworkError": [
            301: NSURLErrorUnsupportedURL, 302: NSURLErrorCancelled, 303: NSURLErrorFileDoesNotExist,
        ],
        "g-resolver-error-quark": [0: NSURLErrorCannotFindHost, 1: NSURLErrorDNSLookupFailed],
        "g-io-error-quark": [
            1: NSURLErrorFileDoesNotExist, 14: NSURLErrorNoPermissionsToReadFile,
            24: NSURLErrorTimedOut, 39: NSURLErrorCannotConnectToHost, 44: NSURLErrorNetworkConnectionLost,
            38: NSURLErrorNotConnectedToInternet, 37: NSURLErrorCannotConnectToHost,
        ],
        "g-tls-error-quark": [2: NSURLErrorServerCertificateUntrusted],
    ]

    private func unknown(_ failure: ShimError, _ url: URL?) -> NSError {
        let info = [NSLocalizedDescriptionKey: failure.message]
        if failure.domain == NSURLErrorDomain { return .loading(failure.code, url, info) }
        let fallback = failure.domain == "g-tls-error-quark" ? NSURLErrorSecureConnectionFailed : NSURLErrorUnknown
        let code = Self.codes[failure.domain]?[failure.code] ?? fallback
        return .loading(code, url, info)
    }
}
