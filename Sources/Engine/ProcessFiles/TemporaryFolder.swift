package import Foundation
import Glibc
import Synchronization

/// A folder of temporary files that no other user can read. Any thread.
///
/// The folder is removed with this object, and when the process ends, see ``ProcessEnd``. A folder whose process was killed is removed
/// by the next process that makes one: its lock is free.
package final class TemporaryFolder: Sendable {
    private static let attempts = 16
    private static let processPrefix = "swwebview-files-"
    private static let shared = Mutex<TemporaryFolder?>(nil)
    /// The folders in which this process has looked for what others have left.
    private static let searched = Mutex<Set<String>>([])

    /// The folder.
    package let url: URL
    /// The open folder. Its lock ends with the process, however the process ends.
    private let lock: Int32
    private let end: ProcessEnd.Action

    /// Makes a folder.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of its name, which ends in a hyphen and stands for a kind of folder.
    ///   - parent: the path of the folder around it; nil for `TMPDIR`, or /tmp.
    package convenience init(prefix: String = processPrefix, in parent: String? = nil) throws(CocoaError) {
        try self.init(prefix) { () in Self.newPlace(prefix, in: parent) }
    }

    private init(_ prefix: String, at place: () -> URL) throws(CocoaError) {
        let parent = place().deletingLastPathComponent().path
        if Self.searched.withLock({ $0.insert(parent + "/" + prefix).inserted }) {
            Self.removeStale(prefix, in: parent)
        }
        (url, lock) = try Self.make(place)
        end = ProcessEnd.Action { [path = url.path] in Self.remove(path) }
    }

    private static func newPlace(_ prefix: String, in parent: String?) -> URL {
        let parent = parent ?? FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let name = prefix + String((0..<8).map { _ in letters[Int.random(in: letters.indices)] })
        return URL(filePath: parent, directoryHint: .isDirectory).appending(path: name, directoryHint: .isDirectory)
    }

    /// The place of the process's own folder, which ``ofProcess()`` makes.
    package static let processPlace = newPlace(processPrefix, in: nil)

    deinit {
        remove()
        close(lock)
    }

    /// Returns the process's own folder, made if need be, which lasts until the process ends. Each user makes a folder or a file of its
    /// own in it.
    package static func ofProcess() throws(CocoaError) -> URL {
        try shared.withLock { folder throws(CocoaError) in
            if let folder, FileManager.default.fileExists(atPath: folder.url.path) { return folder.url }
            // The end of the old folder removes the path, which the new one has too.
            folder = nil
            let made = try TemporaryFolder(processPrefix) { processPlace }
            folder = made
            return made.url
        }
    }

    /// Removes the folder early.
    package func remove() { Self.remove(url.path) }

    /// Removes a folder that another process has made, and that is this user's.
    package static func remove(left path: String) {
        guard let lock = locked(path) else { return }
        remove(path)
        close(lock)
    }

    private static func remove(_ path: String) {
        // A thread that writes at this moment makes the first attempt fail.
        for _ in 0..<attempts where FileManager.default.fileExists(atPath: path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private static func make(_ place: () -> URL) throws(CocoaError) -> (URL, Int32) {
        guard !ProcessEnd.hasArrived else { throw CocoaError(.fileWriteUnknown) }
        var failure = CocoaError(.fileWriteFileExists)
        for _ in 0..<attempts {
            let url = place()
            do throws(CocoaError) { try PrivateFiles.makeNewFolder(url) } catch {
                failure = error
                guard error.code == .fileWriteFileExists else { break }
                continue
            }
            // Another process may have taken a folder without a lock for one that was left.
            if let lock = locked(url.path) {
                if FileManager.default.fileExists(atPath: url.path) { return (url, lock) }
                close(lock)
            }
        }
        throw failure
    }

    /// Opens and locks a folder of this user; nil where another process holds the lock.
    private static func locked(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Removes the folders whose processes have ended.
    private static func removeStale(_ prefix: String, in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) { remove(left: parent + "/" + name) }
    }
}
