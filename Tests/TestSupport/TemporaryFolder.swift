package import Foundation
import Synchronization

/// A folder that is removed with its owner.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "swwebview-test-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    private static let kept = Mutex<[TemporaryFolder]>([])
    private static let removesAtExit: Void = { atexit { TemporaryFolder.kept.withLock { $0 = [] } } }()

    /// Makes a folder that is removed when the process exits, for the data of a store. WebKit's network process watches files of the
    /// data, and crashes when they go before it; views of other tests share that process.
    package static func untilExit() throws -> TemporaryFolder {
        _ = removesAtExit
        let folder = try TemporaryFolder()
        kept.withLock { $0.append(folder) }
        return folder
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func write(_ text: String, to path: String) throws {
        try write(Data(text.utf8), to: path)
    }

    package func write(_ data: Data, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    package func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: url.appending(path: path).path, withDestinationPath: target)
    }

    package func path(_ path: String) -> String { url.appending(path: path).path }

    package func data(_ path: String) throws -> Data { try Data(contentsOf: url.appending(path: path)) }

    package func text(_ path: String) throws -> String { String(decoding: try data(path), as: UTF8.self) }
}
