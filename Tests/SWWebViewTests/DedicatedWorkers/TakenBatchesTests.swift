import Testing

@testable import SWWebView

struct TakenBatchesTests {
    @Test func aBatchIsTakenOnce() {
        var batches = TakenBatches()
        #expect([0, 0, 1, 1, 0, 2].map { batches.take($0) } == [true, false, true, false, false, true])
    }

    @Test func batchesMayOvertakeOneThatIsSentAgain() {
        var batches = TakenBatches()
        #expect([1, 2, 1, 0, 0, 3, 2].map { batches.take($0) } == [true, true, false, true, false, true, false])
    }

    @Test func numbersThatAWorkerMakesUpDoNotFillMemory() {
        var batches = TakenBatches()
        let ahead = (1...TakenBatches.mostAhead).map { batches.take($0 * 2) }
        #expect(!ahead.contains(false))
        #expect([1_000_000, -1, .min, 0].map { batches.take($0) } == [false, false, false, true])
    }
}
