extension PageRunResult {
    /// The result with what failed when the page was run before.
    package func after(_ failed: [PageRunResult]) -> PageRunResult {
        guard !failed.isEmpty else { return self }
        var result = self
        result.attempts = failed.count + 1
        result.tests = tests.map { $0.after(failed) }
        result.earlierFailures = failed.flatMap(\.failures)
        // Snapshots that an earlier run has written are there in the last.
        for var earlier in failed.compactMap(\.snapshots) {
            earlier.obsolete = []
            result.snapshots = result.snapshots ?? SnapshotCounts()
            result.snapshots?.add(earlier)
        }
        return result
    }
}

extension PageTestResult {
    package func after(_ failed: [PageRunResult]) -> PageTestResult {
        var result = self
        result.earlierFailures = failed.flatMap(\.tests).filter { $0.name == name && $0.status.isFailure }.map {
            $0.message ?? ($0.status == .timedOut ? "The test ran out of time." : "The test failed.")
        }
        return result
    }
}

extension RunEvent {
    package func after(_ failed: [PageRunResult]) -> RunEvent {
        if case .testFinished(let page, let test) = self { .testFinished(page: page, test.after(failed)) } else { self }
    }
}
