import Foundation
import Simulator
import Testing

/// Compares the guide "iOS versions" with the list of Web APIs. `SURFACE=write` writes the guide's table.
struct WebAPIGuideTests {
    private static let guide = repository.appending(path: "Sources/Bridge/SWWebView/SWWebView.docc/IOSVersions.md")
    private static let head = ["| feature | class | iOS | APIs |", "| --- | --- | --- | --- |"]

    private static var rows: [String] {
        WebAPI.all.map { api in
            let versions =
                switch api.ios {
                case nil: "all"
                case "never": "none"
                case let version?: version
                }
            let source = api.source.map { "https://github.com/mdn/browser-compat-data/blob/main/\($0)" }
            let link = source.map { "[\(versions)](\($0))" } ?? versions
            let names = api.apis.map { "`\($0)`" }.joined(separator: ", ")
            let guide = api.guide == "IOSVersions" ? nil : api.guide
            return
                "| \(api.feature) | \(api.class.rawValue)\(guide.map { ", <doc:\($0)>" } ?? "") | \(link) | \(names) |"
        }
    }

    @Test func `the table of the guide lists each feature with class, version and source`() throws {
        let text = try String(contentsOf: Self.guide, encoding: .utf8)
        let lines = text.components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: Self.head[0]))
        let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
        let table = Self.head + Self.rows
        if ProcessInfo.processInfo.environment["SURFACE"] == "write" {
            let written = lines[..<start] + table + lines[end...]
            try written.joined(separator: "\n").write(to: Self.guide, atomically: true, encoding: .utf8)
        } else {
            #expect(Array(lines[start..<end]) == table)
        }
    }

    @Test func `each guide that the list names exists`() {
        for name in Set(WebAPI.all.compactMap(\.guide)) {
            let file = Self.guide.deletingLastPathComponent().appending(path: "\(name).md")
            #expect(FileManager.default.fileExists(atPath: file.path), "\(name)")
        }
    }
}
