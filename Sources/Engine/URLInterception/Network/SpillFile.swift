package import Foundation
import Glibc

/// A queue of bytes in a file that has no name any more, so that it goes with the process at the latest.
///
/// Not synchronised: its owner guards it.
package final class SpillFile {
    private let descriptor: Int32
    private var start: off_t = 0
    /// The number of bytes that were added, those that have been read included.
    package private(set) var end = 0

    /// The number of bytes that have not been read yet.
    var count: Int { end - Int(start) }

    package init() throws(POSIXError) {
        let path: String
        (descriptor, path) = try Self.make(in: FileManager.default.temporaryDirectory)
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Makes a file that only this user can read. It still has its name.
    static func make(in folder: URL) throws(POSIXError) -> (descriptor: Int32, path: String) {
        var template = Array((folder.path(percentEncoded: false) + "/swwebview-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw lastError }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return (descriptor, template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
    }

    package func append(_ data: Data) throws {
        try Self.write(data, to: descriptor, at: end)
        end += data.count
    }

    /// Writes bytes into a file.
    static func write(_ data: Data, to descriptor: Int32, at position: Int) throws(POSIXError) {
        var position = position
        for region in data.regions {
            var rest = region[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(position)) }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw lastError }
                position += written
                rest = rest.dropFirst(written)
            }
        }
    }

    /// Returns all bytes that were added as a view of the file, which lives as long as they do.
    func mapped() throws(POSIXError) -> Data {
        guard end > 0 else { return Data() }
        let count = end
        guard let bytes = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), bytes != MAP_FAILED else {
            throw Self.lastError
        }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, count in munmap(bytes, count) })
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
