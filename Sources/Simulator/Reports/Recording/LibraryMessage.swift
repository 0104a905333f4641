/// mocha, QUnit and Jasmine, as the hook's recognisers tell them: in one vocabulary.
struct LibraryMessage: Decodable {
    struct Test: Decodable {
        var name: [String]
        var status: PageTestStatus
        var message: String?
        var expected: String?
        var actual: String?
        var stack: String?
        var duration: Double?
    }

    var event: HarnessEvent.Kind
    var name: [String]?
    var limit: Double?
    var tests: [Test]?
    var failure: String?

    /// The event in the terms all libraries share.
    /// - Throws: ``PageMessageError`` when a member is missing or where none belongs.
    func harnessEvent(_ library: String) throws(PageMessageError) -> HarnessEvent {
        guard event == .result || tests == nil else {
            throw PageMessageError("a \"\(event.rawValue)\" event carries no tests")
        }
        var result = HarnessEvent(harness: library, kind: event)
        switch event {
        case .began:
            guard let name, !name.isEmpty else { throw PageMessageError("a \"began\" event without a name") }
            result.began = name
            result.limit = limit
        case .result:
            for test in tests ?? [] {
                guard !test.name.isEmpty else { throw PageMessageError("a test without a name") }
                result.tests.append(
                    PageTestResult(
                        name: test.name, status: test.status, duration: test.duration, message: test.message,
                        expected: test.expected, actual: test.actual, stack: test.stack,
                        position: Self.position(in: test.message, stack: test.stack)))
            }
        case .complete: result.failure = failure.map { "\(library) reports a failure outside of its tests: \($0)" }
        case .found, .start: break
        }
        return result
    }

    /// mocha tells where an uncaught error was at the end of its message alone: `TypeError: late (sw://…/a.js:12)`.
    private static func position(in message: String?, stack: String?) -> SourcePosition? {
        if let found = stack.flatMap({ SourcePosition(stack: $0) }) { return found }
        guard let message, message.hasSuffix(")"), let open = message.lastIndex(of: "(") else { return nil }
        return SourcePosition(stack: String(message[open...]))
    }
}
