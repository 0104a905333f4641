import FlyingSocks
import Foundation

/// A pool whose sockets send at once, and stay with this process.
///
/// FlyingFox writes the head and the body of an answer one after the other. Left alone, the kernel holds the body back until the
/// client has acknowledged the head, for which clients take their time: 40 ms for each answer. And programs that this process
/// starts would inherit the sockets, and keep a port open that nobody answers at.
struct LocalSocketPool<Base: AsyncSocketPool>: AsyncSocketPool {
    let base: Base

    func prepare() async throws { try await base.prepare() }

    func run() async throws { try await base.run() }

    /// Every socket comes by before its first answer: the one that listens, and each connection.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let descriptor = socket.file.rawValue
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), Int32(TCP_NODELAY), &isOn, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}
