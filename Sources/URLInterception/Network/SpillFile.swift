import Foundation
import Glibc

/// A queue of bytes in a file that has no name any more, so that it goes with the process at the latest.
///
/// Not synchronised: its owner guards it.
final class SpillFile {
    /// The folder of the files: `TMPDIR`, or /tmp.
    static var folder: String { FileManager.default.temporaryDirectory.path(percentEncoded: false) }

    private let descriptor: Int32
    private var start: off_t = 0
    private var end: off_t = 0

    /// The number of bytes that have not been read yet.
    var count: Int { Int(end - start) }

    init() throws(POSIXError) {
        var template = Array((Self.folder + "/swwebview-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.lastError }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func append(_ data: Data) throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, end)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw Self.lastError }
                end += off_t(written)
                rest = rest.dropFirst(written)
            }
        }
    }

    func read(upTo limit: Int) throws -> Data {
        var piece = Data(count: min(limit, count))
        let wanted = piece.count
        var filled = 0
        while filled < wanted {
            let received = piece.withUnsafeMutableBytes { bytes in
                pread(descriptor, bytes.baseAddress.map { $0 + filled }, wanted - filled, start + off_t(filled))
            }
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { throw Self.lastError }
            filled += received
        }
        start += off_t(wanted)
        return piece
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
