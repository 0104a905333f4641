import Foundation
import HTTPMessages

/// One end of the connection between a driver and a browser of its own: a line of JSON, and as many bytes as the line says.
///
/// Calls block, so each end has a thread that reads. Writing is for one thread at a time.
final class FrameSocket: @unchecked Sendable {  // `buffer` is the reading thread's; the rest is constant.
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects to the socket that a driver listens on; nil when it has gone.
    convenience init?(connectingTo path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        guard Self.withAddress(of: path, { connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            return nil
        }
        self.init(descriptor: descriptor)
    }

    /// Ends both directions; a reader finds the end.
    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends a line and bytes; whether the other end is still there.
    @discardableResult
    func send(_ head: some Encodable, _ body: Data = Data()) -> Bool {
        guard var bytes = try? JSONText.encode(head) else { return false }
        bytes.append(0x0A)
        return write(bytes) && write(body)
    }

    private func write(_ data: Data) -> Bool {
        data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Bool in
            var rest = bytes
            while !rest.isEmpty {
                // No signal where the other end is gone.
                let count = Foundation.send(
                    descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
            return true
        }
    }

    /// Returns the next line; nil at the end, and for a line that cannot be decoded.
    func receive<Head: Decodable>(_ type: Head.Type) -> Head? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = Data(buffer[..<end])
                buffer.removeSubrange(...end)
                return try? JSONText.decode(type, from: line)
            }
            guard fill() else { return nil }
        }
    }

    /// Returns the bytes after a line; nil where the end comes before them.
    func receive(count: Int) -> Data? {
        while buffer.count < count { guard fill() else { return nil } }
        let data = Data(buffer.prefix(count))
        buffer.removeFirst(count)
        return data
    }

    private func fill() -> Bool {
        var result = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, count in
            repeat { result = read(descriptor, bytes.baseAddress, bytes.count) } while result < 0 && errno == EINTR
            count = max(result, 0)
        }
        buffer += piece
        return result > 0
    }

    /// Calls with the socket address of a path, which must be short enough for one.
    static func withAddress<Result>(of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            room.copyBytes(from: Array(path.utf8.prefix(room.count - 1)))
        }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    /// The longest path of a socket, in bytes.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
}

/// A message from a browser to its driver, on a line of its own.
struct HostMessage: Codable {
    /// The process ID of the browser, which is running.
    var process: Int32?
    /// The reason why the browser cannot run, or why it ends.
    var failure: String?
    /// The number of the command that this message answers, with the status.
    var reply: Int?
    var status: Int?
    /// The client of WebDriver BiDi that the text after the line is for; 0 for all.
    var client: Int?
    /// The number of bytes that follow an answer and a client's text.
    var length: Int?
}

/// A message from a driver to its browser, on a line of its own, with as many bytes after it as `length` says.
struct HostCommand: Codable {
    /// The number of a command of WebDriver, whose body follows.
    var number: Int?
    var method: String?
    /// The path of the command below the session's.
    var name: [String]?
    /// The client of WebDriver BiDi whose text follows.
    var client: Int?
    /// The client has gone.
    var isGone: Bool?
    var length: Int
}
