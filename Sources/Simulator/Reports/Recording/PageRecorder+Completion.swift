extension PageRecorder {
    /// Handles an event of a test library. Its tests count unless the page printed TAP first.
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
        // The error before the test library was recognised did not stop the library after all.
        if phase == .settling(.uncaughtError) { phase = .recording }
        var events: [RunEvent] = []
        switch event.kind {
        case .start: isRunning = true
        case .began:
            runningTest = event.began
            if wanted?.matches(event.began) ?? true {
                events.append(.testStarted(page: result.page, name: event.began))
            }
        case .complete: isRunning = false
        case .found, .result: break
        }
        for var test in event.tests {
            test.console = console
            console = []
            events += finished(test)
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
            let isExpected = harness == TestharnessMessage.library
            var unexpected: [PageFailure] = []
            for error in undecided {
                let core = Self.core(of: error.message)
                let isTold = result.tests.contains { $0.status.isFailure && $0.message?.contains(core) == true }
                let note = isExpected ? " (expected by the tests)" : ""
                if isTold || isExpected {
                    console.append(ConsoleLine(level: .error, text: error.message + note))
                } else {
                    unexpected.append(error)
                }
            }
            undecided = unexpected
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

    /// Ends the page: reports the events that are held back, then checks that all expected results arrived.
    ///
    /// - Parameter failure: makes the failure that this end means for the page, once all its reports are known.
    mutating func complete(
        _ completion: PageCompletion, failure: ((PageRecorder) -> PageFailure)? = nil
    ) -> [RunEvent] {
        var events = receiveTAP(tap.finish(), level: .log)
        result.failures += undecided
        if result.tests.isEmpty { result.failures += missingScriptFailures }
        undecided = []
        if let failure { result.failures.append(failure(self)) }
        switch completion {
        case .planFulfilled, .bailedOut:
            result.failures += tap.failures(hasTimedOut: false)
        case .timedOut:
            result.failures += timeoutFailures
        case .harnessCompleted where result.tests.isEmpty && result.failures.isEmpty && unwanted == 0 && wanted == nil:
            let message = "\(harness ?? "The test library") completed and reported no test."
            result.failures.append(PageFailure(kind: .noTestReported, message: message))
        case .harnessCompleted, .uncaughtError, .loadFailed, .processTerminated, .navigatedAway, .testTimedOut,
            .stopped:
            break
        }
        for index in result.failures.indices { annotateFailure?(&result.failures[index]) }
        result.console = console
        result.completion = completion
        phase = .complete(completion)
        events.append(.pageFinished(result))
        return events
    }

    private var timeoutFailures: [PageFailure] {
        if tap.isRecognised { return tap.failures(hasTimedOut: true) }
        if runningTest != nil, let harness {
            let message = "Ran out of time \(progress). \(harness) had not ended it."
            return [PageFailure(kind: .hang, message: message)]
        }
        if let harness, !result.tests.isEmpty {
            let message = "Ran out of time: \(harness) reported \(count(result.tests)) and never completed."
            return [PageFailure(kind: .hang, message: message)]
        }
        if !hasLoaded {
            let message = "Ran out of time before its load event: a script or a resource never ended."
            return [PageFailure(kind: .hang, message: message)]
        }
        if let harness {
            let what = isRunning ? "its tests began, and none ended in time" : "its tests were never started"
            let message = "The page reported no test: \(harness) was loaded, and \(what)."
            return [PageFailure(kind: .noTestReported, message: message)]
        }
        let message =
            "The page reported no test. A page reports with mocha, QUnit, Jasmine or testharness.js, or by printing TAP with "
            + "console.log: a plan such as \"1..2\", and lines such as \"ok 1 - adds\"."
        return [PageFailure(kind: .noTestReported, message: message)]
    }

    /// The progress of the tests, as the end of a sentence.
    var progress: String {
        let reported = result.tests.isEmpty ? "before it reported a test" : "after it reported \(count(result.tests))"
        return runningTest.map { "while “\($0.joined(separator: " › "))” ran, \(reported)" } ?? reported
    }

    func testHang(_ limit: Double) -> PageFailure {
        let name = runningTest.map { "“\($0.joined(separator: " › "))”" } ?? "A test"
        let message = "\(name) ran for longer than \(limit.formatted()) s. The page was given up."
        return PageFailure(kind: .testHang, message: message)
    }

    /// A dialog that no test expects makes a test wait for a person; the first few are reported.
    mutating func receiveDialog(_ function: String, _ message: String) {
        dialogs += 1
        guard dialogs <= 3 else { return result.notes.append("The page called \(function) again.") }
        let text =
            "The page called \(function)(\"\(message)\"), and nobody is there to answer: it was dismissed. Put a "
            + "function of the test's in its place (window.\(function) = …)."
        result.failures.append(PageFailure(kind: .dialog, message: text))
    }

    private func count(_ tests: [PageTestResult]) -> String {
        tests.count == 1 ? "1 test" : "\(tests.count) tests"
    }
}
