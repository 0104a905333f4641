public import Foundation

/// An error of a native call: its message rejects the page's promise.
public struct NativeCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that the page gets.
    public var message: String
    /// The file of the script that threw, where one did.
    public var file: String?
    /// The line of that file, from 1.
    public var line: Int?

    /// Makes an error.
    public init(_ message: String, file: String? = nil, line: Int? = nil) {
        self.message = message
        self.file = file
        self.line = line
    }

    /// The file and line, as `native.js:3`; nil where they are not known.
    public var position: String? { file.map { file in line.map { "\(file):\($0)" } ?? file } }

    /// The message, after the place.
    public var description: String { position.map { "\($0): \(message)" } ?? message }
}

extension NativeCallError: LocalizedError {
    /// The message.
    public var errorDescription: String? { description }
}
