import HTTPMessages
import WebKit

/// Time limits of the command line.
enum SecondsOption {
    /// - Throws: ``UsageError`` for a number of seconds that nothing can wait for.
    static func check(_ seconds: Double, _ option: String) throws(UsageError) {
        guard seconds > 0, seconds <= Duration.longestSeconds else {
            throw UsageError(
                "\(option): give a number of seconds above 0, up to \(Int(Duration.longestSeconds)), a year.")
        }
    }
}
