import Foundation
import Synchronization

/// The jobs of a script's thread, and its timers. Any thread.
///
/// The condition guards the state: a thread waits on it until a job comes or a timer is due.
final class ScriptJobs: @unchecked Sendable {
    /// A job: a message for the script.
    struct Job: Sendable {
        /// The call that the job is part of; 0 for none.
        var owner: Int
        var text: String
    }

    private struct Timer {
        var id: Int
        var owner: Int
        var due: Date
    }

    private let condition = NSCondition()
    private var jobs: [Job] = []
    private var timers: [Timer] = []
    private var isClosed = false

    /// Adds a job; nothing when the script has ended.
    func add(_ job: Job) {
        condition.lock()
        if !isClosed { jobs.append(job) }
        condition.signal()
        condition.unlock()
    }

    func addTimer(_ id: Int, owner: Int, milliseconds: Double) {
        condition.lock()
        let due = Date(timeIntervalSinceNow: milliseconds / 1000)
        let place = timers.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        timers.insert(Timer(id: id, owner: owner, due: due), at: place)
        condition.unlock()
    }

    func close() {
        condition.lock()
        isClosed = true
        jobs = []
        timers = []
        condition.signal()
        condition.unlock()
    }

    /// Waits for the next job; nil when there will be none.
    func next() -> Job? {
        condition.lock()
        defer { condition.unlock() }
        while !isClosed {
            if !jobs.isEmpty { return jobs.removeFirst() }
            guard let timer = timers.first else {
                condition.wait()
                continue
            }
            if timer.due <= Date() {
                timers.removeFirst()
                return Job(owner: timer.owner, text: "{\"kind\":\"timer\",\"id\":\(timer.id)}")
            }
            _ = condition.wait(until: timer.due)
        }
        return nil
    }
}
