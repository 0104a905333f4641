import Foundation

/// Which queue a job belongs to.
struct JobQueueKey: Hashable, Sendable {
    var storageKey: StorageKey
    var scope: URL
}

/// A [job queue](https://w3c.github.io/ServiceWorker/#dfn-job-queue): one job at a time, equal ones together.
struct JobQueue {
    /// What became of a job that was handed in.
    enum Scheduled: Hashable {
        /// The queue was empty: run it.
        case run
        /// It waits for those before it.
        case waits
        /// It shares the end of the last one.
        case coalesced
    }

    private(set) var jobs: [Job] = []

    /// The queue's part of [Schedule Job](https://w3c.github.io/ServiceWorker/#schedule-job-algorithm).
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

    /// The queue's part of [Finish Job](https://w3c.github.io/ServiceWorker/#finish-job-algorithm). Returns whether another one is to be run.
    mutating func finish(_ job: Job) -> Bool {
        precondition(jobs.first === job, "Only the job that runs can finish.")
        jobs.removeFirst()
        return !jobs.isEmpty
    }
}
