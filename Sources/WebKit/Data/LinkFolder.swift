import Foundation
import Synchronization

/// A temporary folder with a link to one library. It goes when the process exits.
enum LinkFolder {
    private static let folders = Mutex<[URL: URL]>([:])

    /// The folder that holds nothing but a link to `library`: the same one for each call.
    static func holding(_ library: URL) throws(ProcessExtensionError) -> URL {
        let base = FileManager.default.temporaryDirectory
        let folder: URL? = folders.withLock { folders in
            if let known = folders[library] { return known }
            if folders.isEmpty { atexit { LinkFolder.remove() } }
            folders[library] = try? make(in: base, for: library)
            return folders[library]
        }
        guard let folder else { throw .noLinkFolder(base.path) }
        return folder
    }

    private static func make(in base: URL, for library: URL) throws -> URL {
        let folder = base.appendingPathComponent("swwebview-extension-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent(library.lastPathComponent), withDestinationURL: library)
        return folder
    }

    /// Removes the folders; web processes that start later do without the library.
    static func remove() {
        folders.withLock { folders in
            for folder in folders.values { try? FileManager.default.removeItem(at: folder) }
            folders = [:]
        }
    }
}
