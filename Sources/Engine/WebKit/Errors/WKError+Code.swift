extension WKError {
    /// The cause of a ``WKError``, with Apple's numbers. Apple API.
    public enum Code: Int, Sendable {
        /// Something failed and WebKit does not say what.
        case unknown = 1
        /// The process that runs the page is gone.
        case webContentProcessTerminated = 2
        /// The view was released before the call was answered.
        case webViewInvalidated = 3
        /// The script threw, or the promise it returned was rejected.
        case javaScriptExceptionOccurred = 4
        /// The script's result has no Swift value.
        case javaScriptResultTypeIsUnsupported = 5
        /// A content rule list could not be compiled.
        case contentRuleListStoreCompileFailed = 6
        /// There is no content rule list of that name.
        case contentRuleListStoreLookUpFailed = 7
        /// A content rule list could not be removed.
        case contentRuleListStoreRemoveFailed = 8
        /// A stored content rule list has another version's format.
        case contentRuleListStoreVersionMismatch = 9
        /// HTML could not be loaded into an attributed string. Never produced here.
        case attributedStringContentFailedToLoad = 10
        /// HTML took too long to load into an attributed string. Never produced here.
        case attributedStringContentLoadTimedOut = 11
        /// The frame that the script was meant for is gone.
        case javaScriptInvalidFrameTarget = 12
        /// The navigation left the app-bound domains.
        case navigationAppBoundDomain = 13
        /// A script was refused outside the app-bound domains.
        case javaScriptAppBoundDomain = 14
        /// The credential exists already. Never produced here.
        case duplicateCredential = 15
        /// The credential cannot be read. Never produced here.
        case malformedCredential = 16
        /// There is no such credential. Never produced here.
        case credentialNotFound = 17

        /// The sentence that describes an error of this kind, with the words of iOS. Applications compare some of them.
        var summary: String {
            switch self {
            case .unknown: "An unknown error occurred"
            case .webContentProcessTerminated: "The Web Content process was terminated"
            case .webViewInvalidated: "The WKWebView was invalidated"
            case .javaScriptExceptionOccurred: "A JavaScript exception occurred"
            case .javaScriptResultTypeIsUnsupported: "JavaScript execution returned a result of an unsupported type"
            case .contentRuleListStoreCompileFailed: "Compiling a WKContentRuleList failed"
            case .contentRuleListStoreLookUpFailed: "Looking up a WKContentRuleList failed"
            case .contentRuleListStoreRemoveFailed: "Removing a WKContentRuleList failed"
            case .contentRuleListStoreVersionMismatch:
                "Looking up a WKContentRuleList found a binary that is incompatible"
            case .attributedStringContentFailedToLoad: "Attributed string content failed to load"
            case .attributedStringContentLoadTimedOut: "Timed out while loading attributed string content"
            case .javaScriptInvalidFrameTarget: "JavaScript execution targeted an invalid frame"
            case .navigationAppBoundDomain:
                "Attempted to navigate away from an app-bound domain or navigate after using restricted APIs"
            case .javaScriptAppBoundDomain:
                "JavaScript execution targeted a frame that is not in an app-bound domain"
            case .duplicateCredential: "This credential is already present"
            case .malformedCredential: "This credential is malformed"
            case .credentialNotFound: "Credential could not be found"
            }
        }
    }

    /// The code of that name, so that `catch WKError.unknown` reads as on iOS. Apple API.
    public static var unknown: Code { .unknown }
    /// The code of that name, so that `catch WKError.webContentProcessTerminated` reads as on iOS. Apple API.
    public static var webContentProcessTerminated: Code { .webContentProcessTerminated }
    /// The code of that name, so that `catch WKError.webViewInvalidated` reads as on iOS. Apple API.
    public static var webViewInvalidated: Code { .webViewInvalidated }
    /// The code of that name, so that `catch WKError.javaScriptExceptionOccurred` reads as on iOS. Apple API.
    public static var javaScriptExceptionOccurred: Code { .javaScriptExceptionOccurred }
    /// The code of that name, so that `catch WKError.javaScriptResultTypeIsUnsupported` reads as on iOS. Apple API.
    public static var javaScriptResultTypeIsUnsupported: Code { .javaScriptResultTypeIsUnsupported }
    /// The code of that name, so that `catch WKError.contentRuleListStoreCompileFailed` reads as on iOS. Apple API.
    public static var contentRuleListStoreCompileFailed: Code { .contentRuleListStoreCompileFailed }
    /// The code of that name, so that `catch WKError.contentRuleListStoreLookUpFailed` reads as on iOS. Apple API.
    public static var contentRuleListStoreLookUpFailed: Code { .contentRuleListStoreLookUpFailed }
    /// The code of that name, so that `catch WKError.contentRuleListStoreRemoveFailed` reads as on iOS. Apple API.
    public static var contentRuleListStoreRemoveFailed: Code { .contentRuleListStoreRemoveFailed }
    /// The code of that name, so that `catch WKError.contentRuleListStoreVersionMismatch` reads as on iOS. Apple API.
    public static var contentRuleListStoreVersionMismatch: Code { .contentRuleListStoreVersionMismatch }
    /// The code of that name, so that `catch WKError.attributedStringContentFailedToLoad` reads as on iOS. Apple API.
    public static var attributedStringContentFailedToLoad: Code { .attributedStringContentFailedToLoad }
    /// The code of that name, so that `catch WKError.attributedStringContentLoadTimedOut` reads as on iOS. Apple API.
    public static var attributedStringContentLoadTimedOut: Code { .attributedStringContentLoadTimedOut }
    /// The code of that name, so that `catch WKError.javaScriptInvalidFrameTarget` reads as on iOS. Apple API.
    public static var javaScriptInvalidFrameTarget: Code { .javaScriptInvalidFrameTarget }
    /// The code of that name, so that `catch WKError.navigationAppBoundDomain` reads as on iOS. Apple API.
    public static var navigationAppBoundDomain: Code { .navigationAppBoundDomain }
    /// The code of that name, so that `catch WKError.javaScriptAppBoundDomain` reads as on iOS. Apple API.
    public static var javaScriptAppBoundDomain: Code { .javaScriptAppBoundDomain }
    /// The code of that name, so that `catch WKError.duplicateCredential` reads as on iOS. Apple API.
    public static var duplicateCredential: Code { .duplicateCredential }
    /// The code of that name, so that `catch WKError.malformedCredential` reads as on iOS. Apple API.
    public static var malformedCredential: Code { .malformedCredential }
    /// The code of that name, so that `catch WKError.credentialNotFound` reads as on iOS. Apple API.
    public static var credentialNotFound: Code { .credentialNotFound }
}

extension WKError.Code {
    /// Lets `catch WKError.unknown` match a ``WKError`` and also the `NSError` made from one. Apple API.
    public static func ~= (code: WKError.Code, error: any Error) -> Bool {
        if let error = error as? WKError { return error.code == code }
        let error = error as NSError
        return error.domain == WKErrorDomain && error.code == code.rawValue
    }
}
