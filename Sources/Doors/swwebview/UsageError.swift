import Foundation

/// A command line that cannot be used, and what to do about it.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Writes a line to standard error, after the name of the command.
func complain(_ text: String) {
    FileHandle.standardError.write(Data("swwebview: \(text)\n".utf8))
}
