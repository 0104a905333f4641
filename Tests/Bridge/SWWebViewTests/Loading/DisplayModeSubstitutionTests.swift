import Foundation
import Synchronization
import Testing
import URLInterception

@testable import SWWebView

@Suite("Display mode in style sheets") struct DisplayModeSubstitutionTests {
    @Test(
        arguments: [
            ("@media (display-mode: standalone) {}", "@media (min-width:0             ) {}"),
            ("@media not ( DISPLAY-MODE:Standalone ), print", "@media not (min-width:0              ), print"),
            ("(\n display-mode\t: standalone)", "(min-width:0                )"),
            ("(display-mode: browser) display-mode: standalone (display-mode: standalones) (display-mode", nil),
            ("(display-mode standalone) (display-mode: standalone", nil),
            ("", nil),
        ] as [(String, String?)])
    func `the condition becomes one that holds, in pieces of any length, and other text stays`(
        before: String, after: String?
    ) async throws {
        #expect(try await substituted([before], type: "text/css") == after ?? before)
        for length in 1...max(before.utf8.count, 1) {
            let bytes = Array(before.utf8)
            let pieces = stride(from: 0, to: bytes.count, by: length).map {
                String(decoding: bytes[$0..<min($0 + length, bytes.count)], as: UTF8.self)
            }
            #expect(try await substituted(pieces, type: "text/css", streaming: true) == after ?? before, "\(length)")
        }
    }

    @Test func `only HTML, SVG and CSS are changed`() async throws {
        let text = "(display-mode: standalone)"
        for type in ["text/html; charset=utf-8", "Text/CSS", "image/svg+xml"] {
            #expect(try await substituted([text], type: type) != text)
        }
        for type in ["application/json", "text/javascript", "text/plain"] {
            #expect(try await substituted([text], type: type) == text)
        }
    }

    private func substituted(_ pieces: [String], type: String, streaming: Bool = false) async throws -> String {
        let rest = Mutex(pieces.map { Data($0.utf8) }.filter { !$0.isEmpty })
        let body =
            streaming
            ? BodyStream(next: { rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
            : BodyStream(Data(pieces.joined().utf8))
        let url = try #require(URL(string: "sw://app.example/"))
        let resource = try LoadedResource(url: url, status: 200, headers: ["Content-Type": type], body: body)
        let bytes = try await DisplayModeSubstitution.apply(to: resource).body.collect(upTo: 10_000)
        return String(decoding: bytes, as: UTF8.self)
    }
}
