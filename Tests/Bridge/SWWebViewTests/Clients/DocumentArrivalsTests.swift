import TestSupport
import Testing

@testable import SWWebView

@MainActor @Suite(.hangLimit(minutes: 1)) struct DocumentArrivalsTests {
    @Test func `a request waits until its own document has arrived`() async {
        let arrivals = DocumentArrivals(limit: .seconds(3600))
        let requests = (0..<2).map { _ in Task.immediate { await arrivals.wait(for: "document") } }
        #expect(arrivals.awaited == 1)
        arrivals.settle("another")
        #expect(arrivals.awaited == 1)
        arrivals.settle("document")
        for request in requests { await request.value }
        #expect(arrivals.awaited == 0)
    }

    @Test func `a request of a document that has arrived does not wait`() async {
        let arrivals = DocumentArrivals(limit: .seconds(3600))
        arrivals.settle("document")
        await arrivals.wait(for: "document")
    }

    @Test func `a request of a document that was forgotten waits until it arrives again`() async {
        let arrivals = DocumentArrivals(limit: .seconds(3600))
        arrivals.settle("document")
        arrivals.forget("document")
        let request = Task.immediate { await arrivals.wait(for: "document") }
        #expect(arrivals.awaited == 1)
        arrivals.settle("document")
        await request.value
    }

    @Test func `only the first request of a document that never arrives waits for the limit`() async {
        let arrivals = DocumentArrivals(limit: .milliseconds(1))
        let first = Task.immediate { @MainActor in await arrivals.wait(for: "stranger") }
        #expect(arrivals.awaited == 1)
        await first.value
        let second = Task.immediate { @MainActor in await arrivals.wait(for: "stranger") }
        #expect(arrivals.awaited == 0, "the second request waits as well")
        await second.value
    }
}
