import Testing

@testable import WebKit

struct PageRelaunchesTests {
    private let start = ContinuousClock.now

    @Test func `a page is loaded again once, and again after 30 seconds of a finished load`() {
        var relaunches = PageRelaunches()
        var begins = relaunches.begin(at: start)
        #expect(begins)
        relaunches.finished(at: start)
        begins = relaunches.begin(at: start + .seconds(29))
        #expect(!begins)
        begins = relaunches.begin(at: start + .seconds(29))
        #expect(begins, "the application has loaded it")
        relaunches.finished(at: start)
        begins = relaunches.begin(at: start + .seconds(30))
        #expect(begins)
    }

    @Test func `a page that never finishes is loaded again once`() {
        var relaunches = PageRelaunches()
        var begins = relaunches.begin(at: start)
        #expect(begins)
        begins = relaunches.begin(at: start + .seconds(60))
        #expect(!begins)
    }

    @Test func `a page whose process the program has ended is not loaded again`() {
        var relaunches = PageRelaunches()
        relaunches.isRefused = true
        var begins = relaunches.begin(at: start)
        #expect(!begins)
        relaunches.isRefused = false
        begins = relaunches.begin(at: start)
        #expect(begins)
    }
}
