public import Foundation

/// An error of a native call: its message rejects the page's promise.
public struct NativeCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that the page gets.
    public var message: String
    /// The code of a plugin's error, such as `UNIMPLEMENTED`; nil for none.
    public var code: String?
    /// Further members of a plugin's error.
    public var data: [String: NativeValue]
    /// The file of the script that threw, where one did.
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

    /// The members that stand for the error in JSON: `error`, and `code` and `data` where there are some.
    var members: [String: NativeValue] {
        var members: [String: NativeValue] = ["error": .string(message)]
        if let code { members["code"] = .string(code) }
        if !data.isEmpty { members["data"] = .object(data) }
        return members
    }

    /// Reads the members that ``members`` makes; nil where there is no `error`.
    init?(members: NativeValue, file: String? = nil, line: Int? = nil) {
        guard let error = members["error"] else { return nil }
        self.init(
            error.string ?? error.json, code: members["code"]?.string, data: members["data"]?.object ?? [:],
            file: file, line: line)
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
