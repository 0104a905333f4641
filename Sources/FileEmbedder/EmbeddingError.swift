/// What is wrong with the files, for the log of the build.
struct EmbeddingError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
