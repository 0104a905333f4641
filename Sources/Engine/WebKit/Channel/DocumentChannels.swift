import CWebKitGTK

/// The socket by which the web processes of a data store reach the host, in the abstract namespace. Main actor only.
@MainActor
final class DocumentChannels {
    /// The socket's name: random, and of no use to another user of the machine.
    let name = "swwebview-\(UUID().uuidString)"
    /// The closure that receives each channel that a document opens.
    var opened: @MainActor (DocumentChannel) -> Void
    /// The closure that answers scripts which wait.
    var answer: DocumentAnswering
    private let listener: Int32
    private var watch: UInt32 = 0
    private var connections: [ObjectIdentifier: ChannelConnection] = [:]

    /// Listens; nil where the system has no socket to give.
    init?(opened: @escaping @MainActor (DocumentChannel) -> Void, answer: @escaping DocumentAnswering) {
        (self.opened, self.answer) = (opened, answer)
        listener = cwk_socket_listen(name)
        guard listener >= 0 else { return nil }
        watch = cwk_descriptor_watch(
            listener, false, { ShimCallback.unretained($0, DocumentChannels.self) { $0.accept() } },
            Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit {
        if watch != 0 { cwk_descriptor_unwatch(watch) }
        for connection in connections.values { connection.end() }
        if listener >= 0 { close(listener) }
    }

    private func accept() {
        let descriptor = cwk_socket_accept(listener)
        guard descriptor >= 0 else { return }
        let connection = ChannelConnection(
            descriptor, opened: { [weak self] in self?.opened($0) }, answer: { [weak self] in self?.answer($0, $1) })
        let key = ObjectIdentifier(connection)
        connections[key] = connection
        connection.ended = { [weak self] in self?.connections[key] = nil }
    }
}
