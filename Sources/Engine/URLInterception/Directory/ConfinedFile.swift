import Foundation
import Glibc

/// An open file or folder that is known to lie inside a root.
///
/// The name is first opened without access (`O_PATH`: no reading, no waiting on a FIFO, no side effect on a device), the
/// kernel is asked where that handle really is, and only then is the same handle opened for reading. A link that is
/// swapped in between cannot change what was checked.
final class ConfinedFile: Sendable {
    enum Refusal: Error, Equatable {
        case missing
        case forbidden(String)
        /// A link that leads out of the root, to that place.
        case outside(String)
        case failed(code: Int32)
    }

    /// Linux's `O_PATH`, the same on x86-64 and arm64; Glibc's module does not export it.
    private static let openPathOnly: Int32 = 0o10_000_000

    let descriptor: Int32
    let facts: FileFacts

    /// Opens `relativePath` below `root`, a path that `realpath` gave. Links that stay inside the root are followed.
    init(root: String, relativePath: String) throws(Refusal) {
        let handle = open(root + "/" + relativePath, Self.openPathOnly | O_CLOEXEC)
        guard handle >= 0 else { throw Self.refusal(errno) }
        defer { close(handle) }

        var status = stat()
        guard fstat(handle, &status) == 0 else { throw Self.refusal(errno) }
        let place = try Self.place(of: handle)
        guard place == root || place.hasPrefix(root == "/" ? root : root + "/") else {
            throw .outside(place)
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFDIR else {
            throw .forbidden("It is neither a file nor a folder.")
        }
        let file = open("/proc/self/fd/\(handle)", O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw Self.refusal(errno) }
        descriptor = file
        facts = FileFacts(status)
    }

    deinit { close(descriptor) }

    /// Reads up to `count` bytes at `offset` into memory of their own: one copy, from the kernel.
    ///
    /// - Throws: `Refusal.failed` when reading fails, or when the file has become shorter.
    func read(at offset: Int64, count: Int) throws(Refusal) -> Data {
        guard let memory = malloc(count) else { throw .failed(code: ENOMEM) }
        var filled = 0
        while filled < count {
            let received = pread(descriptor, memory + filled, count - filled, off_t(offset) + off_t(filled))
            if received < 0, errno == EINTR { continue }
            guard received > 0 else {
                let code = received < 0 ? errno : EIO
                free(memory)
                throw .failed(code: code)
            }
            filled += received
        }
        return Data(bytesNoCopy: memory, count: count, deallocator: .free)
    }

    static func refusal(_ code: Int32) -> Refusal {
        switch code {
        case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: .missing
        case EACCES, EPERM: .forbidden("Its permissions do not let it be read.")
        default: .failed(code: code)
        }
    }

    private static func place(of handle: Int32) throws(Refusal) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/fd/\(handle)", &buffer, buffer.count)
        guard length > 0, length < buffer.count else { throw refusal(length < 0 ? errno : ENAMETOOLONG) }
        return String(decoding: buffer[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The facts that `fstat` reported about an open file.
struct FileFacts: Sendable, Equatable {
    var size: Int64
    var inode: UInt64
    var isFolder: Bool
    /// Whole seconds since 1970.
    var modifiedSeconds: Int64
    var modifiedNanoseconds: Int64

    init(_ status: stat) {
        size = Int64(status.st_size)
        inode = UInt64(status.st_ino)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        modifiedSeconds = Int64(status.st_mtim.tv_sec)
        modifiedNanoseconds = Int64(status.st_mtim.tv_nsec)
    }

    init(size: Int64, inode: UInt64 = 1, modifiedSeconds: Int64, modifiedNanoseconds: Int64 = 0) {
        self.size = size
        self.inode = inode
        isFolder = false
        self.modifiedSeconds = modifiedSeconds
        self.modifiedNanoseconds = modifiedNanoseconds
    }

    /// A strong entity tag, quotes included.
    var entityTag: String {
        let parts = [String(size, radix: 16), String(modifiedSeconds, radix: 16)]
        return "\""
            + (parts + [String(modifiedNanoseconds, radix: 16), String(inode, radix: 16)]).joined(separator: "-") + "\""
    }
}
