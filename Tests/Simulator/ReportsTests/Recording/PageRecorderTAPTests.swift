import Reports
import Testing

@Suite struct PageRecorderTAPTests {
    @Test func `a leading plan is fulfilled by its last number`() {
        var page = PageScript()
        page.log("TAP version 13", "1..2", "ok 1 - a")
        #expect(page.recorder.phase == .recording)
        page.log("ok 2 - b")
        #expect(page.recorder.phase == .settling(.planFulfilled))
        #expect(page.settled().tests.map(\.fullName) == ["a", "b"])
        #expect(page.result.passed)
    }

    @Test func `a plan after the tests ends the page`() {
        var page = PageScript()
        page.log("ok - a\nok - b\n1..2")
        #expect(page.settled().completion == .planFulfilled)
        #expect(page.result.passed)
    }

    @Test func `one console call may hold the plan, the test and its diagnostic block`() {
        var page = PageScript()
        page.log("TAP version 13\r\n1..1\r\nnot ok 1 - a\r\n  ---\r\n  message: \"no\"\r\n  ...")
        #expect(page.settled().tests.first?.message == "no")
    }

    @Test func `the block after the last test still counts`() {
        var page = PageScript()
        page.log("1..1", "not ok 1 - adds", "  ---", "    expected: 2", "    actual: 3")
        page.log("    at: f@sw://app.example/a.js:3:5", "  ...")
        let test = page.settled().tests.first
        #expect(test?.expected == "2")
        #expect(test?.actual == "3")
        #expect(test?.position == SourcePosition(url: "sw://app.example/a.js", line: 3, column: 5))
    }

    @Test func `a test with a SKIP or TODO directive does not fail the page`() {
        var page = PageScript()
        page.log("1..3", "ok 1 - a # SKIP no GPU", "not ok 2 - b # TODO later", "not ok 3 - c # SKIP")
        #expect(page.settled().tests.map(\.status) == [.skipped, .todo, .skipped])
        #expect(page.result.tests.map(\.message) == ["no GPU", "later", nil])
        #expect(page.result.passed)
    }

    @Test func `failed subtests are named in the message of their parent`() {
        var page = PageScript()
        page.log("TAP version 14", "# Subtest: math", "    ok 1 - adds", "    not ok 2 - divides", "      ---")
        page.log("      message: zero", "      ...", "    1..2", "not ok 1 - math", "1..1")
        #expect(page.settled().tests.count == 1)
        #expect(page.result.tests.first?.message == "failed in it: divides")
        #expect(page.result.failures.isEmpty)
    }

    @Test func `console lines belong to the test they come before`() {
        var page = PageScript()
        page.log("1..2", "setting up a", "ok 1 - a", "setting up b")
        page.log("{\n    \"indented\": 1\n}", "not ok 2 - b", "# got 2")
        page.log("goodbye")
        let result = page.settled()
        #expect(result.tests[0].console.map(\.text) == ["setting up a"])
        #expect(result.tests[1].console.map(\.text) == ["setting up b", "{\n    \"indented\": 1\n}", "# got 2"])
        #expect(result.console.map(\.text) == ["goodbye"])
    }

    @Test(arguments: [
        ("1..3\nok 1\nok 3", "The plan is 1..3, and 2 of them came; missing: 2.", PageFailure.Kind.hang),
        ("ok 1\nok 2", "The page printed 2 TAP tests and no plan; print 1..2 after them.", .hang),
        ("TAP version 13", "The page printed 0 TAP tests and no plan; print 1..1 after them.", .hang),
    ])
    func `a page that runs out of time says what is missing`(text: String, message: String, kind: PageFailure.Kind) {
        var page = PageScript()
        page.log(text)
        page.feed(.loadFinished, .timedOut)
        #expect(page.result.completion == .timedOut)
        #expect(page.result.failures.map(\.kind) == [kind])
        #expect(page.result.failures.first?.message.hasSuffix(message) == true)
    }

    @Test(arguments: [
        ("1..1\nok 1\nok 2", "The plan is 1..1, and test 2 came too."),
        ("ok 1\n1..3", "The plan is 1..3, and 1 of them came; missing: 2, 3."),
        ("ok 1\nok 1\nok 2\n1..2", "Reported more than once: test 1."),
        ("1..1\nok 1\n1..1", "The page printed more than one TAP plan."),
    ])
    func `tests that do not match their plan fail the page`(text: String, message: String) {
        var page = PageScript()
        page.log(text)
        #expect(page.settled().failures == [PageFailure(kind: .planMismatch, message: message)])
    }

    @Test func `bailing out ends the page`() {
        var page = PageScript()
        page.log("1..9", "ok 1", "Bail out! no database")
        #expect(page.settled().completion == .bailedOut)
        #expect(page.result.failures.map(\.message) == ["The page bailed out: no database"])
    }

    @Test func `a plan of zero tests skips the page`() {
        var page = PageScript()
        page.log("1..0 # SKIP no camera")
        #expect(page.settled().tests == [PageTestResult(name: ["all tests"], status: .skipped, message: "no camera")])
        #expect(page.result.passed)
    }

    @Test(arguments: ["ok then, let us go", "  ok", "# a heading", "  1. first", "okay 1 - x", "ok"])
    func `console text that resembles TAP is no test`(text: String) {
        var page = PageScript()
        page.log(text)
        page.feed(.loadFinished, .timedOut)
        #expect(page.result.console.map(\.text) == [text])
        #expect(page.result.failures.map(\.kind) == [.noTestReported])
    }

    @Test func `errors on the console are not TAP`() {
        var page = PageScript()
        page.feed(.console(.error, "1..1\nok 1"), .loadFinished, .timedOut)
        #expect(page.result.tests.isEmpty)
    }

    @Test(arguments: ["inf", "nan", "-5", "1e300", "1e999"])
    func `a duration that is negative, infinite or huge is left out`(milliseconds: String) {
        var page = PageScript()
        page.log("TAP version 13", "1..1", "ok 1 - a # time=\(milliseconds)ms")
        #expect(page.settled().tests.map(\.duration) == [nil])
    }
}
