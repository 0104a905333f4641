import CWebKitGTK
import Fetch
import Foundation
import Testing

@testable import SWWebView

/// Marks in the fragments of requests.
struct RequestMarkTests {
    @Test(arguments: [
        CWK_MARK_CREDENTIALS, CWK_MARK_DESTINATION, CWK_MARK_DOCUMENT, CWK_MARK_ELSEWHERE, CWK_MARK_INTEGRITY,
        CWK_MARK_MODE, CWK_MARK_ORIGIN, CWK_MARK_REFERRER, CWK_MARK_REFERRER_POLICY, CWK_MARK_SANDBOXED,
    ])
    func `a key that the web-process extension writes is read`(_ key: String) {
        #expect(RequestMark.Key(rawValue: key) != nil)
    }

    @Test func `taking the mark off an address restores the fragment of the page`() throws {
        let text =
            "sw://app.example/a?b=c#___sw?document=17&destination=image&mode=no-cors&fragment=part%2520one&referrer=sw%3A%2F%2Fapp.example%2F+x"
        let (url, mark) = try #require(URL(string: text)).takingMark
        #expect(url.absoluteString == "sw://app.example/a?b=c#part%20one")
        #expect(mark?.document == "17")
        #expect(mark?.destination == .image)
        #expect(mark?.mode == .noCORS)
        #expect(mark?.referrer == "sw://app.example/ x")
        #expect(mark?.upload == nil)
    }

    @Test(arguments: [
        "sw://app.example/", "sw://app.example/#", "sw://app.example/#part", "sw://app.example/?___sw?document=1",
    ])
    func `an address without a mark stays as it is`(_ text: String) throws {
        let (url, mark) = try #require(URL(string: text)).takingMark
        #expect(url.absoluteString == text)
        #expect(mark == nil)
    }

    @Test func `taking off a mark that holds no fragment leaves an address without one`() throws {
        let (url, mark) = try #require(URL(string: "sw://app.example/a#___sw?&document=1&destination=")).takingMark
        #expect(url.absoluteString == "sw://app.example/a")
        #expect(mark?.destination == RequestDestination.none)
    }

    /// The fragment is not taken from a `URL`, which would mend the broken escape.
    @Test func `pairs without a value, a known key or whole escapes are left out of a mark, and later ones are read`()
        throws
    {
        let mark = try #require(
            RequestMark(fragment: "___sw?document&=&=x&destination=x%ZZ&redirect=%&cache=%C3&odd=1&mode=cors"))
        #expect(mark.document == nil)
        #expect(mark.destination == nil)
        #expect(mark.redirect == nil)
        #expect(mark.cache == nil)
        #expect(mark.mode == .cors)
    }
}
