import Testing

@testable import WebKit

struct PageRelaunchesTests {
    private let start = ContinuousClock.now

    @Test func `a page is loaded again once, and again after 30 seconds of a finished load`() {
        var relaunches = PageRelaunches()
        #expect(relaunches.begin(at: start))
        relaunches.finished(at: start)
        #expect(!relaunches.begin(at: start + .seconds(29)))
        #expect(relaunches.begin(at: start + .seconds(29)), "the application has loaded it")
        relaunches.finished(at: start)
        #expect(relaunches.begin(at: start + .seconds(30)))
    }

    @Test func `a page that never finishes is loaded again once`() {
        var relaunches = PageRelaunches()
        #expect(relaunches.begin(at: start))
        #expect(!relaunches.begin(at: start + .seconds(60)))
    }

    @Test func `a page whose process the program has ended is not loaded again`() {
        var relaunches = PageRelaunches()
        relaunches.isRefused = true
        #expect(!relaunches.begin(at: start))
        relaunches.isRefused = false
        #expect(relaunches.begin(at: start))
    }
}
