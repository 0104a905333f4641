/// The reason why a side could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    /// A message that says what happened and what to do.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
