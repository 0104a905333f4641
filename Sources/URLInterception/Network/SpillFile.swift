package import Foundation
import Glibc

/// A queue of bytes in a file that has no name any more, so that it goes with the process at the latest.
///
/// Not synchronised: its owner guards it.
package final class SpillFile {
    /// The folder of the files: `TMPDIR`, or /tmp.
    static var folder: String { FileManager.default.temporaryDirectory.path(percentEncoded: false) }

    private let descriptor: Int32
    private var start: off_t = 0
    /// The number of bytes that were added, those that have been read included.
    package private(set) var end = 0

    /// The number of bytes that have not been read yet.
    var count: Int { end - Int(start) }

    package init() throws(POSIXError) {
        var template = Array((Self.folder + "/swwebview-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.lastError }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    package func append(_ data: Data) throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = pwrite(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(end))
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw Self.lastError }
                end += written
                rest = rest.dropFirst(written)
            }
        }
    }

    func read(upTo limit: Int) throws -> Data {
        let piece = try read(at: Int(start), count: min(limit, count))
        start += off_t(piece.count)
        return piece
    }

    /// Returns bytes that were added, and leaves them where they are.
    package func read(at position: Int, count: Int) throws -> Data {
        var piece = Data(count: count)
        var filled = 0
        while filled < count {
            let received = piece.withUnsafeMutableBytes { bytes in
                pread(descriptor, bytes.baseAddress.map { $0 + filled }, count - filled, off_t(position + filled))
            }
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { throw Self.lastError }
            filled += received
        }
        return piece
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
