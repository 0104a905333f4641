import ServiceWorkers

/// The documents whose runtimes have sent their first message, and the requests that wait for such a message. Main actor only.
///
/// A document's messages and its requests come over different connections, in either order.
@MainActor
final class DocumentArrivals {
    /// The number of documents that are remembered.
    private static let most = 2048

    /// How long a request waits for its document.
    private let limit: Duration
    private var settled: Set<String> = []
    private var order: [String] = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    init(limit: Duration) { self.limit = limit }

    /// The number of documents that requests wait for.
    var awaited: Int { waiting.count }

    /// Waits for the first message of a document, once: after the limit no request waits for that document again.
    ///
    /// Only the clock can tell that a document never sends a message. Its runtime may not have run, its process may have died,
    /// or a script has made the id up: nothing is sent in any of these cases.
    func wait(for id: String) async {
        guard !settled.contains(id) else { return }
        let isFirst = waiting[id] == nil
        let clock =
            isFirst
            ? Task { [weak self, limit] in
                try await SharedSleep.shared.sleep(for: limit)
                self?.settle(id)
            } : nil
        await withCheckedContinuation { waiting[id, default: []].append($0) }
        clock?.cancel()
    }

    /// Lets the requests of a document go on.
    func settle(_ id: String) {
        if settled.insert(id).inserted { order.append(id) }
        if order.count > Self.most { settled.remove(order.removeFirst()) }
        for request in waiting.removeValue(forKey: id) ?? [] { request.resume() }
    }

    /// Has requests wait for a document again, which may come back from the back-forward cache.
    func forget(_ id: String) {
        guard settled.remove(id) != nil else { return }
        order.removeAll { $0 == id }
    }
}
