import Foundation

/// The files that one session needs until its browser has started, in a folder that no other user can read.
///
/// The folder is removed with this object. Where driver and browser are killed first, the next session of any driver removes it.
final class SessionFolder: Sendable {
    private static let prefix = "swwebview-session-"
    private static let attempts = 16

    private let path: String
    /// The open folder. Its lock ends with the process, however the process ends.
    private let lock: Int32

    var optionsFile: String { path + "/options.yaml" }
    var socket: String { path + "/host" }

    /// - Throws: ``WebDriverError`` when there is no place for it.
    init(options: SessionOptions) throws(WebDriverError) {
        // Of long paths there are no sockets.
        let wanted = FileManager.default.temporaryDirectory.path
        let parent = wanted.utf8.count + 32 > FrameSocket.longestPath ? "/tmp" : wanted
        Self.removeStale(in: parent)
        (path, lock) = try Self.make(in: parent)
        guard FileManager.default.createFile(atPath: optionsFile, contents: options.file) else {
            throw WebDriverError(.sessionNotCreated, "\(optionsFile) cannot be written")
        }
    }

    deinit {
        remove()
        close(lock)
    }

    private static func make(in parent: String) throws(WebDriverError) -> (String, Int32) {
        for _ in 0..<attempts {
            var template = Array((parent + "/" + prefix + "XXXXXX").utf8CString)
            guard mkdtemp(&template) != nil else { break }
            let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
            // Another driver may have taken a folder without a lock for one that was left.
            if let lock = locked(path), FileManager.default.fileExists(atPath: path) { return (path, lock) }
        }
        let reason = String(cString: strerror(errno))
        throw WebDriverError(.sessionNotCreated, "no folder can be made in \(parent): \(reason)")
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

    /// Removes the folders whose drivers have ended.
    private static func removeStale(in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for path in names.filter({ $0.hasPrefix(prefix) }).map({ parent + "/" + $0 }) {
            guard let lock = locked(path) else { continue }
            remove(folder: path)
            close(lock)
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the folder of a socket, for a driver that had no time for it.
    static func remove(ofSocket path: String) {
        remove(folder: (path as NSString).deletingLastPathComponent)
    }

    private static func remove(folder: String) {
        for name in ["host", "options.yaml"] { unlink(folder + "/" + name) }
        // Not what others may have put there.
        rmdir(folder)
    }
}
