import Foundation
import Glibc
import Synchronization

/// A server on a free loopback port. A test decides which bytes it sends, and when.
final class RawServer: Sendable {
    /// A request without a body.
    struct Request: Sendable {
        let line: String
        let headers: [String: String]
        var path: String { String(line.split(separator: " ").dropFirst().first ?? "") }
    }

    /// The connection for a response. Its calls block the connection's thread.
    struct Connection: Sendable {
        fileprivate let descriptor: Int32

        /// Sends a status line and headers.
        func head(_ status: String, _ headers: [String: String] = [:]) {
            let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            send("HTTP/1.1 \(status)\r\nConnection: close\r\n\(fields)\r\n")
        }

        func send(_ text: String) { send(Data(text.utf8)) }

        func send(_ data: Data) {
            data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Void in
                var rest: Slice<UnsafeRawBufferPointer> = bytes[0..<bytes.count]
                while !rest.isEmpty {
                    let slice = UnsafeRawBufferPointer(rebasing: rest)
                    let count = Glibc.send(descriptor, slice.baseAddress, slice.count, Int32(MSG_NOSIGNAL))
                    guard count > 0 else { return }
                    rest = rest.dropFirst(count)
                }
            }
        }

        /// Waits until the client closes the connection.
        func waitForClose() {
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, 0) > 0 {}
        }

        /// Resets the connection when it is closed.
        func reset() {
            var lingering = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
        }
    }

    private let listener: Int32
    let port: UInt16
    private let log = Mutex<[Request]>([])

    var requests: [Request] { log.withLock { $0 } }
    var origin: String { "http://127.0.0.1:\(port)" }

    init(_ answer: @escaping @Sendable (Request, Connection) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw URLError(.cannotConnectToHost) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                Thread.detachNewThread { [weak self] in
                    defer { close(descriptor) }
                    guard let request = Self.read(descriptor) else { return }
                    self?.log.withLock { $0.append(request) }
                    answer(request, Connection(descriptor: descriptor))
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func read(_ descriptor: Int32) -> Request? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard head.count < 65536, recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        return Request(line: String(first), headers: Dictionary(fields) { first, _ in first })
    }
}

/// A permission that a server's thread waits for, and that a test gives.
final class Permission: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func give() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
