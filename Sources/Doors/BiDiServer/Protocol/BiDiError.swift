import HTTPMessages

/// An error as a client of WebDriver BiDi receives it.
///
/// Source: WebDriver BiDi, "Errors", https://w3c.github.io/webdriver-bidi/#errors
struct BiDiError: Error, Equatable {
    /// The kind of error, in the specification's words.
    enum Code: String {
        case invalidArgument = "invalid argument"
        case invalidSelector = "invalid selector"
        case invalidSessionID = "invalid session id"
        case moveTargetOutOfBounds = "move target out of bounds"
        case noSuchAlert = "no such alert"
        case noSuchElement = "no such element"
        case noSuchFrame = "no such frame"
        case noSuchHandle = "no such handle"
        case noSuchHistoryEntry = "no such history entry"
        case noSuchIntercept = "no such intercept"
        case noSuchNetworkCollector = "no such network collector"
        case noSuchNetworkData = "no such network data"
        case noSuchNode = "no such node"
        case noSuchRequest = "no such request"
        case noSuchScript = "no such script"
        case noSuchUserContext = "no such user context"
        case sessionNotCreated = "session not created"
        case unableToCaptureScreen = "unable to capture screen"
        case unableToSetCookie = "unable to set cookie"
        case unableToSetFileInput = "unable to set file input"
        case unknownCommand = "unknown command"
        case unknownError = "unknown error"
        case unsupportedOperation = "unsupported operation"
    }

    let code: Code
    /// A sentence that says what happened and what to do.
    let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// Returns the answer to a command; `id` is null where the message had none.
    func answer(to id: JSONValue) -> JSONValue {
        ["type": "error", "id": id, "error": .string(code.rawValue), "message": .string(message), "stacktrace": ""]
    }
}
