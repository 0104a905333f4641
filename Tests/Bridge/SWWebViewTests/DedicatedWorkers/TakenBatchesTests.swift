import Testing

@testable import SWWebView

struct TakenBatchesTests {
    @Test func `a batch that comes again is not taken again`() {
        var batches = TakenBatches()
        #expect([0, 0, 1, 1, 0, 2].map { batches.take($0) } == [true, false, true, false, false, true])
    }

    @Test func `batches that overtake an earlier one are taken once each`() {
        var batches = TakenBatches()
        #expect([1, 2, 1, 0, 0, 3, 2].map { batches.take($0) } == [true, true, false, true, false, true, false])
    }

    @Test func `a batch beyond the most that may overtake the missing one is not taken`() {
        var batches = TakenBatches()
        let ahead = (1...TakenBatches.mostAhead).map { batches.take($0 * 2) }
        #expect(!ahead.contains(false))
        #expect([1_000_000, -1, .min, 0].map { batches.take($0) } == [false, false, false, true])
    }
}
