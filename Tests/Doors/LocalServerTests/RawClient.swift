import Foundation

/// One request over a socket of its own, with exactly the header lines that a test wants.
enum RawClient {
    struct Answer {
        let status: Int
        let head: String
        let body: String

        func header(_ name: String) -> String? {
            head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    static func send(
        _ target: String, method: String = "GET", headers: [String], to port: UInt16, on host: String = "127.0.0.1"
    ) async throws -> Answer {
        let lines = ["\(method) \(target) HTTP/1.1"] + headers + ["Connection: close", "", ""]
        let request = lines.joined(separator: "\r\n")
        return try await withCheckedThrowingContinuation { continuation in
            // The socket blocks, and the pool of tasks has one thread for each core.
            Thread.detachNewThread {
                continuation.resume(with: Result { try exchange(request, port: port, host: host) })
            }
        }
    }

    private static func exchange(_ request: String, port: UInt16, host: String) throws -> Answer {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        // No test waits for ever.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
        let bytes = Array(request.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw CocoaError(.fileWriteUnknown) }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { answer += buffer[..<count] }
        let parts = String(decoding: answer, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        let code = parts[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard let code, parts.count > 1 else { throw CocoaError(.fileReadCorruptFile) }
        return Answer(status: code, head: parts[0], body: parts[1...].joined(separator: "\r\n\r\n"))
    }
}
