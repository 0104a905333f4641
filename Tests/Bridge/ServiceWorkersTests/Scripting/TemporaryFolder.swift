import Foundation

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("sw-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }
}
