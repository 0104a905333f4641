internal import Foundation

/// The machine that the tests run on, beside other work.
package enum Machine {
    /// The number of times that work takes longer than on an idle machine: the load average per processor, and at least 1.
    package static var slowness: Double {
        var averages = [0.0]
        guard getloadavg(&averages, 1) == 1 else { return 1 }
        return max(1, averages[0] / Double(ProcessInfo.processInfo.activeProcessorCount))
    }

    /// Returns the time that a machine as busy as this one takes for what an idle one does within `limit`.
    ///
    /// For limits that only guard against hanging.
    package static func patience(_ limit: Duration) -> Duration { limit * slowness }
}
