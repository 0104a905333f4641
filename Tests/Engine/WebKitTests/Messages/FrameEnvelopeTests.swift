import Foundation
import Testing

@testable import WebKit

@MainActor
struct FrameEnvelopeTests {
    @Test func `a text envelope has its sender and body`() throws {
        let envelope = try #require(FrameEnvelope("\u{1}0af\ntwo\nlines"))
        #expect(envelope.sender == "0af")
        #expect(envelope.body as? String == "two\nlines")
        #expect(FrameEnvelope("\u{1}0af\n")?.body as? String == "")
    }

    @Test func `a value envelope has its sender, and its body if there is one`() throws {
        let envelope = try #require(FrameEnvelope(["sender": "0af", "body": NSNumber(value: 7)] as [String: Any]))
        #expect(envelope.sender == "0af")
        #expect(envelope.body as? Int == 7)
        let undefined = try #require(FrameEnvelope(["sender": "0af"] as [String: Any]))
        #expect(undefined.body == nil)
    }

    @Test(arguments: ["", "plain", "plain\nlines", "\u{1}", "\u{1}0af", "\n\u{1}0af\n"])
    func `a text without a leading mark and a sender line is no envelope`(_ text: String) {
        #expect(FrameEnvelope(text) == nil)
    }

    @Test func `a value without a textual sender is no envelope`() {
        let values: [Any?] = [
            nil, NSNull(), 1, true, Date(), [1, 2], [String: Any](), ["sender": 1], ["sender": [Any]()], ["body": 1],
        ]
        for value in values { #expect(FrameEnvelope(value) == nil, "\(String(describing: value))") }
    }

    /// A name of a handler cannot break out of the script.
    @Test func `the script quotes the names of handlers and receivers`() {
        let script = FrameEnvelope.script(handlers: ["x\"]));//", "\u{2028}"], receivers: ["y\"]));//"])
        #expect(script.contains(#"["x\"]));//","\u2028"]"#))
        #expect(script.contains(#"["y\"]));//"]"#))
    }
}
