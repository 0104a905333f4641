import Foundation
import Testing

@testable import WebKit

@MainActor
struct FrameEnvelopeTests {
    nonisolated static func text(_ frame: String, _ body: String = "body") -> String { "\u{1}\(frame)\n\(body)" }
    nonisolated static let good = #"[true,"app://host/a?b","app://host",null]"#

    @Test func textInAnEnvelope() throws {
        let envelope = try #require(FrameEnvelope(Self.text(Self.good, "two\nlines")))
        #expect(envelope.isMainFrame)
        #expect(envelope.url == "app://host/a?b")
        #expect(envelope.origin == "app://host")
        #expect(envelope.worldName == nil)
        #expect(envelope.body as? String == "two\nlines")
    }

    @Test func subframeAndWorld() throws {
        let envelope = try #require(FrameEnvelope(Self.text(#"[false,"u","o","a \"world\""]"#, "")))
        #expect(!envelope.isMainFrame)
        #expect(envelope.worldName == "a \"world\"")
        #expect(envelope.body as? String == "")
    }

    @Test func valuesInAnEnvelope() throws {
        let frame: [Any] = [NSNumber(value: false), "u", "o", NSNull()]
        let envelope = try #require(FrameEnvelope(["frame": frame, "body": NSNumber(value: 7)] as [String: Any]))
        #expect(!envelope.isMainFrame)
        #expect(envelope.worldName == nil)
        #expect(envelope.body as? Int == 7)
        let undefined = try #require(FrameEnvelope(["frame": frame] as [String: Any]))
        #expect(undefined.body == nil)
    }

    @Test(arguments: [
        "", "plain", "plain\nlines", "\u{1}", "\u{1}\n", "\u{1}" + good, "\n" + good,
        text("[]"), text("{}"), text("nope"), text("null"), text(#"[true,"u","o"]"#), text(#"[true,"u","o",null,1]"#),
        text(#"["true","u","o",null]"#), text(#"[true,1,"o",null]"#), text(#"[true,"u",null,null]"#), text("[[[["),
    ])
    func whatIsNoEnvelope(_ text: String) {
        #expect(FrameEnvelope(text) == nil)
    }

    @Test func valuesThatAreNoEnvelope() {
        let values: [Any?] = [
            nil, NSNull(), 1, true, Date(), [1, 2], [String: Any](), ["frame": "x"], ["frame": [Any]()],
            ["frame": [true, "u", "o"] as [Any]], ["frame": [true, 1, "o", NSNull()] as [Any]], ["body": 1],
        ]
        for value in values { #expect(FrameEnvelope(value) == nil, "\(String(describing: value))") }
    }

    /// A name of a handler or of a world cannot break out of the script.
    @Test func theScriptQuotesItsNames() {
        let script = FrameEnvelope.script(worldName: "a\");alert(\"", handlers: ["x\"]));//", "\u{2028}"])
        #expect(script.contains(#""a\");alert(\"""#))
        #expect(script.contains(#"["x\"]));//","\u2028"]"#))
        #expect(FrameEnvelope.script(worldName: nil, handlers: ["x"]).contains("origin, null]"))
    }
}
