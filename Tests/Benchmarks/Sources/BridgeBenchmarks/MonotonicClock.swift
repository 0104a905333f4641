import Foundation

/// The clock that the processes compared share: Linux counts it alike in all of them.
enum MonotonicClock {
    /// The nanoseconds of `CLOCK_MONOTONIC`.
    static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
