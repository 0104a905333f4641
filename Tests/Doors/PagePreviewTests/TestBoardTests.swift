import Testing
import WebViewTesting

@testable import PagePreview

/// The board of pages and tests that `--ui` shows.
struct TestBoardTests {
    private var board = TestBoard(watchesFiles: false)

    init() { _ = board.list(["a.html", "b.html"]) }

    private func result(_ page: String, _ tests: [(String, PageTestStatus)]) -> PageRunResult {
        PageRunResult(
            page: page, tests: tests.map { PageTestResult(name: [$0.0], status: $0.1) },
            completion: .harnessCompleted)
    }

    private var states: [String] { board.pages.map(\.state.rawValue) }

    private func summary(isInterrupted: Bool = false) -> RunEvent {
        var summary = RunSummary(passed: 1, failed: 0, pages: 1, duration: 1)
        summary.isInterrupted = isInterrupted
        return .runFinished(summary)
    }

    @Test mutating func `pages are queued, run, and have the state of their result`() {
        _ = board.begin(["a.html", "b.html"], test: nil)
        #expect(states == ["queued", "queued"] && board.run.isRunning)
        _ = board.receive(.pageStarted(page: "a.html"))
        #expect(states == ["running", "queued"])
        _ = board.receive(.pageFinished(result("a.html", [("x", .failed)])))
        _ = board.receive(.pageFinished(result("b.html", [("y", .passed)])))
        _ = board.receive(summary())
        #expect(states == ["failed", "passed"] && !board.run.isRunning)
        #expect(board.run.summary == "1 passed, 0 failed")
    }

    @Test mutating func `the result of one test replaces that test's in the page's earlier result`() {
        _ = board.begin(["a.html"], test: nil)
        _ = board.receive(.pageFinished(result("a.html", [("x", .failed), ("y", .passed)])))
        _ = board.receive(summary())
        _ = board.begin(["a.html"], test: ["x"])
        _ = board.receive(.pageFinished(result("a.html", [("x", .passed)])))
        #expect(board.pages[0].result?.tests.map(\.status) == [.passed, .passed])
        #expect(board.pages[0].state == .passed)
    }

    @Test mutating func `pages that a stopped run did not reach keep their state`() {
        _ = board.begin(["a.html", "b.html"], test: nil)
        _ = board.receive(.pageFinished(result("a.html", [("x", .passed)])))
        _ = board.receive(summary(isInterrupted: true))
        #expect(states == ["passed", "idle"])
        #expect(board.run.summary == "1 passed, 0 failed, stopped")
    }

    @Test mutating func `a list of other pages keeps the results of known ones`() {
        _ = board.begin(["a.html"], test: nil)
        _ = board.receive(.pageFinished(result("a.html", [("x", .passed)])))
        #expect(board.list(["a.html", "b.html"]).isEmpty)
        let events = board.list(["a.html", "c.html"])
        #expect(events.first?.pages?.map(\.name) == ["a.html", "c.html"])
        #expect(states == ["passed", "idle"])
    }
}
