import Foundation
import Testing

@testable import WebKit

@MainActor
struct NavigationProgressTests {
    static let request = URLRequest(url: URL(fileURLWithPath: "/page"))

    @Test func `a requested load keeps its navigation from start to finish`() {
        var progress = NavigationProgress()
        let requested = progress.request(Self.request)
        #expect(progress.phase == .idle)
        #expect(progress.requested?.navigation === requested)
        let (started, displaced) = progress.start()
        #expect(started === requested && displaced == nil)
        #expect(progress.requested == nil)
        #expect(progress.loadedRequest == Self.request)
        #expect(progress.commit() === requested)
        #expect(progress.loadedRequest == nil)
        #expect(progress.finish() === requested)
        #expect(progress.phase == .idle)
    }

    @Test func `a load that the page starts has a navigation of its own`() {
        var progress = NavigationProgress()
        let first = progress.request(Self.request)
        _ = progress.start()
        _ = progress.commit()
        _ = progress.finish()
        let (own, displaced) = progress.start()
        #expect(own !== first && displaced == nil)
        #expect(progress.loadedRequest == nil)
        #expect(progress.commit() === own)
        #expect(progress.finish() === own)
    }

    @Test func `a load that is not committed is displaced by the next`() {
        var progress = NavigationProgress()
        let first = progress.request(Self.request)
        _ = progress.start()
        let second = progress.request(Self.request)
        let (started, displaced) = progress.start()
        #expect(started === second && displaced === first)
    }

    @Test func `a committed or failed load is not displaced by the next`() {
        var committed = NavigationProgress()
        _ = committed.request(Self.request)
        _ = committed.start()
        _ = committed.commit()
        #expect(committed.start().displaced == nil)

        var failed = NavigationProgress()
        let first = failed.request(Self.request)
        _ = failed.start()
        #expect(failed.fail() === first)
        #expect(failed.start().displaced == nil, "its failure was told already")
    }

    @Test func `the finish after a failure is ignored once`() {
        var progress = NavigationProgress()
        let navigation = progress.request(Self.request)
        _ = progress.start()
        #expect(progress.fail() === navigation)
        #expect(progress.finish() == nil)
        #expect(progress.phase == .idle)
        _ = progress.request(Self.request)
        let (next, displaced) = progress.start()
        #expect(displaced == nil)
        #expect(progress.finish() === next, "only one finish is swallowed")
    }

    @Test func `a failure before the start belongs to the requested load`() {
        var progress = NavigationProgress()
        let navigation = progress.request(Self.request)
        #expect(progress.fail() === navigation)
        #expect(progress.finish() == nil)
    }

    @Test func `a failure because of the next load leaves the next load requested`() {
        var progress = NavigationProgress()
        let first = progress.request(Self.request)
        _ = progress.start()
        let second = progress.request(Self.request)
        #expect(progress.fail() === first)
        #expect(progress.finish() == nil)
        let (started, displaced) = progress.start()
        #expect(started === second && displaced == nil)
        #expect(progress.loadedRequest == Self.request)
    }

    @Test func `a failure without a load has no navigation`() {
        var progress = NavigationProgress()
        #expect(progress.fail() == nil)
    }

    @Test func `a cancelled request is forgotten, and the next load has its own navigation`() {
        var progress = NavigationProgress()
        let refused = progress.request(Self.request)
        progress.cancelRequested()
        let (own, _) = progress.start()
        #expect(own !== refused)
        #expect(progress.loadedRequest == nil)
    }

    @Test func `the latest of several requests is started`() {
        var progress = NavigationProgress()
        let first = progress.request(Self.request)
        let second = progress.request(nil)
        let (started, displaced) = progress.start()
        #expect(started === second && started !== first && displaced == nil)
    }

    @Test func `a main request is taken once, before the start of its load or afterwards`() {
        var progress = NavigationProgress()
        let early = progress.request(Self.request)
        let taken = progress.takeMainRequest { _, _ in true }
        #expect(taken?.navigation === early && taken?.request == Self.request)
        _ = progress.start()
        #expect(progress.loadedRequest == nil)

        let late = progress.request(Self.request)
        _ = progress.start()
        let others = progress.takeMainRequest { navigation, _ in navigation === early }
        #expect(others == nil)
        let started = progress.takeMainRequest { navigation, _ in navigation === late }
        #expect(started?.request == Self.request)
        #expect(progress.loadedRequest == nil)
    }

    @Test func `a late redirect of a load leaves the request of the next load as it is`() {
        let next = URLRequest(url: URL(fileURLWithPath: "/next"))
        let target = URLRequest(url: URL(fileURLWithPath: "/target"))
        var progress = NavigationProgress()
        let first = progress.request(Self.request)
        _ = progress.start()
        let second = progress.request(next)
        progress.storeMainRequest(target, of: first)
        let redirected = progress.takeMainRequest { navigation, _ in navigation === first }
        #expect(redirected?.request == target)
        _ = progress.start()
        progress.storeMainRequest(target, of: first)
        let taken = progress.takeMainRequest { _, _ in true }
        #expect(taken?.navigation === second && taken?.request == next)
    }

    @Test func `a reset ends the current and the requested load`() {
        var progress = NavigationProgress()
        let navigation = progress.request(Self.request)
        _ = progress.start()
        _ = progress.request(Self.request)
        progress.reset()
        #expect(progress.current == nil && progress.requested == nil && progress.phase == .idle)
        #expect(progress.hasLostPage)
        #expect(progress.start().started !== navigation)
        #expect(!progress.hasLostPage)
        progress.reset()
        _ = progress.request(Self.request)
        #expect(!progress.hasLostPage)
    }
}
