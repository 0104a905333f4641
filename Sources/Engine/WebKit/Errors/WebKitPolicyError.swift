/// The domain of the older errors that a refused navigation still fails with. Apple API.
public let WebKitErrorDomain = "WebKitErrorDomain"

/// Code of the ``WebKitErrorDomain`` error for a URL or type that cannot be shown. Apple API.
public let WebKitErrorCannotShowURL = 101

/// Code of the ``WebKitErrorDomain`` error for a load that a policy decision ended. Apple API.
public let WebKitErrorFrameLoadInterruptedByPolicyChange = 102

/// Code of the ``WebKitErrorDomain`` error for a port that pages may not load from. Private on iOS.
let WebKitErrorCannotUseRestrictedPort = 103

/// Makes the `NSError`s of ``WebKitErrorDomain`` that a navigation delegate can receive.
enum WebKitPolicyError {
    /// The URL cannot be shown: nothing handles it.
    static func cannotShow(_ url: URL?) -> NSError {
        make(WebKitErrorCannotShowURL, "The URL can’t be shown", url)
    }

    /// A policy decision refused the response, or turned it into a download.
    static func interrupted(_ url: URL?) -> NSError {
        make(WebKitErrorFrameLoadInterruptedByPolicyChange, "Frame load interrupted", url)
    }

    /// The port is one of the [bad ports](https://fetch.spec.whatwg.org/#bad-port).
    static func restrictedPort(_ url: URL?) -> NSError {
        make(WebKitErrorCannotUseRestrictedPort, "Not allowed to use restricted network port", url)
    }

    private static func make(_ code: Int, _ text: String, _ url: URL?) -> NSError {
        let info = NSError.failingURL(url).merging([NSLocalizedDescriptionKey: text]) { $1 }
        return NSError(domain: WebKitErrorDomain, code: code, userInfo: info)
    }
}
