/// A scheme that an application can handle itself. Apple API.
public struct URLScheme: Hashable, Sendable {
    /// The name of the scheme, as it was given. Apple API.
    public let rawValue: String

    /// Makes a scheme; nil for a name that is no scheme's, or that WebKit handles itself. Apple API.
    ///
    /// A scheme is an ASCII letter, then letters, digits, `+`, `-` and `.`.
    @MainActor
    public init?(_ rawValue: String) {
        guard let name = NativeSchemes.canonical(rawValue), name == rawValue.lowercased(), !NativeSchemes.handles(name)
        else { return nil }
        self.rawValue = rawValue
    }
}
