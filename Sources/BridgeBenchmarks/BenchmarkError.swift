/// Why a side could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    /// What happened and what to do.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
