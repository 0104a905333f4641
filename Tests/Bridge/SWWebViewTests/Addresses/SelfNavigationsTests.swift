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

    @Test func `a navigation to the https address of a page that is served securely has arrived`() throws {
        var navigations = SelfNavigations()
        navigations.commit(page, at: start)
        #expect(try judge(&navigations, "https://app.example/page?a=b") == .arrived)
        #expect(try judge(&navigations, "https://app.example/page?a=b", secure: false) == .proceed)
        #expect(try judge(&navigations, "http://app.example/page?a=b") == .proceed)
        #expect(try judge(&navigations, "https://app.example/page") == .proceed)
        #expect(try judge(&navigations, "https://other.example/page?a=b") == .proceed)
    }

    @Test func `the fourth navigation in a row of a page to its own address has looped`() throws {
        var navigations = SelfNavigations()
        for _ in 0..<3 {
            navigations.commit(page, at: start)
            #expect(try judge(&navigations, same) == .proceed)
        }
        navigations.commit(page, at: start)
        #expect(try judge(&navigations, same) == .looped)
        #expect(try judge(&navigations, "sw://app.example/other") == .proceed)
    }

    @Test func `another navigation in between starts the count of self navigations anew`() throws {
        var navigations = SelfNavigations()
        for _ in 0..<3 {
            navigations.commit(page, at: start)
            _ = try judge(&navigations, same)
        }
        navigations.commit(page, at: start)
        navigations.commit(page, at: start)
        #expect(try judge(&navigations, same) == .proceed)
    }

    @Test func `an act of the driver starts the count anew, and a page that loops without one has looped`() throws {
        var navigations = SelfNavigations()
        for _ in 0..<9 {
            navigations.commit(page, at: start)
            navigations.finish()
            navigations.driverActs()
            #expect(try judge(&navigations, same, waits: true) == .proceed)
        }
        for _ in 0..<2 {
            navigations.commit(page, at: start)
            navigations.finish()
            #expect(try judge(&navigations, same, waits: true) == .proceed)
        }
        navigations.commit(page, at: start)
        navigations.finish()
        #expect(try judge(&navigations, same, waits: true) == .looped)
    }

    @Test func `a page that navigates to itself six seconds after it was loaded never loops`() throws {
        var navigations = SelfNavigations()
        for _ in 0..<9 {
            navigations.commit(page, at: start)
            navigations.finish()
            #expect(try judge(&navigations, same, after: 6) == .proceed)
        }
    }

    @Test func `a driver that waits for each load may open the address of the page any number of times`() throws {
        var navigations = SelfNavigations()
        for _ in 0..<9 {
            navigations.commit(page, at: start)
            navigations.finish()
            #expect(try judge(&navigations, same, waits: true) == .proceed)
        }
    }
}
