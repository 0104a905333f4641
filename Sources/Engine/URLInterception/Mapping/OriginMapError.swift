/// Why an entry of an origin map cannot be used.
public struct OriginMapError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure, stable names for tests.
    public enum Code: String, Sendable {
        /// The entry has no `=`, or nothing after it.
        case missingTarget
        /// The text before `=` is not an origin.
        case badOrigin
        /// The origin has an entry already.
        case duplicateOrigin
        /// The text after `=` is an address that cannot be mapped to.
        case badAddress
        /// The text after `=` is not a folder that can be read.
        case badFolder
    }

    /// The kind of failure.
    public let code: Code
    /// A message that says what is wrong and what to do, in one or two sentences.
    public let message: String

    /// The message.
    public var description: String { message }

    static func missingTarget(_ entry: String) -> OriginMapError {
        OriginMapError(
            code: .missingTarget,
            message: "\"\(entry)\" maps to nothing. Write ORIGIN=FOLDER or ORIGIN=URL, such as sw://app.example=./dist."
        )
    }

    static func badOrigin(_ text: String) -> OriginMapError {
        OriginMapError(
            code: .badOrigin,
            message: "\"\(text)\" is not an origin. Write only scheme, host and perhaps port, such as sw://app.example."
        )
    }

    static func duplicateOrigin(_ origin: Origin) -> OriginMapError {
        OriginMapError(
            code: .duplicateOrigin, message: "\(origin) is mapped twice. Remove one of the two entries.")
    }

    static func badAddress(_ text: String) -> OriginMapError {
        OriginMapError(
            code: .badAddress,
            message: """
                "\(text)" cannot be mapped to. Write a folder, or an http or https address without query or fragment, \
                such as http://127.0.0.1:8080.
                """)
    }

    static func badFolder(_ text: String, _ error: DirectoryLoaderError) -> OriginMapError {
        OriginMapError(code: .badFolder, message: "\"\(text)\" cannot be mapped to. \(error.message)")
    }
}
