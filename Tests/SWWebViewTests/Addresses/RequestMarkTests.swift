import Foundation
import Testing

@testable import SWWebView

/// Marks in the fragments of requests.
struct RequestMarkTests {
    @Test func aMarkIsTakenOffAndThePagesOwnFragmentComesBack() throws {
        let text = "sw://app.example/a?b=c#___sw?f=17&d=image&m=no-cors&h=part%2520one&g=sw%3A%2F%2Fapp.example%2F+x"
        let (url, mark) = try #require(URL(string: text)).takingMark
        #expect(url.absoluteString == "sw://app.example/a?b=c#part%20one")
        #expect(mark?.document == "17")
        #expect(mark?.destination == "image")
        #expect(mark?.mode == "no-cors")
        #expect(mark?.referrer == "sw://app.example/ x")
        #expect(mark?.upload == nil)
    }

    @Test(arguments: [
        "sw://app.example/", "sw://app.example/#", "sw://app.example/#part", "sw://app.example/?___sw?f=1",
    ])
    func whatHasNoMarkStaysAsItIs(_ text: String) throws {
        let (url, mark) = try #require(URL(string: text)).takingMark
        #expect(url.absoluteString == text)
        #expect(mark == nil)
    }

    @Test func aMarkWithoutAFragmentLeavesNone() throws {
        let (url, mark) = try #require(URL(string: "sw://app.example/a#___sw?f=1&d=")).takingMark
        #expect(url.absoluteString == "sw://app.example/a")
        #expect(mark?.destination == "")
    }

    @Test func brokenPairsAreLeftOut() throws {
        let (_, mark) = try #require(URL(string: "sw://app.example/a#___sw?f&=&d=x%ZZ&m=cors")).takingMark
        #expect(mark?.document == nil)
        #expect(mark?.mode == "cors")
    }
}
