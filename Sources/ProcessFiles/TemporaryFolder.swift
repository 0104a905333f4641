package import Foundation
import Glibc
import Synchronization

/// A folder of temporary files that no other user can read. Any thread.
///
/// The folder is removed with this object, and when the process ends, see ``ProcessEnd``. A folder whose process was killed is removed
/// by the next process that makes one: its lock is free.
package final class TemporaryFolder: Sendable {
    private static let attempts = 16
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
    package init(prefix: String = "swwebview-files-", in parent: String? = nil) throws(CocoaError) {
        let parent = parent ?? FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        if Self.searched.withLock({ $0.insert(parent + "/" + prefix).inserted }) {
            Self.removeStale(prefix, in: parent)
        }
        let (path, lock) = try Self.make(prefix, in: parent)
        url = URL(filePath: path, directoryHint: .isDirectory)
        self.lock = lock
        end = ProcessEnd.Action { Self.remove(path) }
    }

    deinit {
        remove()
        close(lock)
    }

    /// Returns the process's own folder, which lasts until the process ends. Each user makes a folder or a file of its own in it.
    package static func ofProcess() throws(CocoaError) -> URL {
        try shared.withLock { folder throws(CocoaError) in
            if let folder, FileManager.default.fileExists(atPath: folder.url.path) { return folder.url }
            guard !ProcessEnd.hasArrived else { throw CocoaError(.fileWriteUnknown) }
            let made = try TemporaryFolder()
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

    private static func make(_ prefix: String, in parent: String) throws(CocoaError) -> (String, Int32) {
        for _ in 0..<attempts {
            var template = Array((parent + "/" + prefix + "XXXXXX").utf8CString)
            guard mkdtemp(&template) != nil else { break }
            let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
            // Another process may have taken a folder without a lock for one that was left.
            if let lock = locked(path) {
                if FileManager.default.fileExists(atPath: path) { return (path, lock) }
                close(lock)
            }
        }
        throw .posix(errno, parent)
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
