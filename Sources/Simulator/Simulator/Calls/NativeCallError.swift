public import Foundation

/// An error of a native call. The page's promise is rejected with the error's message.
public struct NativeCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that the page receives.
    public var message: String
    /// The code of a plugin's error, such as `UNIMPLEMENTED`; nil for no code.
    public var code: String?
    /// Further members of a plugin's error.
    public var data: [String: NativeValue]
    /// The file of the script that threw the error; nil for other errors.
    public var file: String?
    /// The line of that file, from 1.
    public var line: Int?

    /// Makes an error.
    public init(
        _ message: String, code: String? = nil, data: [String: NativeValue] = [:], file: String? = nil,
        line: Int? = nil
    ) {
        self.message = message
        self.code = code
        self.data = data
        self.file = file
        self.line = line
    }

    /// The members of the error's JSON object: `error`, and `code` and `data` if present.
    var members: [String: NativeValue] {
        var members: [String: NativeValue] = ["error": .string(message)]
        if let code { members["code"] = .string(code) }
        if !data.isEmpty { members["data"] = .object(data) }
        return members
    }

    /// Makes an error from the members of ``members``; nil where there is no `error`.
    init?(members: NativeValue, file: String? = nil, line: Int? = nil) {
        guard let error = members["error"] else { return nil }
        self.init(
            error.string ?? error.json, code: members["code"]?.string, data: members["data"]?.object ?? [:],
            file: file, line: line)
    }

    /// The file and line, as `native.js:3`; nil where they are not known.
    public var position: String? { file.map { file in line.map { "\(file):\($0)" } ?? file } }

    /// The message, after the file and line.
    public var description: String { position.map { "\($0): \(message)" } ?? message }
}

extension NativeCallError: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
