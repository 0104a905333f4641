import Foundation

/// A listening socket and its connections, of which there are never too many.
@ServerLoop
final class Listener: WatchedSocket {
    let guarding: RequestGuard
    let handler: any HTTPHandler
    let limits: ServerLimits
    private(set) var descriptor: Int32
    private(set) var deadline: ContinuousClock.Instant?
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var turn = 0
    private var bodyBytes = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Throws: ``LocalServerError`` where the address cannot be listened on.
    init(
        at address: LocalServerAddress, limits: ServerLimits, handler: any HTTPHandler
    ) throws(LocalServerError) {
        guarding = RequestGuard(of: address)
        (self.handler, self.limits) = (handler, limits)
        let bytes = address.socketAddress
        descriptor = socket(
            Int32(bytes.withUnsafeBytes { $0.load(as: sa_family_t.self) }),
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        setOption(SO_REUSEADDR, SOL_SOCKET, of: descriptor)
        let isBound = bytes.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) == 0 && listen(descriptor, 256) == 0
            }
        }
        guard isBound else {
            let number = errno
            Glibc.close(descriptor)
            throw LocalServerError(address: address, number: number)
        }
        SocketWatch.shared.add(self)
    }

    /// The port that it listens on.
    var port: UInt16 {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        return withUnsafeMutableBytes(of: &address) { bytes in
            _ = bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &size) }
            // Both families have it at the same place.
            return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }

    var isOpen: Bool { descriptor >= 0 }

    // MARK: Connections

    var events: Int32 { hasRoom && deadline == nil ? POLLIN : 0 }

    /// Whether a connection can be accepted: one more, or one in the place of an idle one. Where all are busy, clients wait for the
    /// system to accept them.
    private var hasRoom: Bool {
        connections.count < limits.connections || connections.values.contains { $0.idleSince != nil }
    }

    /// Accepts one connection. There may be no room for the next once this one's request has come.
    func handle(_ events: Int32) {
        guard hasRoom, deadline == nil else { return }
        let accepted = accept(descriptor, nil, nil)
        if accepted >= 0 {
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
            open(accepted)
        } else if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) {
            // This process or the machine has no descriptors or memory left, and no event announces when there are some again.
            deadline = .now + .milliseconds(100)
        }
    }

    func deadlinePassed() { deadline = nil }

    /// Takes a connection; where there are too many, closes the one that has been idle longest.
    private func open(_ descriptor: Int32) {
        setOption(Int32(TCP_NODELAY), Int32(IPPROTO_TCP), of: descriptor)
        if connections.count >= limits.connections {
            connections.values.filter { $0.idleSince != nil }.min { ($0.idleSince ?? 0) < ($1.idleSince ?? 0) }?.close()
        }
        let connection = Connection(descriptor) { [weak self] in
            self?.connections.removeValue(forKey: ObjectIdentifier($0))
        }
        connections[ObjectIdentifier(connection)] = connection
        connection.reader = RequestReader(connection, of: self)
        becomesIdle(connection)
    }

    /// Records that a connection waits for its next request.
    func becomesIdle(_ connection: Connection) {
        turn += 1
        connection.idleSince = turn
        connection.task = nil
        connection.setDeadline(in: limits.idle)
    }

    /// Records that a connection is busy with a request, or with a web socket.
    func becomesBusy(_ connection: Connection, _ task: Task<Void, Never>) {
        connection.idleSince = nil
        connection.task = task
        connection.deadline = nil
    }

    // MARK: Bodies

    /// Returns whether so many more bytes of bodies may be held.
    func reserve(_ count: Int) -> Bool {
        guard bodyBytes + count <= limits.bodies else { return false }
        bodyBytes += count
        return true
    }

    /// Gives back the reserved bytes.
    func release(_ count: Int) { bodyBytes -= count }

    // MARK: Ends

    /// Listens no more, closes the idle connections, cancels the requests that are being answered, and returns their tasks.
    @discardableResult
    func stop() -> [Task<Void, Never>] {
        if isOpen {
            SocketWatch.shared.remove(self)
            Glibc.close(descriptor)
            (descriptor, deadline) = (-1, nil)
        }
        for connection in connections.values where connection.task == nil { connection.close() }
        let tasks = connections.values.compactMap(\.task)
        for task in tasks { task.cancel() }
        for waiter in waiting { waiter.resume() }
        waiting = []
        return tasks
    }

    func closeAll() { for connection in connections.values { connection.close() } }

    func waitUntilEnded() async { if isOpen { await withCheckedContinuation { waiting.append($0) } } }
}

private func setOption(_ name: Int32, _ level: Int32, of descriptor: Int32) {
    var value: Int32 = 1
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
}
