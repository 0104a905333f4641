/// A trace that cannot be written or read.
public struct TraceError: Error, CustomStringConvertible {
    /// A sentence that says what is wrong.
    public let description: String

    package init(_ description: String) { self.description = description }
}
