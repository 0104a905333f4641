import Testing

@testable import SWWebView

struct ScriptQueueTests {
    @Test func `workers of one address take turns, and one of another address does not wait`() {
        var turns = ScriptQueue<String>()
        #expect(turns.take("1", at: "a", order: "make 1") == "make 1")
        #expect(turns.take("2", at: "a", order: "make 2") == nil)
        #expect(turns.take("3", at: "a", order: "make 3") == nil)
        #expect(turns.take("4", at: "b", order: "make 4") == "make 4")
        #expect(turns.leave("1") == "make 2")
        #expect(turns.leave("1") == nil)
        #expect(turns.leave("2") == "make 3")
        #expect(turns.leave("3") == nil)
        #expect(turns.take("5", at: "a", order: "make 5") == "make 5")
    }

    @Test func `a worker that leaves before its turn is skipped`() {
        var turns = ScriptQueue<String>()
        #expect(turns.take("1", at: "a", order: "make 1") == "make 1")
        for worker in ["2", "3"] { _ = turns.take(worker, at: "a", order: "make \(worker)") }
        #expect(turns.leave("2") == nil)
        #expect(turns.leave("1") == "make 3")
        #expect(turns.leave("unknown") == nil)
    }
}
