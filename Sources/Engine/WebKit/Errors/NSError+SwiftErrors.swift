// On Apple's systems an `NSError` casts to the Swift error of its domain, and back: `error as? URLError`. On Linux Swift does it for the
// types that say how, of which Foundation has one, `CocoaError`. The errors that delegates get are `NSError`s, as on iOS.

/// An error type that stores an `NSError` of one domain.
public protocol _NSErrorStoring: CustomNSError {
    /// Makes the error that an `NSError` of its domain stands for.
    init(_nsError error: NSError)

    /// The error as an `NSError`.
    var _nsError: NSError { get }
}

extension _ObjectiveCBridgeable where Self: _NSErrorStoring, _ObjectiveCType == NSError {
    /// Returns the `NSError`.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Sets `result` to the error of an `NSError`; to nil for another domain.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        result = source.domain == Self.errorDomain ? Self(_nsError: source) : nil
    }

    /// Sets `result` to the error of an `NSError`, and returns whether it has the domain.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        _forceBridgeFromObjectiveC(source, result: &result)
        return result != nil
    }

    /// Returns the error of an `NSError` of the domain.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        Self(_nsError: source ?? NSError(domain: Self.errorDomain, code: 0))
    }
}

extension URLError: _NSErrorStoring, @retroactive _ObjectiveCBridgeable {
    /// The class that errors of this type cast to and from.
    public typealias _ObjectiveCType = NSError
}

extension POSIXError: _NSErrorStoring, @retroactive _ObjectiveCBridgeable {
    /// The class that errors of this type cast to and from.
    public typealias _ObjectiveCType = NSError
}

extension WKError: _NSErrorStoring, _ObjectiveCBridgeable {
    /// The class that errors of this type cast to and from.
    public typealias _ObjectiveCType = NSError
}

extension NSError {
    /// Returns the entries of `userInfo` that name the address of a failed load, which has two keys.
    static func failingURL(_ url: URL?) -> [String: Any] {
        guard let url else { return [:] }
        return [NSURLErrorFailingURLErrorKey: url, "NSErrorFailingURLStringKey": url.absoluteString]
    }

    /// Returns an error of `NSURLErrorDomain` with the address of the failed load.
    static func loading(_ code: Int, _ url: URL?, _ info: [String: Any] = [:]) -> NSError {
        NSError(domain: NSURLErrorDomain, code: code, userInfo: failingURL(url).merging(info) { $1 })
    }
}
