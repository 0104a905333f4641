import HTTPMessages

/// An error as a WebDriver client receives it.
///
/// Source: WebDriver, "Errors", https://www.w3.org/TR/webdriver2/#errors
public struct WebDriverError: Error, Sendable, Equatable {
    /// The kind of error, in the specification's words.
    public enum Code: String, Sendable {
        /// Another element would receive the click.
        case elementClickIntercepted = "element click intercepted"
        /// The element cannot have the keyboard's focus, or cannot be seen.
        case elementNotInteractable = "element not interactable"
        /// The request's arguments cannot be used.
        case invalidArgument = "invalid argument"
        /// A cookie is of another domain than the document's.
        case invalidCookieDomain = "invalid cookie domain"
        /// The element cannot be changed.
        case invalidElementState = "invalid element state"
        /// A selector has an error.
        case invalidSelector = "invalid selector"
        /// There is no such session, or no more.
        case invalidSessionID = "invalid session id"
        /// A script threw.
        case javaScriptError = "javascript error"
        /// A pointer cannot move to a place outside the viewport.
        case moveTargetOutOfBounds = "move target out of bounds"
        /// The window has no dialog.
        case noSuchAlert = "no such alert"
        /// The document has no cookie of that name.
        case noSuchCookie = "no such cookie"
        /// There is no such element.
        case noSuchElement = "no such element"
        /// There is no such frame.
        case noSuchFrame = "no such frame"
        /// The element has no open shadow root.
        case noSuchShadowRoot = "no such shadow root"
        /// There is no such window, or no more.
        case noSuchWindow = "no such window"
        /// A script took too long.
        case scriptTimeout = "script timeout"
        /// A session could not be made.
        case sessionNotCreated = "session not created"
        /// The element is no longer in the document.
        case staleElementReference = "stale element reference"
        /// The command took too long.
        case timeout = "timeout"
        /// There is no picture of the area.
        case unableToCaptureScreen = "unable to capture screen"
        /// The cookie cannot be set.
        case unableToSetCookie = "unable to set cookie"
        /// A dialog was open.
        case unexpectedAlertOpen = "unexpected alert open"
        /// There is no such command.
        case unknownCommand = "unknown command"
        /// Something else.
        case unknownError = "unknown error"
        /// There is such a command, with another method.
        case unknownMethod = "unknown method"
        /// The view cannot do it.
        case unsupportedOperation = "unsupported operation"

        /// The status of the answer.
        public var status: Int {
            switch self {
            case .elementClickIntercepted, .elementNotInteractable, .invalidArgument, .invalidCookieDomain,
                .invalidElementState, .invalidSelector:
                400
            case .invalidSessionID, .noSuchAlert, .noSuchCookie, .noSuchElement, .noSuchFrame, .noSuchShadowRoot,
                .noSuchWindow, .staleElementReference, .unknownCommand:
                404
            case .unknownMethod: 405
            case .javaScriptError, .moveTargetOutOfBounds, .scriptTimeout, .sessionNotCreated, .timeout,
                .unableToCaptureScreen, .unableToSetCookie, .unexpectedAlertOpen, .unknownError, .unsupportedOperation:
                500
            }
        }
    }

    /// The kind of error.
    public let code: Code
    /// A message that says what happened and what to do.
    public let message: String
    /// More about the error, for programs; nil for nothing.
    public let details: JSONValue?

    /// An error of that kind.
    public init(_ code: Code, _ message: String, details: JSONValue? = nil) {
        (self.code, self.message, self.details) = (code, message, details)
    }

    /// The answer's body.
    public var body: JSONValue {
        var value: [String: JSONValue] = [
            "error": .string(code.rawValue), "message": .string(message), "stacktrace": "",
        ]
        value["data"] = details
        return ["value": .object(value)]
    }
}
