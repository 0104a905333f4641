import Foundation
import Testing

@testable import Reports

@Suite("Trace files") struct TraceFileTests {
    private func name(_ page: String, attempt: Int = 1) -> String {
        let options = TraceOptions(mode: .on, folder: URL(filePath: "/traces", directoryHint: .isDirectory))
        return options.file(of: page, attempt: attempt).path
    }

    @Test func `a page's trace has the page's path, and the number of a later attempt`() {
        #expect(name("tests/sum-test.html") == "/traces/tests/sum-test.html.trace")
        #expect(name("tests/sum.html", attempt: 2) == "/traces/tests/sum.html-attempt-2.trace")
    }

    @Test func `pages whose names are no paths have different files inside the folder`() {
        let pages = [
            "sw://app.example/a?b", "sw://app.example/a/b", "sw://app.example/a:b", "../secret", "..", ".hidden",
        ]
        let names = pages.map { name($0) }
        #expect(Set(names).count == pages.count)
        #expect(names.allSatisfy { $0.hasPrefix("/traces/") && !$0.contains("..") && !$0.contains("?") }, "\(names)")
    }

    @Test func `frequent entries leave room for the failure, and those without room are counted`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "swwebview-\(UUID().uuidString).trace")
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try TraceFile(url, below: url.deletingLastPathComponent(), since: .now)
        let text = String(repeating: "x", count: 1 << 20)
        for _ in 0..<50 { file.write(.console, text) }
        #expect(file.dropped == 3)
        file.write(.failure, "the failure")
        file.finish(isKept: true)
        let bytes = try Data(contentsOf: url)
        #expect(bytes.count < 48 << 20)
        #expect(String(decoding: bytes.suffix(100), as: UTF8.self).contains("the failure"))
    }

    @Test func `folders of earlier traces become private, and the folder of all traces keeps its mode`() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "swwebview-\(UUID().uuidString)")
        defer { try? files.removeItem(at: folder) }
        let inner = folder.appending(path: "sw/app.example")
        try files.createDirectory(at: inner, withIntermediateDirectories: true)
        let folders = [folder, inner.deletingLastPathComponent(), inner]
        for folder in folders { try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
        _ = try TraceFile(inner.appending(path: "page.trace"), below: folder, since: .now)
        let modes = try folders.map { try files.attributesOfItem(atPath: $0.path)[.posixPermissions] as? Int }
        #expect(modes == [0o755, 0o700, 0o700])
    }

    @Test func `modes record the attempts that they name`() {
        #expect(TraceMode.allCases.map { $0.records(attempt: 1) } == [false, true, true, false])
        #expect(TraceMode.allCases.map { $0.records(attempt: 2) } == [false, true, true, true])
        #expect(!TraceMode.onFirstRetry.records(attempt: 3))
    }
}
