/// An HTTP archive that cannot be written or read.
public struct HARError: Error, CustomStringConvertible {
    /// A sentence that says what is wrong.
    public let description: String

    init(_ description: String) { self.description = description }
}
