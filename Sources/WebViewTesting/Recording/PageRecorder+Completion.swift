extension PageRecorder {
    /// Takes what a test library told. Its tests count unless the page printed TAP first.
    mutating func receiveHarness(_ event: HarnessEvent) -> [RunEvent] {
        guard !tap.isRecognised else {
            result.notes.append("The page prints TAP: \(event.harness)'s \(event.kind.rawValue) event was not used.")
            return []
        }
        guard harness == nil || harness == event.harness else {
            result.notes.append("The page uses \(harness ?? "another") already: \(event.harness) was not used.")
            return []
        }
        harness = event.harness
        // What broke the page before its test library was recognised did not stop the library after all.
        if phase == .settling(.uncaughtError) { phase = .recording }
        var events: [RunEvent] = []
        for var test in event.tests {
            test.console = console
            console = []
            events.append(finished(test))
        }
        if event.kind == .complete, phase == .recording {
            judgeErrors(libraryFailure: event.failure)
            phase = .settling(.harnessCompleted)
        }
        return events
    }

    /// Errors while a test library ran are the library's to judge: it fails the page for them unless the page told it that they
    /// are expected. The error itself has the better position, the library the reason.
    private mutating func judgeErrors(libraryFailure: String?) {
        guard let libraryFailure else {
            console += undecided.map { ConsoleLine(level: .error, text: "\($0.message) (expected by the tests)") }
            undecided = []
            return
        }
        if let match = undecided.firstIndex(where: { libraryFailure.contains(Self.core(of: $0.message)) }) {
            let error = undecided.remove(at: match)
            result.failures.append(
                PageFailure(kind: .harnessError, message: libraryFailure, position: error.position, stack: error.stack))
        } else {
            result.failures.append(PageFailure(kind: .harnessError, message: libraryFailure))
        }
    }

    /// A message without `Unhandled rejection: ` and the error's name.
    private static func core(of message: String) -> Substring {
        guard let range = message.firstRange(of: ": ") else { return message[...] }
        let rest = message[range.upperBound...]
        return message.hasPrefix("Unhandled rejection") ? core(of: String(rest))[...] : rest
    }

    /// Ends the page: tells what is held back, then judges whether all that should have come came.
    mutating func complete(_ completion: PageCompletion, failure: PageFailure? = nil) -> [RunEvent] {
        var events = receiveTAP(tap.finish(), level: .log)
        result.failures += undecided
        undecided = []
        if let failure { result.failures.append(failure) }
        switch completion {
        case .planFulfilled, .bailedOut:
            result.failures += tap.failures(hasTimedOut: false)
        case .timedOut:
            result.failures += timeoutFailures
        case .harnessCompleted where result.tests.isEmpty && result.failures.isEmpty:
            let message = "\(harness ?? "The test library") completed and reported no test."
            result.failures.append(PageFailure(kind: .noTestReported, message: message))
        case .harnessCompleted, .uncaughtError, .loadFailed, .processTerminated, .navigatedAway: break
        }
        result.console = console
        result.completion = completion
        phase = .complete(completion)
        events.append(.pageFinished(result))
        return events
    }

    private var timeoutFailures: [PageFailure] {
        if tap.isRecognised { return tap.failures(hasTimedOut: true) }
        if let harness, !result.tests.isEmpty {
            let message = "Ran out of time: \(harness) reported \(count(result.tests)) and never completed."
            return [PageFailure(kind: .hang, message: message)]
        }
        if !hasLoaded {
            let message = "Ran out of time before its load event: a script or a resource never ended."
            return [PageFailure(kind: .hang, message: message)]
        }
        if let harness {
            let message = "The page reported no test: \(harness) was loaded, and none of its tests ended in time."
            return [PageFailure(kind: .noTestReported, message: message)]
        }
        let message =
            "The page reported no test. A page reports with testharness.js (recognised by its add_completion_callback), or by "
            + "printing TAP with console.log: a plan such as \"1..2\", and lines such as \"ok 1 - adds\"."
        return [PageFailure(kind: .noTestReported, message: message)]
    }

    /// How far the tests were, as the end of a sentence.
    var progress: String {
        result.tests.isEmpty ? "before it reported a test" : "after it reported \(count(result.tests))"
    }

    private func count(_ tests: [PageTestResult]) -> String {
        tests.count == 1 ? "1 test" : "\(tests.count) tests"
    }
}
