import Foundation
import Synchronization

/// The replacements that packages have for pages, each package's manifest read once. Any thread.
final class BrowserFields: Sendable {
    private let known = Mutex<[String: [String: String]]>([:])

    /// Returns the replacements of the package in a folder, see ``PackageManifest/browserReplacements``.
    func replacements(in folder: URL) -> [String: String] {
        let path = folder.path(percentEncoded: false)
        if let found = known.withLock({ $0[path] }) { return found }
        let found = PackageManifest(in: folder)?.browserReplacements ?? [:]
        known.withLock { $0[path] = found }
        return found
    }
}
