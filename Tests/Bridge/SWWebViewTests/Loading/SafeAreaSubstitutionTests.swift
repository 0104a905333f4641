import Foundation
import Synchronization
import Testing
import URLInterception

@testable import SWWebView

@Suite("Safe area in style sheets") struct SafeAreaSubstitutionTests {
    @Test(
        arguments: [
            ("a{top:env(safe-area-inset-top)}", "a{top:var(--sw-safe-inset-top)}"),
            ("calc(ENV(  safe-area-inset-left, 3px) + 1px)", "calc(var(  --sw-safe-inset-left, 3px) + 1px)"),
            ("env(\n safe-area-inset-x) env(safe-area-inset-y)", "var(\n --sw-safe-inset-x) var(--sw-safe-inset-y)"),
            ("env(titlebar-area-x) safe-area-inset-top (safe-area-inset-top) genv safe", nil),
            ("env (safe-area-inset-top) nv(safe-area-inset-top env(safe-area-inse", nil),
            ("", nil),
        ] as [(String, String?)])
    func `env of a safe area inset becomes var, in pieces of any length, and other text stays`(
        before: String, after: String?
    ) async throws {
        #expect(try await substituted([before], type: "text/css") == after ?? before)
        // In pieces of every length.
        for length in 1...max(before.utf8.count, 1) {
            let bytes = Array(before.utf8)
            let pieces = stride(from: 0, to: bytes.count, by: length).map {
                String(decoding: bytes[$0..<min($0 + length, bytes.count)], as: UTF8.self)
            }
            #expect(try await substituted(pieces, type: "text/css", streaming: true) == after ?? before, "\(length)")
        }
    }

    @Test func `only HTML, CSS and JavaScript are changed`() async throws {
        let text = "env(safe-area-inset-top)"
        for type in ["text/html; charset=utf-8", "Text/CSS", "text/javascript"] {
            #expect(try await substituted([text], type: type) != text)
        }
        for type in ["application/json", "image/png", "text/plain"] {
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
        let bytes = try await SafeAreaSubstitution.apply(to: resource).body.collect(upTo: 10_000)
        return String(decoding: bytes, as: UTF8.self)
    }
}
