package import Foundation
import Glibc

/// Files and folders that other users of the machine cannot read: all that hold data of pages. Any thread.
///
/// Folders are 0700 and files are 0600, whatever the process's umask is. The package's Swift code makes its files here. Downloads,
/// spilled bodies and locks are opened elsewhere, with mode 0600.
package enum PrivateFiles {
    private static let folderMode: mode_t = 0o700
    private static let fileMode: mode_t = 0o600

    // MARK: Folders

    /// Creates a folder and its missing parents with mode 0700. Existing folders keep their modes.
    package static func makeFolder(_ folder: URL) throws(CocoaError) {
        let path = folder.path(percentEncoded: false)
        if mkdir(path, folderMode) == 0 { return }
        var code = errno
        if code == ENOENT, case let above = folder.deletingLastPathComponent(), above.path != folder.path {
            try makeFolder(above)
            if mkdir(path, folderMode) == 0 { return }
            code = errno
        }
        // Another process may have made it.
        guard isFolder(path) else { throw .posix(code == EEXIST ? ENOTDIR : code, path) }
    }

    /// Makes one folder, which must not exist.
    package static func makeNewFolder(_ folder: URL) throws(CocoaError) {
        let path = folder.path(percentEncoded: false)
        guard mkdir(path, folderMode) == 0 else { throw .posix(errno, path) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    // MARK: Files

    /// Opens a file for writing, which is made if need be. An existing file becomes private.
    ///
    /// The modes of devices, pipes and files of other users do not change.
    ///
    /// - Parameter flags: further flags of open(2), such as `O_TRUNC`.
    package static func open(_ path: String, _ flags: Int32 = 0) throws(CocoaError) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_WRONLY | O_CREAT | O_CLOEXEC, fileMode)
        guard descriptor >= 0 else { throw .posix(errno, path) }
        restrict(descriptor)
        return descriptor
    }

    /// Makes an empty file, or empties an existing one, and returns a handle to write with.
    package static func create(_ path: String) throws(CocoaError) -> FileHandle {
        FileHandle(fileDescriptor: try open(path, O_TRUNC), closeOnDealloc: true)
    }

    /// Writes a file in the place of an existing one.
    package static func write(_ data: Data, to file: URL) throws(CocoaError) {
        let path = file.path(percentEncoded: false)
        let descriptor = try open(path, O_TRUNC)
        defer { close(descriptor) }
        try write(data, to: descriptor, path)
    }

    /// Writes a file so that readers find the earlier contents or the new ones, also when the process is killed meanwhile.
    package static func replace(_ file: URL, with data: Data) throws(CocoaError) {
        let unfinished = unfinishedPlace(in: file.deletingLastPathComponent())
        let path = unfinished.path(percentEncoded: false)
        let descriptor = try open(path, O_EXCL)
        do throws(CocoaError) {
            defer { close(descriptor) }
            try write(data, to: descriptor, path)
            guard rename(path, file.path(percentEncoded: false)) == 0 else {
                throw .posix(errno, file.path(percentEncoded: false))
            }
        } catch {
            unlink(path)
            throw error
        }
    }

    private static let unfinishedPrefix = ".unfinished-"

    /// Returns a new place for an unfinished file or folder.
    package static func unfinishedPlace(in folder: URL) -> URL {
        folder.appending(path: "\(unfinishedPrefix)\(UUID().uuidString)")
    }

    /// Removes the unfinished files and folders that a killed process has left in a folder. No other process may use the folder.
    package static func removeUnfinished(in folder: URL) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(unfinishedPrefix) {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    private static func write(_ data: Data, to descriptor: Int32, _ path: String) throws(CocoaError) {
        for region in data.regions {
            var rest = region[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw .posix(errno, path) }
                rest = rest.dropFirst(count)
            }
        }
    }

    // MARK: What exists

    /// Makes an open file or folder private.
    private static func restrict(_ descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, let mode = privateMode(facts) else { return }
        fchmod(descriptor, mode)
    }

    /// Makes a folder that only this program uses. Where it exists and others can read it, it becomes private, with all that is in it.
    package static func claim(_ folder: URL) throws(CocoaError) {
        try makeFolder(folder)
        restrictWhole(folder)
    }

    /// Makes a folder for entries of these names. Those that exist become private, and so does the folder where it has no others: it
    /// may be a person's, with files of other programs.
    package static func claim(_ folder: URL, for names: Set<String>) throws(CocoaError) {
        try makeFolder(folder)
        for name in names { restrictWhole(folder.appending(path: name)) }
        let path = folder.path(percentEncoded: false)
        guard let found = try? FileManager.default.contentsOfDirectory(atPath: path), names.isSuperset(of: found) else {
            return
        }
        restrictFolder(folder)
    }

    /// Makes the folders between a folder, which may be a person's, and a file. Those that exist become private.
    package static func claimFolders(of file: URL, below folder: URL) throws(CocoaError) {
        var inner = file.deletingLastPathComponent().standardizedFileURL
        try makeFolder(inner)
        while inner.pathComponents.count > folder.standardizedFileURL.pathComponents.count {
            restrictFolder(inner)
            inner = inner.deletingLastPathComponent()
        }
    }

    /// Makes a folder private, without what is in it.
    private static func restrictFolder(_ folder: URL) {
        let descriptor = Glibc.open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        restrict(descriptor)
        close(descriptor)
    }

    /// Makes an entry private with all that is in it, unless it is private: then all that is in it was made private.
    private static func restrictWhole(_ item: URL) {
        var facts = stat()
        guard lstat(item.path(percentEncoded: false), &facts) == 0, privateMode(facts) != nil else { return }
        restrict(item)
    }

    /// Makes a file or a folder private, with all that is in the folder. Links are not followed, and nothing of another user changes.
    private static func restrict(_ item: URL) {
        let path = item.path(percentEncoded: false)
        // O_NONBLOCK: a pipe would wait for its writer.
        let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        restrict(descriptor)
        close(descriptor)
        // The folder above is private by now, so that no other user can put a link here.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            restrict(item.appending(path: name))
        }
    }

    /// Returns the mode without other users' rights. Returns nil when there are none to remove, and for anything but a file or folder
    /// of this user.
    private static func privateMode(_ facts: stat) -> mode_t? {
        let kind = facts.st_mode & S_IFMT
        guard kind == S_IFDIR || kind == S_IFREG, facts.st_uid == geteuid(), facts.st_mode & 0o077 != 0 else {
            return nil
        }
        return facts.st_mode & 0o700
    }
}

extension CocoaError {
    /// Returns the error of a system call that failed for a path, with the error number as ``posixCode``.
    package static func posix(_ number: Int32, _ path: String) -> CocoaError {
        let code: CocoaError.Code =
            switch number {
            case ENOENT, ENOTDIR: .fileNoSuchFile
            case EACCES, EPERM: .fileWriteNoPermission
            case EEXIST: .fileWriteFileExists
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            case EROFS: .fileWriteVolumeReadOnly
            case ENAMETOOLONG, EINVAL: .fileWriteInvalidFileName
            default: .fileWriteUnknown
            }
        let cause = POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
        return CocoaError(code, userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause])
    }

    /// The system's words for what failed, such as “No such file or directory”.
    package var reason: String { posixCode.map { String(cString: strerror($0)) } ?? localizedDescription }

    /// The error number of the system call that failed; nil where it is not known.
    package var posixCode: Int32? { (userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code.rawValue }
}
