/// A page, with its frames, or a worker under inspection. Main actor only.
///
/// A new worker waits until its inspector lets it run, so that the inspector misses nothing.
@MainActor
package final class InspectedRealm {
    /// Whether the realm is a worker.
    package let isWorker: Bool
    /// The connection to the realm's debugger.
    package let channel: InspectorChannel
    /// The workers that the realm has made and that still run, by WebKit's id.
    package private(set) var workers: [String: InspectedRealm] = [:]
    /// Receives the events of the realm's debugger, see ``InspectorChannel/parameters(_:of:)``.
    package var heard: (@MainActor (String, Data) -> Void)?
    private let prepare: @MainActor (InspectedRealm) -> Void
    private(set) var isPrepared = false

    private struct NewWorker: Decodable { var workerId: String }

    private struct WorkerMessage: Codable {
        var workerId: String
        var message: String
    }

    private struct WorkerName: Encodable { var workerId: String }

    init(
        isWorker: Bool, prepare: @escaping @MainActor (InspectedRealm) -> Void,
        post: @escaping @MainActor (String) -> Void
    ) {
        self.isWorker = isWorker
        self.prepare = prepare
        channel = InspectorChannel(post: post)
        channel.heard = { [weak self] in self?.hear($0, $1) }
    }

    /// Sends the commands that prepare the realm, once.
    func begin() {
        guard !isPrepared else { return }
        isPrepared = true
        prepare(self)
        channel.send("Worker.enable")
    }

    private func hear(_ method: String, _ message: Data) {
        switch method {
        case "Worker.workerCreated" where isPrepared:
            guard let id = InspectorChannel.parameters(NewWorker.self, of: message)?.workerId else { return }
            let worker = InspectedRealm(isWorker: true, prepare: prepare) { [weak channel] text in
                channel?.send("Worker.sendMessageToWorker", WorkerMessage(workerId: id, message: text))
            }
            workers[id] = worker
            worker.begin()
            channel.send("Worker.initialized", WorkerName(workerId: id))
        case "Worker.dispatchMessageFromWorker":
            guard let inner = InspectorChannel.parameters(WorkerMessage.self, of: message) else { return }
            workers[inner.workerId]?.channel.receive(Data(inner.message.utf8))
        case "Worker.workerTerminated":
            guard let id = InspectorChannel.parameters(NewWorker.self, of: message)?.workerId else { return }
            workers.removeValue(forKey: id)?.close()
        default: heard?(method, message)
        }
    }

    /// Ends the inspection of the realm and its workers, which have gone.
    func close() {
        for worker in workers.values { worker.close() }
        workers = [:]
        channel.close()
        heard = nil
    }
}
