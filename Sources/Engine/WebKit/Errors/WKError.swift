/// The domain of every ``WKError``. Apple API.
public let WKErrorDomain = "WKErrorDomain"

/// An error of the WebKit API itself: a script that threw, a result that has no Swift value, a dead web process. Apple API.
///
/// ```swift
/// do {
///     _ = try await webView.evaluateJavaScript("nowhere.to.be.found")
/// } catch let error as WKError where error.code == .javaScriptExceptionOccurred {
///     print(error.userInfo[WKError.exceptionMessageKey] ?? "")
/// }
/// ```
///
/// A ``WKError`` casts to `NSError` with the same domain, code and `userInfo` as on iOS, and an `NSError` of the domain casts back.
public struct WKError: CustomNSError, Hashable, Sendable {
    /// The error as Foundation knows it; also what makes the open-ended `userInfo` safe to share.
    private let stored: NSError

    /// Makes an error with the given code. A description is added to `userInfo` unless it has one.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        var userInfo = userInfo
        if userInfo[NSLocalizedDescriptionKey] == nil {
            userInfo[NSLocalizedDescriptionKey] = code.summary
        }
        stored = NSError(domain: WKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Makes the error that an `NSError` of its domain stands for. Apple API, where imported error types have it.
    public init(_nsError error: NSError) { stored = error }

    /// The error as an `NSError`. Apple API, where imported error types have it.
    public var _nsError: NSError { stored }

    /// The domain of these errors, `WKErrorDomain`. Apple API.
    public static var errorDomain: String { WKErrorDomain }

    /// The cause of the error. Apple API.
    public var code: Code { Code(rawValue: stored.code) ?? .unknown }

    /// The code as the number that `NSError` carries. Apple API.
    public var errorCode: Int { stored.code }

    /// Details of the error, for example the message and place of a JavaScript exception. Apple API.
    public var userInfo: [String: Any] { stored.userInfo }

    /// The same details, for the conversion to `NSError`. Apple API.
    public var errorUserInfo: [String: Any] { stored.userInfo }

    /// A sentence for people. Apple API.
    public var localizedDescription: String { stored.localizedDescription }
}

extension WKError {
    /// Key of the text of a JavaScript exception, a `String`. Private on iOS, but read by many applications.
    public static let exceptionMessageKey = "WKJavaScriptExceptionMessage"
    /// Key of the line a JavaScript exception was thrown on, an `Int` that counts from one.
    public static let exceptionLineNumberKey = "WKJavaScriptExceptionLineNumber"
    /// Key of the column a JavaScript exception was thrown at, an `Int`.
    public static let exceptionColumnNumberKey = "WKJavaScriptExceptionColumnNumber"
    /// Key of the script a JavaScript exception was thrown in, a `URL`.
    public static let exceptionSourceURLKey = "WKJavaScriptExceptionSourceURL"
}
