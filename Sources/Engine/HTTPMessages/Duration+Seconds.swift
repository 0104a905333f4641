extension Duration {
    /// The longest time that anything waits: a year.
    package static let longestSeconds = 31_536_000.0

    /// Returns so many seconds, where pages, files and command lines may give any number: from 0 up to a year; 0 for NaN.
    ///
    /// `Duration.seconds(_:)` ends the program for numbers that it cannot hold.
    package static func clamping(seconds: Double) -> Duration {
        seconds > 0 ? .seconds(min(seconds, longestSeconds)) : .zero
    }
}
