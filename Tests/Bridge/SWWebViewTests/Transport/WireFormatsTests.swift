import Foundation
import Testing

@testable import SWWebView

/// Compares the guide "Wire formats" with the code.
struct WireFormatsTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Sources/Bridge/SWWebView")

    /// Returns the names in the first column of the table whose first column has a heading.
    private func names(_ heading: String) throws -> Set<String> {
        let guide = try String(
            contentsOf: Self.sources.appending(path: "SWWebView.docc/WireFormats.md"), encoding: .utf8)
        let lines = guide.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| \(heading) |") })
        return Set(
            lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
                line.split(separator: "|")[0].trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            })
    }

    /// Returns what the groups of a pattern match in the runtime's scripts.
    private func inRuntime(_ pattern: Regex<(Substring, Substring)>, in folder: String = "") throws -> Set<String> {
        try matches(of: pattern, in: Self.sources.appending(path: "Runtime/\(folder)"), ["js"])
    }

    private func matches(
        of pattern: Regex<(Substring, Substring)>, in folder: URL, _ extensions: Set<String>
    ) throws -> Set<String> {
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let sources = files.compactMap { $0 as? URL }.filter { extensions.contains($0.pathExtension) }
        return try sources.reduce(into: []) { found, file in
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: pattern) { found.insert(String(match.1)) }
        }
    }

    @Test @MainActor func `the guide lists every command of the host and no other`() throws {
        #expect(try names("command") == Set(CommandTable.all.keys))
    }

    @Test func `the runtime sends only commands and reports that the guide lists`() throws {
        let sent = try inRuntime(/(?:send|ask|notify|notifyNow|notification)\("(\/[A-Za-z\/]+)"/)
        #expect(sent.count > 20)
        #expect(try sent.subtracting(names("command")).subtracting(names("report")).isEmpty)
    }

    @Test func `the guide lists every key of a mark and no other`() throws {
        #expect(try names("key") == Set(RequestMark.Key.allCases.map(\.rawValue)))
    }

    @Test func `the runtime and the library write only mark keys that the host reads`() throws {
        let written = try inRuntime(/markPair\("([A-Za-z]+)"/)
        #expect(written.count > 10)
        let keys = RequestMark.Key.allCases.map(\.rawValue)
        #expect(written.isSubset(of: keys))
        let library = try texts(
            of: matches(
                of: /mark_add\(mark, (CWK_[A-Z_]+)/,
                in: Self.sources.appending(path: "../../Engine/CWebProcessExtension"), ["c"]))
        #expect(library.count > 5)
        #expect(library.isSubset(of: keys))
    }

    @Test func `the guide lists every event that the runtime listens for and no other`() throws {
        let heard = try inRuntime(/(?:attach(?:Text)?\(source|listen\(source|hear)(?:, |\()"([a-z]+)"/)
        #expect(try heard.subtracting(["error"]) == names("event").union(names("event of a worker")))
    }

    @Test func `the guide lists every reserved path and no other`() throws {
        #expect(try names("path") == Set(InternalPaths.ofBridge.map(\.path)))
    }

    @Test func `every internal path in the sources says who may ask`() throws {
        let written = try matches(
            of: /"(\/_(?:__[a-z]+___|capacitor_[a-z_]+_|app_file_)\/?)"/, in: Self.sources.appending(path: "../.."),
            ["swift"])
        let ofEndpoints: Set = [
            "/___testing___/", "/_capacitor_http_interceptor_", "/_capacitor_cookies_", "/_capacitor_file_",
            "/_app_file_",
        ]
        // The folder of a page that runs a script file.
        let folders: Set = ["/___framework___/"]
        #expect(written == ofEndpoints.union(folders).union(InternalPaths.ofBridge.map(\.path)))
        for path in written { #expect(PathAccess.prefixes.contains { path.hasPrefix($0) }, "\(path)") }
    }

    @Test func `the guide lists every report of a worker, and the runtime sends each`() throws {
        let taken = Set(
            EventReport.Kind.allCases.map(\.rawValue) + [RunningWorker.Report.started, RunningWorker.Report.logged])
        #expect(try names("report") == taken)
        #expect(try taken.isSubset(of: inRuntime(/notify\("(\/[A-Za-z\/]+)"/, in: "serviceworker")))
    }

    @Test func `the guide lists the facts that the library reports, and the host reads each`() throws {
        let library = Self.sources.appending(path: "../../Engine/CWebProcessExtension")
        let told = try texts(of: matches(of: /g_variant_dict_insert\(&facts, (CWK_[A-Z_]+)/, in: library, ["c"]))
        #expect(try names("fact") == told)
        #expect(
            try told
                == texts(
                    of: read(
                        /(?:text|flag|number)\(facts, (CWK_[A-Z_]+)\)/,
                        in: "../../Engine/CWebKitGTK/cwk_documents.c")))
    }

    /// Returns the texts that messages.h has for names.
    private func texts(of names: Set<String>) throws -> Set<String> {
        let path = "../../Engine/CWebKitGTK/include/messages.h"
        let header = try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
        let pairs = header.matches(of: /#define (CWK_[A-Z_]+) "([^"]+)"/).map { (String($0.1), String($0.2)) }
        let texts = Dictionary(pairs) { first, _ in first }
        return Set(try names.map { try #require(texts[$0]) })
    }

    /// Returns what the group of a pattern matches in one file.
    private func read(_ pattern: Regex<(Substring, Substring)>, in path: String) throws -> Set<String> {
        let text = try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
        return Set(text.matches(of: pattern).map { String($0.1) })
    }
}
