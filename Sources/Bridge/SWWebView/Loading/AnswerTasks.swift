import WebKit

/// The answers to scheme tasks that are not complete, each made by a Swift task. Main actor only.
@MainActor
final class AnswerTasks {
    private var tasks: [ObjectIdentifier: Task<Void, Never>?] = [:]

    /// The number of answers.
    var count: Int { tasks.count }

    /// Begins an answer, before this function returns.
    func begin(_ task: URLSchemeTask, _ answer: @escaping @MainActor () async -> Void) {
        let key = ObjectIdentifier(task)
        tasks[key] = .some(nil)
        let answering = Task.immediate { @MainActor [weak self] in
            await answer()
            self?.tasks.removeValue(forKey: key)
        }
        if tasks.keys.contains(key) { tasks[key] = answering }
    }

    /// Cancels the answer to a task that its page has stopped.
    func stop(_ task: URLSchemeTask) { tasks.removeValue(forKey: ObjectIdentifier(task))??.cancel() }
}
