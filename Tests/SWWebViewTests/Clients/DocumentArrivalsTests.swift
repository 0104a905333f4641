import Testing

@testable import SWWebView

@MainActor @Suite(.timeLimit(.minutes(1))) struct DocumentArrivalsTests {
    @Test func aRequestWaitsForItsDocument() async {
        let arrivals = DocumentArrivals(limit: .seconds(3600))
        let requests = (0..<2).map { _ in Task { await arrivals.wait(for: "document") } }
        while arrivals.awaited == 0 { await Task.yield() }
        arrivals.settle("another")
        #expect(arrivals.awaited == 1)
        arrivals.settle("document")
        for request in requests { await request.value }
        #expect(arrivals.awaited == 0)
    }

    @Test func aRequestOfAKnownDocumentDoesNotWait() async {
        let arrivals = DocumentArrivals(limit: .seconds(3600))
        arrivals.settle("document")
        await arrivals.wait(for: "document")
    }

    @Test func aRequestOfAForgottenDocumentWaits() async {
        let arrivals = DocumentArrivals(limit: .seconds(3600))
        arrivals.settle("document")
        arrivals.forget("document")
        let request = Task { await arrivals.wait(for: "document") }
        while arrivals.awaited == 0 { await Task.yield() }
        arrivals.settle("document")
        await request.value
    }

    @Test func aStrangerIsWaitedForOnce() async {
        let arrivals = DocumentArrivals(limit: .milliseconds(1))
        await arrivals.wait(for: "stranger")
        await arrivals.wait(for: "stranger")
        #expect(arrivals.awaited == 0)
    }
}
