import Foundation

/// A connection that sends and reads exactly what a test wants. Blocks: for tests' own threads.
final class RawConnection: @unchecked Sendable {
    private let descriptor: Int32

    /// Connects to a port of this machine.
    init(to port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // No test waits for ever.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
    }

    deinit { close(descriptor) }

    /// Sends bytes; does not mind a server that has stopped listening.
    func send(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    func send(_ text: String) { send(text.utf8) }

    /// Closes the side that sends.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads so many bytes, or fewer where the server closes the connection.
    func read(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var buffer = [UInt8](repeating: 0, count: min(count - bytes.count, 65_536))
            let got = recv(descriptor, &buffer, buffer.count, 0)
            guard got > 0 else { break }
            bytes += buffer[..<got]
        }
        return bytes
    }

    /// Reads up to the end of a response's head.
    @discardableResult
    func readHead() -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), case let byte = read(1), !byte.isEmpty { head += byte }
        return String(decoding: head, as: UTF8.self)
    }

    /// Sends bytes again and again until the server takes none for a second, and returns how many it took.
    func sendUntilFull(_ bytes: [UInt8], atMost limit: Int) -> Int {
        var wait = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        let many = Array(repeatElement(bytes, count: 500).joined())
        var sent = 0
        while sent < limit, case let count = Foundation.send(descriptor, many, many.count, Int32(MSG_NOSIGNAL)),
            count > 0
        {
            sent += count
            // A part of it: the rest has no room.
            if count < many.count { break }
        }
        return sent
    }

    /// Reads until the server closes the connection. Throws where it stays open.
    func readToEnd() throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let got = recv(descriptor, &buffer, buffer.count, 0)
            if got < 0, errno == EAGAIN { throw POSIXError(.ETIMEDOUT) }
            guard got > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<got]
        }
    }

    /// Runs what blocks on a thread of its own: the pool of tasks has one for each core.
    static func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }
}
