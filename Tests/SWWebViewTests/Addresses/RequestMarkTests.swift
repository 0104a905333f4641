import Foundation
import Testing

@testable import SWWebView

/// Marks in the fragments of requests.
struct RequestMarkTests {
    @Test func aMarkIsTakenOffAndThePagesOwnFragmentComesBack() throws {
        let text =
            "sw://app.example/a?b=c#___sw?document=17&destination=image&mode=no-cors&fragment=part%2520one&referrer=sw%3A%2F%2Fapp.example%2F+x"
        let (url, mark) = try #require(URL(string: text)).takingMark
        #expect(url.absoluteString == "sw://app.example/a?b=c#part%20one")
        #expect(mark?.document == "17")
        #expect(mark?.destination == "image")
        #expect(mark?.mode == "no-cors")
        #expect(mark?.referrer == "sw://app.example/ x")
        #expect(mark?.upload == nil)
    }

    @Test(arguments: [
        "sw://app.example/", "sw://app.example/#", "sw://app.example/#part", "sw://app.example/?___sw?document=1",
    ])
    func whatHasNoMarkStaysAsItIs(_ text: String) throws {
        let (url, mark) = try #require(URL(string: text)).takingMark
        #expect(url.absoluteString == text)
        #expect(mark == nil)
    }

    @Test func aMarkWithoutAFragmentLeavesNone() throws {
        let (url, mark) = try #require(URL(string: "sw://app.example/a#___sw?&document=1&destination=")).takingMark
        #expect(url.absoluteString == "sw://app.example/a")
        #expect(mark?.destination == "")
    }

    @Test func brokenPairsAreLeftOut() throws {
        let (_, mark) = try #require(
            URL(string: "sw://app.example/a#___sw?document&=&destination=x%ZZ&odd=1&mode=cors")
        ).takingMark
        #expect(mark?.document == nil)
        #expect(mark?.mode == "cors")
    }
}
