import WebKit

/// The answers to scheme tasks that are not complete, each made by a Swift task. Main actor only.
@MainActor
final class AnswerTasks {
    /// A request that goes on when its page has gone: [keepalive](https://fetch.spec.whatwg.org/#request-keepalive-flag).
    struct KeepaliveName: Hashable {
        /// The id of the document that asks.
        var document: String
        /// The document's own name of the request.
        var request: String
    }

    /// The most keepalive requests of a view at a time. More of them end with their pages.
    private static let mostKept = 64
    private var tasks: [ObjectIdentifier: Task<Void, Never>?] = [:]
    private var kept: [KeepaliveName: ObjectIdentifier] = [:]
    /// Keepalive requests that were aborted before they began: their document's word comes by another connection.
    private var aborted: [KeepaliveName] = []

    /// The number of answers.
    var count: Int { tasks.count }

    /// Begins an answer, before this function returns.
    ///
    /// - Parameter name: the name of a keepalive request; nil for another.
    func begin(
        _ task: URLSchemeTask, keptAs name: KeepaliveName? = nil, _ answer: @escaping @MainActor () async -> Void
    ) {
        let key = ObjectIdentifier(task)
        tasks[key] = .some(nil)
        if let name, kept.count < Self.mostKept, !aborted.contains(name) { kept[name] = key }
        let answering = Task.immediate { @MainActor [weak self] in
            await answer()
            self?.tasks.removeValue(forKey: key)
            if let name { self?.kept[name] = nil }
        }
        if tasks.keys.contains(key) { tasks[key] = answering }
    }

    /// Cancels the answer to a task that its page has stopped, unless it is a keepalive request. A page that goes and a script that aborts
    /// its request look the same here.
    func stop(_ task: URLSchemeTask) {
        let key = ObjectIdentifier(task)
        guard !kept.values.contains(key) else { return }
        tasks.removeValue(forKey: key)??.cancel()
    }

    /// Lets the end of the page end a request whose response has come: nobody else reads the body.
    func responseBegins(_ task: URLSchemeTask) {
        guard let name = kept.first(where: { $0.value == ObjectIdentifier(task) })?.key else { return }
        kept[name] = nil
    }

    /// Cancels a keepalive request that its script has aborted.
    func abort(_ name: KeepaliveName) {
        guard let key = kept.removeValue(forKey: name) else {
            aborted.append(name)
            if aborted.count > Self.mostKept { aborted.removeFirst() }
            return
        }
        tasks.removeValue(forKey: key)??.cancel()
    }
}
