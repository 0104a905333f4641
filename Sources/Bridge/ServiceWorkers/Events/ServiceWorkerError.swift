/// A failure that a page sees, under its name in JavaScript.
public struct ServiceWorkerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The names in use: `TypeError` is JavaScript's own, the others are DOMExceptions.
    public enum Name: String, Sendable, Hashable, Codable {
        /// An argument, a script or an answer that cannot be used.
        case typeError = "TypeError"
        /// Something a page of that origin may not do.
        case securityError = "SecurityError"
        /// Something that cannot be done now.
        case invalidStateError = "InvalidStateError"
        /// Something that was stopped before its end.
        case abortError = "AbortError"
        /// The storage allowed to the origin is used up.
        case quotaExceededError = "QuotaExceededError"
        /// The store failed.
        case unknownError = "UnknownError"
    }

    /// The exception's name.
    public var name: Name
    /// The problem and, where there is one, the way to solve it.
    public var message: String

    /// Makes an error.
    public init(_ name: Name, _ message: String) {
        self.name = name
        self.message = message
    }

    /// Name and message.
    public var description: String { "\(name.rawValue): \(message)" }
}
