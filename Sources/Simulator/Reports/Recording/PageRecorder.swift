import HTTPMessages

/// Turns a page's events into test results, and says when the page is done and why.
///
/// A value without I/O and without a clock: feed it events in the order they happened, each with the seconds since the page
/// was started, and pass on the events it answers with.
///
/// ```swift
/// var recorder = PageRecorder(page: "Pages/tests/fetch.html")
/// for event in recorder.receive(message: json, at: elapsed()) { reporter.receive(event) }
/// if case .settling = recorder.phase { /* evaluate "0" in the page, then feed .settled */ }
/// ```
///
/// The recorder understands test libraries (through the hook) and TAP on `console.log` and `console.info`. The first that appears
/// is the page's dialect.
public struct PageRecorder: Sendable {
    /// The stages of a page's run.
    public enum Phase: Sendable, Equatable {
        /// More events are expected.
        case recording
        /// The page says it is done. What it printed in the same breath may still be on its way: make one round trip
        /// through the page (evaluate any script), then feed ``PageEvent/settled``, also when the trip fails.
        case settling(PageCompletion)
        /// Over: further events change nothing.
        case complete(PageCompletion)
    }

    /// The current stage of the page's run.
    public internal(set) var phase = Phase.recording
    /// The results so far; complete once ``phase`` is complete.
    public package(set) var result: PageRunResult

    var tap = TAPRecording()
    var harness: String?
    /// Whether the library has said that its tests have begun.
    var isRunning = false
    /// The test that is running, where the library reports it.
    var runningTest: [String]?
    /// The seconds since the page's start when a test last began or ended, and those that the library lets it run.
    private var lastProgress: (at: Double, limit: Double?)?
    /// Tests that ended, and are not among those wanted.
    var unwanted = 0
    var dialogs = 0
    var hasLoaded = false
    /// Printed since the last test.
    var console: [ConsoleLine] = []
    /// Printed before the TAP test that waits for its diagnostic block.
    var heldConsole: [ConsoleLine] = []
    /// Errors a test library may have expected: it judges them when it completes.
    var undecided: [PageFailure] = []

    /// The failed loads, as sentences.
    var failedLoads: [String] = []
    /// The document's scripts that failed to load.
    var missingScripts: [String?] = []

    /// Adds facts that only the runner knows to a failed test, or to a failure; called before reporters receive it.
    package var annotateTest: (@Sendable (inout PageTestResult) -> Void)?
    package var annotateFailure: (@Sendable (inout PageFailure) -> Void)?
    /// The closure that maps a position to its original source.
    package var locate: (@Sendable (SourcePosition) -> SourcePosition)?
    let wanted: NamePattern?

    /// A recorder for one page under the name reports show it by.
    ///
    /// - Parameter wanted: the tests that count; nil for all.
    public init(page: String, wanted: NamePattern? = nil) {
        result = PageRunResult(page: page)
        self.wanted = wanted
    }

    /// Takes a message of `HookScript`; one that is malformed is ignored, with a note in ``result``.
    ///
    /// - Parameter seconds: since the page was started.
    /// - Returns: the events to pass on to reporters, in order.
    public mutating func receive(message: String, at seconds: Double) -> [RunEvent] {
        do {
            return receive(try PageEvent(message: message), at: seconds)
        } catch {
            result.notes.append("Ignored a malformed message from the page: \(error).")
            return []
        }
    }

    /// Takes the next event.
    ///
    /// - Parameter seconds: since the page was started.
    /// - Returns: the events to pass on to reporters, in order; ends with `pageFinished` when the page is complete.
    public mutating func receive(_ event: PageEvent, at seconds: Double) -> [RunEvent] {
        if case .complete = phase { return [] }
        result.duration = seconds
        let known = (result.tests.count, unwanted, runningTest)
        defer {
            if (result.tests.count, unwanted, runningTest) != known { noteProgress(event, at: seconds) }
        }
        switch event {
        case .console(let level, let text): return receiveConsole(ConsoleLine(level: level, text: text))
        case .uncaughtError(let message, let source, let line, let column, let stack):
            let position = line.map { SourcePosition(url: source ?? result.page, line: $0, column: column) }
            let failure = PageFailure(kind: .uncaughtError, message: message, position: position, stack: stack)
            if let harness, isRunning, harness != TestharnessMessage.library {
                // The library fails the test that runs; the error itself belongs to the output of the test.
                return printed(.uncaught(message, at: position.map { locate?($0) ?? $0 }))
            }
            if harness == nil { result.failures.append(failure) } else { undecided.append(failure) }
            settleIfBroken()
        case .hostError(let message):
            // No test library judges it.
            result.failures.append(PageFailure(kind: .uncaughtError, message: message))
            settleIfBroken()
        case .scriptFailed(let message, let position, let stack):
            result.failures.append(
                PageFailure(kind: .uncaughtError, message: message, position: position, stack: stack))
            if phase == .recording { phase = .settling(.uncaughtError) }
        case .resourceFailed(let address, let reason): return receiveFailedLoad(address, reason)
        case .scriptMissing(let address):
            missingScripts.append(address)
            settleIfBroken()
        case .workerConsole(let level, let text), .frameConsole(let level, let text):
            return printed(ConsoleLine(level: level, text: text))
        case .frameError(let message, let position, let stack, let isOwn):
            // Tests of browsers have frames that fail on purpose. No other library can notice the error.
            guard isOwn, harness != TestharnessMessage.library else {
                return printed(.uncaught(message, at: position.map { locate?($0) ?? $0 }))
            }
            result.failures.append(
                PageFailure(kind: .uncaughtError, message: message, position: position, stack: stack))
        case .dialog(let function, let message): receiveDialog(function, message)
        case .testTimedOut(let limit): return complete(.testTimedOut) { $0.testHang(limit) }
        case .stopped: return complete(.stopped)
        case .harness(let event): return receiveHarness(event)
        case .loadFinished:
            hasLoaded = true
            settleIfBroken()
        case .settled:
            if case .settling(let completion) = phase { return complete(completion) }
        case .loadFailed(let message):
            return complete(.loadFailed) { _ in PageFailure(kind: .loadFailure, message: message) }
        case .processTerminated:
            return complete(.processTerminated) {
                PageFailure(kind: .crash, message: "The page's web process ended \($0.progress).")
            }
        case .navigatedAway(let url):
            if case .settling(let completion) = phase { return complete(completion) }
            return complete(.navigatedAway) {
                let message = "The page went to \(url) \($0.progress). Test such a page inside an iframe."
                return PageFailure(kind: .navigatedAway, message: message)
            }
        case .timedOut:
            if case .settling(let completion) = phase { return complete(completion) }
            return complete(.timedOut)
        }
        return []
    }

    /// An error, a finished load and nobody who would test anything: nothing more will come.
    private mutating func settleIfBroken() {
        guard hasLoaded, phase == .recording, harness == nil, !tap.isRecognised else { return }
        guard !result.failures.isEmpty || !missingScripts.isEmpty else { return }
        phase = .settling(.uncaughtError)
    }

    private mutating func receiveConsole(_ line: ConsoleLine) -> [RunEvent] {
        guard harness == nil, line.level == .log || line.level == .info else { return printed(line) }
        let outputs = tap.read(line.text)
        // The error did not stop the page's tests after all.
        if tap.isRecognised, phase == .settling(.uncaughtError) { phase = .recording }
        return receiveTAP(outputs, level: line.level)
    }

    /// Lines of one message that are no TAP stay one message.
    mutating func receiveTAP(_ outputs: [TAPRecording.Output], level: ConsoleLevel) -> [RunEvent] {
        var events: [RunEvent] = []
        var text: [String] = []
        func flush(_ recorder: inout Self) {
            if !text.isEmpty {
                events += recorder.printed(ConsoleLine(level: level, text: text.joined(separator: "\n")))
            }
            text = []
        }
        for output in outputs {
            if case .text(let line) = output {
                text.append(line)
                continue
            }
            flush(&self)
            switch output {
            case .text: break
            case .began:
                heldConsole = console
                console = []
            case .explanation(let line): heldConsole.append(ConsoleLine(level: level, text: line))
            case .result(var test):
                test.console = heldConsole
                heldConsole = []
                events += finished(test)
            case .done(let completion):
                if phase == .recording { phase = .settling(completion) }
            }
        }
        flush(&self)
        return events
    }

    mutating func printed(_ line: ConsoleLine) -> [RunEvent] {
        console.append(line)
        return [.console(page: result.page, line)]
    }

    /// Records the end of a test and returns its events; none for a test that is not wanted.
    mutating func finished(_ test: PageTestResult) -> [RunEvent] {
        runningTest = nil
        guard wanted?.matches(test.name) ?? true else {
            unwanted += 1
            return []
        }
        var test = test
        // Pages say any number, and reports have room for times.
        if let duration = test.duration, !(0...Duration.longestSeconds).contains(duration) { test.duration = nil }
        if test.status.isFailure { annotateTest?(&test) }
        result.tests.append(test)
        return [.testFinished(page: result.page, test)]
    }

    /// Since when a test has been running, in seconds since the page's start, and how long its library lets it; nil when none is
    /// known to run. Of TAP only the ends of tests are known: there the next is taken to run from the end of the one before.
    package var testUnderway: (since: Double, limit: Double?)? {
        harness != nil && runningTest == nil ? nil : lastProgress.map { ($0.at, $0.limit) }
    }

    private mutating func noteProgress(_ event: PageEvent, at seconds: Double) {
        if case .harness(let event) = event {
            lastProgress = (seconds, event.limit)
        } else {
            lastProgress = (seconds, nil)
        }
    }
}
