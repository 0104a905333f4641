public import NativeHosts

/// The error that a native call fails with, as a page sees it.
public struct PluginError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text of the error.
    public var message: String
    /// The code, such as `UNIMPLEMENTED` or `OS-PLUG-FILE-0008`; nil for none.
    public var code: String?
    /// Further members of the error.
    public var data: [String: NativeValue]

    /// Makes an error.
    public init(_ message: String, code: String? = nil, data: [String: NativeValue] = [:]) {
        self.message = message
        self.code = code
        self.data = data
    }

    /// The text of the error.
    public var description: String { message }

    /// The error of a method that iOS doesn't have: `CAPPluginCall.unimplemented`.
    public static let unimplemented = PluginError("not implemented", code: "UNIMPLEMENTED")

    /// Makes the error of a call that lacks an option.
    public static func missing(_ option: String) -> PluginError { PluginError("Must provide \(option)") }
}
