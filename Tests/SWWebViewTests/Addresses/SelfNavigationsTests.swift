import Foundation
import Testing

@testable import SWWebView

/// Pages that navigate to the address they are at.
struct SelfNavigationsTests {
    let page = URL(string: "sw://app.example/page?a=b#c")
    let same = "sw://app.example/page?a=b"
    let start = ContinuousClock.now

    private func judge(
        _ navigations: inout SelfNavigations, _ address: String, secure: Bool = true, waits: Bool = false,
        after seconds: Int = 0
    ) throws -> SelfNavigations.Verdict {
        navigations.judge(
            try #require(URL(string: address)), isServedSecurely: secure, waits: waits, at: start + .seconds(seconds))
    }

    @Test func thePageIsAtItsOwnHTTPSAddress() throws {
        var navigations = SelfNavigations()
        navigations.commit(page, at: start)
        #expect(try judge(&navigations, "https://app.example/page?a=b") == .arrived)
        #expect(try judge(&navigations, "https://app.example/page?a=b", secure: false) == .proceed)
        #expect(try judge(&navigations, "http://app.example/page?a=b") == .proceed)
        #expect(try judge(&navigations, "https://app.example/page") == .proceed)
        #expect(try judge(&navigations, "https://other.example/page?a=b") == .proceed)
    }

    @Test func aLoopEnds() throws {
        var navigations = SelfNavigations()
        for _ in 0..<3 {
            navigations.commit(page, at: start)
            #expect(try judge(&navigations, same) == .proceed)
        }
        navigations.commit(page, at: start)
        #expect(try judge(&navigations, same) == .looped)
        #expect(try judge(&navigations, "sw://app.example/other") == .proceed)
    }

    @Test func anotherNavigationInBetweenBeginsAnew() throws {
        var navigations = SelfNavigations()
        for _ in 0..<3 {
            navigations.commit(page, at: start)
            _ = try judge(&navigations, same)
        }
        navigations.commit(page, at: start)
        navigations.commit(page, at: start)
        #expect(try judge(&navigations, same) == .proceed)
    }

    @Test func aPageThatLoadsItselfNowAndThenMayGoOn() throws {
        var navigations = SelfNavigations()
        for _ in 0..<9 {
            navigations.commit(page, at: start)
            navigations.finish()
            #expect(try judge(&navigations, same, after: 6) == .proceed)
        }
    }

    @Test func aDriverMayOpenAnAddressAsOftenAsItLikes() throws {
        var navigations = SelfNavigations()
        for _ in 0..<9 {
            navigations.commit(page, at: start)
            navigations.finish()
            #expect(try judge(&navigations, same, waits: true) == .proceed)
        }
    }
}
