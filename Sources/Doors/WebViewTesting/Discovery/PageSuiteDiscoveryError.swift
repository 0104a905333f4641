/// An error about an argument that names no page.
public struct PageSuiteDiscoveryError: Error, Equatable, CustomStringConvertible {
    /// The cause of the error; the raw value is stable, for tests.
    public enum Code: String, Sendable {
        /// No argument was given.
        case nothingGiven
        /// There is no such file or folder.
        case notFound
        /// The file is neither a page nor a script.
        case noPage
        /// The folder has no page.
        case emptyFolder
        /// The pattern matches no page.
        case noMatch
        /// The folder or file may not be read.
        case unreadable
        /// The address is of a scheme that is not served, or is no address.
        case unusableAddress
        /// Browsers load nothing from the port.
        case blockedPort
    }

    /// The cause of the error.
    public var code: Code
    /// The argument as it was given.
    public var argument: String
    /// A sentence that says what to do.
    public var message: String

    init(_ code: Code, argument: String, _ message: String) {
        self.code = code
        self.argument = argument
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
}
