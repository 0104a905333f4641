import Reports
import Testing

@Suite struct PageRecorderTests {
    private static let found = #"{"type":"harness","harness":"testharness","event":"found"}"#
    private static let passed = #"""
        {"type":"harness","harness":"testharness","event":"result",
        "tests":[{"name":"a","status":0,"duration":0.25}]}
        """#

    private func complete(_ status: String = #"{"status":0}"#, tests: String = "[]") -> String {
        #"{"type":"harness","harness":"testharness","event":"complete","tests":\#(tests),"status":\#(status)}"#
    }

    private let error = PageEvent.uncaughtError(
        message: "TypeError: x is no function", source: "sw://a/a.js", line: 3, column: 7, stack: nil)

    @Test func `testharness pages complete when their library does`() {
        var page = PageScript()
        page.feed(messages: Self.found, #"{"type":"console","level":"warn","text":"hm"}"#, Self.passed)
        let failed = #"{"name":"b","status":1,"message":"assert_true","stack":"f@sw://a/a.html:4:2"}"#
        let late = #"[\#(failed),{"name":"c","status":2},"#
        page.feed(messages: complete(tests: late + #"{"name":"d","status":3},{"name":"e","status":4}]"#))
        #expect(page.recorder.phase == .settling(.harnessCompleted))
        let result = page.settled()
        #expect(result.tests.map(\.status) == [.passed, .failed, .timedOut, .failed, .skipped])
        #expect(result.tests[0].duration == 0.25)
        #expect(result.tests[0].console == [ConsoleLine(level: .warn, text: "hm")])
        #expect(result.tests[1].position == SourcePosition(url: "sw://a/a.html", line: 4, column: 2))
        #expect(page.events.last == .pageFinished(result))
        #expect(RunSummary(pages: [result], duration: 1).line == "1 passed, 3 failed, 1 skipped")
    }

    @Test(arguments: [1, 2, 3])
    func `a harness that fails as a whole fails the page`(status: Int) {
        var page = PageScript()
        page.feed(messages: Self.found, Self.passed, complete(#"{"status":\#(status),"message":"no"}"#))
        #expect(page.settled().failures.map(\.kind) == [.harnessError])
    }

    @Test func `the harness and the error it fails for are one failure`() {
        var page = PageScript()
        page.feed(messages: Self.found)
        page.feed(error)
        page.feed(messages: complete(#"{"status":1,"message":"x is no function"}"#))
        #expect(page.settled().failures.count == 1)
        #expect(page.result.failures.first?.position?.line == 3)
    }

    @Test func `an uncaught error does not fail a page whose harness completes without one`() {
        var page = PageScript()
        page.feed(messages: Self.found)
        page.feed(error)
        page.feed(messages: complete(tests: #"[{"name":"a","status":0}]"#))
        #expect(page.settled().passed)
    }

    @Test func `an error of the native half fails a page whose harness completes without one`() {
        var page = PageScript()
        page.feed(messages: Self.found)
        page.feed(.hostError(message: "native.js:1: no"))
        page.feed(messages: complete(tests: #"[{"name":"a","status":0}]"#))
        #expect(page.settled().failures.map(\.message) == ["native.js:1: no"])
    }

    @Test func `a harness that completes without tests reported none`() {
        var page = PageScript()
        page.feed(messages: Self.found, complete())
        #expect(page.settled().failures.map(\.kind) == [.noTestReported])
    }

    @Test(arguments: [
        "", "7", "[]", "{}", #"{"type":"magic"}"#, #"{"type":"console","level":"loud","text":"x"}"#,
        #"{"type":"console","level":"log","text":7}"#, #"{"type":"harness","harness":"unheard","event":"start"}"#,
        #"{"type":"harness","harness":"testharness","event":"result","tests":[{"name":"a","status":9}]}"#,
        #"{"type":"harness","harness":"testharness","event":"complete"}"#,
        #"{"type":"harness","harness":"testharness","event":"start","tests":[{"name":"a","status":0}]}"#,
        #"{"type":"error","message":"x"}"#, "\u{0}{",
    ])
    func `a malformed message is noted and changes nothing`(message: String) {
        var page = PageScript()
        page.feed(messages: message)
        #expect(page.events.isEmpty)
        #expect(page.result.notes.count == 1)
        #expect(page.recorder.phase == .recording)
    }

    @Test func `an error in a page without tests ends it once it is loaded`() {
        var page = PageScript()
        page.feed(error)
        #expect(page.recorder.phase == .recording)
        page.feed(.loadFinished)
        #expect(page.recorder.phase == .settling(.uncaughtError))
        #expect(page.settled().failures.map(\.kind) == [.uncaughtError])
    }

    @Test func `an error in a page with tests is told and the page goes on`() {
        var page = PageScript()
        page.feed(.loadFinished)
        page.log("1..2", "ok 1")
        page.feed(error)
        page.log("ok 2")
        #expect(page.settled().tests.count == 2)
        #expect(page.result.failures.map(\.kind) == [.uncaughtError])
    }

    @Test func `tests that begin in spite of an error are waited for`() {
        var page = PageScript()
        page.feed(error, .loadFinished)
        page.log("1..1")
        page.settled()
        #expect(page.recorder.phase == .recording)
        page.log("ok 1")
        #expect(page.settled().completion == .planFulfilled)
    }

    @Test(arguments: [
        (PageEvent.loadFailed(message: "no host"), PageCompletion.loadFailed, PageFailure.Kind.loadFailure),
        (.processTerminated, .processTerminated, .crash),
        (.navigatedAway(url: "sw://b/"), .navigatedAway, .navigatedAway),
        (.timedOut, .timedOut, .hang),
    ])
    func `a failed load, crash, navigation or timeout ends the page at once`(
        event: PageEvent, completion: PageCompletion, kind: PageFailure.Kind
    ) {
        var page = PageScript()
        page.feed(event)
        #expect(page.recorder.phase == .complete(completion))
        #expect(page.result.failures.map(\.kind) == [kind])
        let known = page.result
        page.log("1..1", "ok 1")
        #expect(page.result == known)
    }

    @Test func `time that is over after the page was done changes nothing`() {
        var page = PageScript()
        page.log("1..1", "ok 1")
        page.feed(.timedOut)
        #expect(page.result.completion == .planFulfilled)
        #expect(page.result.passed)
    }

    @Test func `a page that reports no test fails, and the message names what is looked for`() throws {
        var page = PageScript()
        page.feed(.loadFinished, .timedOut)
        let failure = try #require(page.result.failures.first)
        #expect(failure.message.contains("reported no test"))
        #expect(failure.message.contains("testharness.js"))
        #expect(failure.message.contains("ok 1 - adds"))
    }

    @Test func `a page keeps the dialect that it began with`() {
        var page = PageScript()
        page.log("1..1")
        page.feed(messages: Self.found)
        #expect(page.result.notes.count == 1)
        var other = PageScript()
        other.feed(messages: Self.found)
        other.log("1..1", "ok 1")
        #expect(other.recorder.phase == .recording)
    }

    @Test(arguments: [
        ("f@sw://a/a.js:3:5", "sw://a/a.js:3:5"), ("    at f (http://a:80/a.js:3:5)", "http://a:80/a.js:3:5"),
        ("test@sw://a/testharness.js:1:1\ng@sw://a/b.js:2", "sw://a/b.js:2"), ("Error: at 3:5\nnothing", nil),
    ])
    func `the position of a stack is its first frame outside the test library`(stack: String, position: String?) {
        #expect(SourcePosition(stack: stack)?.description == position)
    }
}
