import Glibc
import Synchronization

/// The file of a download. The download writes it from its beginning, or continues an earlier part.
///
/// Any task may write, but only one at a time.
final class DownloadFile: Sendable {
    let url: URL
    private let descriptor: Int32
    private let written: Atomic<Int>

    /// The number of bytes in the file.
    var count: Int { written.load(ordering: .relaxed) }

    /// Creates a new file.
    ///
    /// - Throws: `NSURLErrorCannotCreateFile`, also where the file exists. The existing file stays unchanged.
    static func create(at url: URL) throws(NSError) -> DownloadFile {
        try DownloadFile(url, flags: O_CREAT | O_EXCL, count: 0)
    }

    /// Opens the part of a file that an earlier download has saved.
    ///
    /// - Throws: `NSURLErrorCannotOpenFile` where the file's length differs, because it may be another file.
    static func reopen(at url: URL, count: Int) throws(NSError) -> DownloadFile {
        let file = try DownloadFile(url, flags: 0, count: count)
        var status = stat()
        guard fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == count else {
            throw DownloadFailure.error(
                NSURLErrorCannotOpenFile, url, nil, "The file is not the one that the download began")
        }
        return file
    }

    private init(_ url: URL, flags: Int32, count: Int) throws(NSError) {
        descriptor = open(
            url.path(percentEncoded: false), flags | O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        self.url = url
        written = Atomic(count)
        guard descriptor >= 0 else {
            let code = flags & O_CREAT == 0 ? NSURLErrorCannotOpenFile : NSURLErrorCannotCreateFile
            throw DownloadFailure.error(code, url, POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Appends bytes to the file.
    ///
    /// - Throws: `NSURLErrorCannotWriteToFile`, for example on a full disk.
    func append(_ data: Data) throws(NSError) {
        var failure: Int32?
        data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = pwrite(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(self.count))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    failure = errno
                    return
                }
                written.add(count, ordering: .relaxed)
                rest = rest.dropFirst(count)
            }
        }
        if let failure { throw cannotWrite(failure) }
    }

    /// Removes all bytes of the file.
    func empty() throws(NSError) {
        guard ftruncate(descriptor, 0) == 0 else { throw cannotWrite(errno) }
        written.store(0, ordering: .relaxed)
    }

    private func cannotWrite(_ code: Int32) -> NSError {
        DownloadFailure.error(NSURLErrorCannotWriteToFile, url, POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO))
    }

    /// Returns whether a file can be created: the name is free, and its folder exists.
    static func canBeCreated(at url: URL) -> Bool {
        var status = stat()
        guard lstat(url.path(percentEncoded: false), &status) != 0 else { return false }
        return stat(url.deletingLastPathComponent().path(percentEncoded: false), &status) == 0
            && status.st_mode & S_IFMT == S_IFDIR
    }
}
