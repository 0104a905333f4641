/// A list of Web APIs, or a report, that cannot be used. The description is a sentence.
public struct FidelityError: Error, CustomStringConvertible {
    /// The problem, and the way to solve it.
    public let description: String

    package init(_ description: String) { self.description = description }
}
