import Foundation
import Synchronization

/// A queue of the jobs and timers of a script's thread. Any thread.
///
/// The condition protects the state. The script's thread waits on the condition for a job or a timer.
final class ScriptJobs: @unchecked Sendable {
    /// A message for the script.
    struct Job: Sendable {
        /// The number of the call that the job belongs to; 0 for none.
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

    /// Adds a job. Does nothing when the queue is closed.
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

    /// Waits for the next job; nil when the queue is closed.
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
