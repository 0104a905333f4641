import Foundation

/// The key of the queue that a job belongs to.
struct JobQueueKey: Hashable, Sendable {
    var storageKey: StorageKey
    var scope: URL
}

/// A [job queue](https://w3c.github.io/ServiceWorker/#dfn-job-queue): one job at a time, equal ones together.
struct JobQueue {
    /// The place of a job that was scheduled.
    enum Scheduled: Hashable {
        /// The queue was empty: the caller runs the job.
        case run
        /// The job waits for the jobs before it.
        case waits
        /// The job shares the result of the last job.
        case coalesced
    }

    private(set) var jobs: [Job] = []

    /// Implements the queue's part of [Schedule Job](https://w3c.github.io/ServiceWorker/#schedule-job-algorithm).
    mutating func schedule(_ job: Job) -> Scheduled {
        guard let last = jobs.last else {
            jobs.append(job)
            return .run
        }
        if job.order == last.order, !last.isSettled {
            last.append(equivalent: job)
            return .coalesced
        }
        jobs.append(job)
        return .waits
    }

    /// Implements the queue's part of [Finish Job](https://w3c.github.io/ServiceWorker/#finish-job-algorithm). Returns whether
    /// another one is to be run.
    mutating func finish(_ job: Job) -> Bool {
        precondition(jobs.first === job, "Only the job that runs can finish.")
        jobs.removeFirst()
        return !jobs.isEmpty
    }
}
