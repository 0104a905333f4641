import Foundation
import TestSupport
import Testing

@testable import URLSchemeRouter

/// Whatever a stranger writes into a URL: no crash, no hang, and one clear error.
struct HostileURLTests {
    private final class Filter: Decodable {
        let since: Int
        let next: Filter?
    }

    private struct Input: Decodable {
        let id: Int
        let title: String?
        let price: Double?
        let due: Date?
        let tags: [String]?
        let filter: Filter?
    }

    private func makeRecorder() -> Recorder {
        let recorder = Recorder()
        recorder.router.route("/create") { (_: Input) in Issue.record("The handler ran") }
        recorder.router.route("/note") { Issue.record("The handler ran") }
        recorder.router.route("/note/:name") { (_: [String: String]) in Issue.record("The handler ran") }
        return recorder
    }

    @Test func `there are at least 300 hostile URLs, all different`() {
        #expect(HostileURLs.all.count >= 300)
        #expect(Set(HostileURLs.all.map(\.text)).count == HostileURLs.all.count)
    }

    @Test(.hangLimit(minutes: 1), arguments: HostileURLs.all)
    func `a hostile URL runs no handler and is reported as one clear error`(sample: HostileURLs.Sample) throws {
        let recorder = makeRecorder()
        let url = try #require(URL(string: sample.text))
        let time = ContinuousClock().measure {
            #expect(recorder.router.handle(url))
        }
        #expect(time < Machine.patience(.seconds(5)))
        #expect(recorder.opened.isEmpty)
        #expect(recorder.messages.count == 1)
        for message in recorder.messages { #expect(isClear(message)) }
    }

    @Test(.hangLimit(minutes: 1), arguments: HostileURLs.all)
    func `a hostile URL with x-error opens it once, with a clear and encoded message`(
        sample: HostileURLs.Sample
    ) throws {
        let recorder = makeRecorder()
        let separator = sample.text.contains("?") ? "&" : "?"
        // First in the query, where the many parameters of some samples do not hide it.
        let parts = sample.text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count > 1 ? "&" + parts[1] : ""
        let url = try #require(URL(string: parts[0] + "?x-error=other://failed" + rest), "\(separator)")
        recorder.router.handle(url)
        if url.absoluteString.utf8.count > recorder.router.limits.urlLength {
            #expect(recorder.errors as? [URLSchemeRouter.RequestError] == [.tooLong(limit: 8 << 20)])
            return
        }
        #expect(recorder.errors.isEmpty)
        #expect(recorder.opened.count == 1)
        let opened = try #require(recorder.opened.first)
        let components = try #require(URLComponents(string: opened))
        #expect(opened.hasPrefix("other://failed?errorCode="))
        #expect(components.queryItems?.map(\.name) == ["errorCode", "errorMessage"])
        #expect(isClear(components.queryItems?.last?.value ?? ""))
        #expect(opened.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    private func isClear(_ message: String) -> Bool {
        message.count > 15 && message.count < 400 && !message.contains("couldn") && !message.contains("could not")
            && message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Line breaks in a value are data: a note may have lines. They leave as they came, percent-encoded.
    @Test func `line breaks in a value are accepted, and encoded in the callback`() {
        let recorder = Recorder()
        recorder.router.route("/echo") { (input: [String: String]) in ["title": input["title"]] }
        recorder.handle("notesapp:///echo?title=a%0D%0ASet-Cookie:%20x=1&x-success=other://done")
        #expect(recorder.opened == ["other://done?title=a%0D%0ASet-Cookie:%20x%3D1"])
    }

    @Test func `a value of half a million characters is within the limits and accepted`() {
        let recorder = Recorder()
        var seen: [String] = []
        recorder.router.route("/save") { (input: [String: String]) in seen.append(contentsOf: input.values) }
        recorder.handle("notesapp:///save?text=" + String(repeating: "%F0%9F%98%80", count: 500_000))
        #expect(seen.map(\.unicodeScalars.count) == [500_000])
    }

    @Test func `limits of parameters, segments and length can be set`() {
        let recorder = Recorder()
        recorder.router.route("/a/:b") { (_: [String: String]) in }
        recorder.router.limits.queryItems = 2
        recorder.handle("notesapp:///a/b?a=1&b=2&c=3")
        recorder.router.limits.depth = 1
        recorder.handle("notesapp:///a/b?a=1")
        recorder.router.limits.urlLength = 10
        recorder.handle("notesapp:///a/b")
        #expect(
            recorder.errors as? [URLSchemeRouter.RequestError] == [
                .tooManyParameters(limit: 2), .tooManySegments(limit: 1), .tooLong(limit: 10),
            ])
    }

    /// A generator that makes the same numbers in every run (Knuth's MMIX constants), so that a failure comes again.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test(.hangLimit(minutes: 1), arguments: 0..<8 as Range<UInt64>)
    func `random characters in a URL end in one call or one clear error`(seed: UInt64) {
        var random = Seeded(state: seed)
        let alphabet = Array("ab01.[]%&=?#/:;+-\\\"{}ü \u{0}\r\n".unicodeScalars)
        for _ in 0..<250 {
            let noise = String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0..<60, using: &random)).compactMap { _ in
                        alphabet.randomElement(using: &random)
                    }))
            let texts = [
                "notesapp:///note/" + noise, "notesapp:///note?id=1&" + noise,
                "notesapp:///note/1?id=1&x-success=" + noise + "&" + noise, "notesapp:///note?id=1&tags" + noise,
                "notesapp:///note?id=1&x-success=other://" + noise.encoded + "&title=" + noise.encoded,
            ]
            for url in texts.compactMap({ URL(string: $0) }) {
                let recorder = Recorder()
                var calls = 0
                recorder.router.route("/note") { (_: Input) in calls += 1 }
                #expect(recorder.router.handle(url))
                #expect(calls + recorder.errors.count == 1, "\(url)")
                #expect(recorder.messages.allSatisfy(isClear), "\(url) \(recorder.messages)")
                #expect(recorder.opened.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }, "\(url)")
            }
        }
    }
}
