internal import Foundation

/// A TCP socket bound to a free port of 127.0.0.1, and closed with its owner.
private final class LoopbackSocket: Sendable {
    let descriptor: Int32
    let port: UInt16

    init() throws {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, flags, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) | getsockname(descriptor, address, &size)
            }
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        guard status == 0 else { throw CocoaError(.featureUnsupported) }
    }

    deinit { close(descriptor) }
}

/// A port of this machine without a listener. It stays bound as long as the object lives, so that no program gets it.
package final class SilentPort: Sendable {
    private let socket: LoopbackSocket

    package init() throws { socket = try LoopbackSocket() }

    package var number: UInt16 { socket.port }
}

/// A port of this machine that counts connections and answers none.
package final class CountingPort: Sendable {
    private let socket: LoopbackSocket

    package init() throws {
        socket = try LoopbackSocket()
        guard listen(socket.descriptor, 128) == 0 else { throw CocoaError(.featureUnsupported) }
    }

    package var number: UInt16 { socket.port }

    /// The number of connections since the last call.
    package var connections: Int {
        var count = 0
        while case let connection = accept(socket.descriptor, nil, nil), connection >= 0 {
            close(connection)
            count += 1
        }
        return count
    }
}
