/// An event that a test library in a page reported, whichever library it is.
public struct HarnessEvent: Sendable, Equatable {
    /// The kinds of events.
    public enum Kind: String, Sendable, Codable {
        /// The library was recognised; no test has run.
        case found
        /// Its tests begin.
        case start
        /// A test began.
        case began
        /// Some tests ended.
        case result
        /// All is done; the tests here are those not told before.
        case complete
    }

    /// The library's name, such as `testharness.js`.
    public var harness: String
    /// The kind of the event.
    public var kind: Kind
    /// Tests that ended.
    public var tests: [PageTestResult]
    /// At the beginning of a test: its groups, outermost first, and its own name.
    public var began: [String] = []
    /// At the beginning of a test: the seconds that the library lets it run, where it tells.
    public var limit: Double?
    /// At completion: the library's errors about the page as a whole.
    public var failure: String?

    /// An event of a library.
    public init(harness: String, kind: Kind, tests: [PageTestResult] = [], failure: String? = nil) {
        self.harness = harness
        self.kind = kind
        self.tests = tests
        self.failure = failure
    }
}

/// testharness.js, as the hook's recogniser tells it.
struct TestharnessMessage: Decodable {
    /// The library's name in events.
    static let library = "testharness.js"

    struct Test: Decodable {
        var name: String
        var status: Int
        var message: String?
        var stack: String?
        var duration: Double?
    }

    struct Status: Decodable {
        var status: Int
        var message: String?
    }

    var event: HarnessEvent.Kind
    var name: String?
    var tests: [Test]?
    var status: Status?

    /// The event in the terms all libraries share.
    /// - Throws: ``PageMessageError`` when a status is none of testharness.js's.
    func harnessEvent() throws(PageMessageError) -> HarnessEvent {
        var results: [PageTestResult] = []
        for test in tests ?? [] { results.append(try result(of: test)) }
        guard event == .result || event == .complete || results.isEmpty else {
            throw PageMessageError("a \"\(event.rawValue)\" event carries no tests")
        }
        var event = HarnessEvent(harness: Self.library, kind: event, tests: results)
        if event.kind == .began {
            guard let name else { throw PageMessageError("a \"began\" event without a name") }
            event.began = [name]
        }
        if event.kind == .complete {
            guard let status else { throw PageMessageError("a \"complete\" event without a status") }
            event.failure = try failure(of: status)
        }
        return event
    }

    private func result(of test: Test) throws(PageMessageError) -> PageTestResult {
        let status: PageTestStatus
        var message = test.message
        switch test.status {
        case 0: status = .passed
        case 1: status = .failed
        case 2: status = .timedOut
        case 3:
            status = .failed
            message = message ?? "testharness.js never ran this test (NOTRUN)."
        case 4: status = .skipped
        default: throw PageMessageError("\(test.status) is no test status of testharness.js")
        }
        return PageTestResult(
            name: [test.name], status: status, duration: test.duration, message: message, stack: test.stack)
    }

    private func failure(of status: Status) throws(PageMessageError) -> String? {
        let said = status.message.map { ": \($0)" } ?? "."
        switch status.status {
        case 0: return nil
        case 1: return "testharness.js reports an error outside of its tests\(said)"
        case 2: return "testharness.js ran out of its own time before all tests were done\(said)"
        case 3: return "testharness.js reports that what the page needs is not there (PRECONDITION_FAILED)\(said)"
        default: throw PageMessageError("\(status.status) is no harness status of testharness.js")
        }
    }
}
