import HTTPMessages

/// An error as a WebDriver client receives it.
///
/// Source: WebDriver, "Errors", https://www.w3.org/TR/webdriver2/#errors
public struct WebDriverError: Error, Sendable, Equatable {
    /// The kind of error, in the specification's words.
    public enum Code: String, Sendable {
        /// The element cannot have the keyboard's focus.
        case elementNotInteractable = "element not interactable"
        /// The request's arguments cannot be used.
        case invalidArgument = "invalid argument"
        /// There is no such session, or no more.
        case invalidSessionID = "invalid session id"
        /// A pointer cannot move to a place outside the viewport.
        case moveTargetOutOfBounds = "move target out of bounds"
        /// A session could not be made.
        case sessionNotCreated = "session not created"
        /// The command took too long.
        case timeout = "timeout"
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
            case .elementNotInteractable, .invalidArgument: 400
            case .invalidSessionID, .unknownCommand: 404
            case .unknownMethod: 405
            case .moveTargetOutOfBounds, .sessionNotCreated, .timeout, .unknownError, .unsupportedOperation: 500
            }
        }
    }

    /// The kind of error.
    public let code: Code
    /// A message that says what happened and what to do.
    public let message: String

    /// An error of that kind.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The answer's body.
    public var body: JSONValue {
        ["value": ["error": .string(code.rawValue), "message": .string(message), "stacktrace": ""]]
    }
}
