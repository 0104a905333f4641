import Foundation

/// Holds a folder for one process, until it is dropped or the process ends, however it ends.
final class FolderLock: Sendable {
    static let fileName = "lock"
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``StorageError``: at once when another holds it.
    init(folder: URL) throws(StorageError) {
        let path = folder.appendingPathComponent(Self.fileName).path
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError.unwritable(folder: folder.path, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            // `deinit` closes it: it is called where an initializer throws that has set all it has to.
            throw code == EWOULDBLOCK ? .inUse(folder: folder.path) : .unwritable(folder: folder.path, code: code)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
