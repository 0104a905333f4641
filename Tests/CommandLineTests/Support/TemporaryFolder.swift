import Foundation

/// A folder that goes when the test lets go of it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "swwebview-test-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// A page whose script prints these lines to the console.
    func writePage(_ name: String, printing lines: String...) throws {
        try write("<script>\(lines.map { "console.log('\($0)');" }.joined())</script>", to: name)
    }

    func data(_ path: String) throws -> Data { try Data(contentsOf: url.appending(path: path)) }

    func text(_ path: String) throws -> String { String(decoding: try data(path), as: UTF8.self) }
}
