import Foundation
import TestSupport
import Testing
import WebKit

@testable import SWWebView
@testable import ViewTestSupport

/// Tests for the source maps that the Web Inspector gets.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SourceMapTests {
    /// A line of a part.
    private struct Place: Equatable {
        var source: String
        var line: Int
        var text: Substring
    }

    /// Returns the places that the lines of a script lead to, as a debugger reads its source map; nil for lines of no part.
    private func places(of script: String) throws -> [Place?] {
        struct Map: Decodable {
            let sources: [String]
            let sourcesContent: [String]
            let mappings: String
        }
        let base64 = try #require(script.split(separator: ";base64,").last)
        let map = try JSONDecoder().decode(Map.self, from: #require(Data(base64Encoded: String(base64))))
        let contents = map.sourcesContent.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        var (source, line) = (0, 0)
        return map.mappings.split(separator: ";", omittingEmptySubsequences: false).map { segment in
            guard !segment.isEmpty else { return nil }
            let numbers = Self.numbers(segment)
            source += numbers[1]
            line += numbers[2]
            return Place(source: map.sources[source], line: line + 1, text: contents[source][line])
        }
    }

    private static let digits = Dictionary(
        uniqueKeysWithValues: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".enumerated()
            .map { ($1, $0) })

    /// Returns the numbers of a segment, which are in Base64 VLQ.
    private static func numbers(_ segment: Substring) -> [Int] {
        var numbers: [Int] = []
        var (value, shift) = (0, 0)
        for character in segment {
            let digit = digits[character] ?? 0
            value |= (digit & 31) << shift
            shift += 5
            guard digit & 32 == 0 else { continue }
            numbers.append(value & 1 == 1 ? -(value >> 1) : value >> 1)
            (value, shift) = (0, 0)
        }
        return numbers
    }

    /// Posts or returns the stack of an error that the runtime throws.
    private nonisolated static let stack = "caches.open.call({}, 'a').catch((error) => error.stack)"

    private let navigations = Navigations()

    private func script(of view: SWWebView) throws -> String {
        try #require(view.configuration.hostContent.scripts.first).source
    }

    @Test func `a view has a source map only while the Web Inspector may look into it`() throws {
        let view = makeBridgedView()
        let plain = try script(of: view)
        #expect(!plain.contains("sourceMappingURL"))
        view.isInspectable = true
        #expect(try script(of: view).hasPrefix(plain + "\n//# sourceMappingURL=data:"))
        view.isInspectable = false
        #expect(try script(of: view) == plain)
        view.configuration.preferences.setValue(true, forKey: "developerExtrasEnabled")
        #expect(try script(of: view) != plain)
        #expect(
            try script(of: makeBridgedView { $0.preferences.setValue(true, forKey: "developerExtrasEnabled") }) != plain
        )
    }

    @Test func `an inspectable view's script maps each line to its part`() throws {
        let view = makeBridgedView()
        view.isInspectable = true
        let source = try script(of: view)
        let places = try places(of: source)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let index = try #require(lines.firstIndex { $0 == "const nativeTexts = new PrivateWeakMap();" })
        #expect(places[index] == Place(source: "swwebview:///shared/webidl.js", line: 14, text: lines[index]))
        // The lines before the first part, and those after the last: its end and the map.
        #expect(places.count == lines.count - 2)
        for (place, line) in zip(places, lines) { #expect(place == nil || place?.text == line) }
        #expect(places.prefix { $0 == nil }.count == 5)
    }

    @Test func `the lines of an error's stack lead to the parts that threw it`() async throws {
        try await LocalServer.with { request in
            request.path == "/worker.js"
                ? .init(headers: ["Content-Type": "text/javascript"], body: "\(Self.stack).then(postMessage);")
                : .init(body: "<title>App</title>")
        } _: { server in
            let view = makeBridgedView()
            view.isInspectable = true
            await view.open(server.origin + "/", navigations)
            let page = try #require(try await view.call("return \(Self.stack)") as? String)
            #expect(
                try sources(of: page, "user-script:", try script(of: view)).contains("swwebview:///shared/webidl.js"))
            let worker = try await view.call(
                "return new Promise((heard) => { new Worker('/worker.js').onmessage = ({ data }) => heard(data); })")
            let runtime = DedicatedWorkerScript.runtime(
                id: "", isModule: false, isShared: false, isIsolated: false, after: "", hasSourceMap: true)
            let named = try sources(
                of: try #require(worker as? String), DedicatedWorkerScript.runtimePath,
                String(decoding: runtime, as: UTF8.self))
            #expect(named.contains("swwebview:///shared/webidl.js"))
        }
    }

    /// Returns the sources of the frames whose address contains a text.
    private func sources(of stack: String, _ address: String, _ script: String) throws -> Set<String> {
        let places = try places(of: script)
        let frames = stack.split(separator: "\n").filter { $0.contains(address) }
        let lines = frames.compactMap { $0.split(separator: ":").dropLast().last.flatMap { Int($0) } }
        return Set(lines.compactMap { places[$0 - 1]?.source })
    }
}
