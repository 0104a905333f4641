import Foundation

extension ServiceWorkerContainer {
    /// Implements [Schedule Job](https://w3c.github.io/ServiceWorker/#schedule-job-algorithm), for a job someone waits for.
    func perform(_ makeJob: (CheckedContinuation<JobResult, Never>) -> Job) async -> JobResult {
        await withCheckedContinuation { schedule(makeJob($0)) }
    }

    /// Implements [Schedule Job](https://w3c.github.io/ServiceWorker/#schedule-job-algorithm).
    func schedule(_ job: Job) {
        if queues[job.queueKey, default: JobQueue()].schedule(job) == .run { runJob(job.queueKey) }
    }

    /// Implements [Run Job](https://w3c.github.io/ServiceWorker/#run-job-algorithm).
    private func runJob(_ key: JobQueueKey) {
        Task { await runFirstJob(key) }
    }

    private func runFirstJob(_ key: JobQueueKey) async {
        guard let job = queues[key]?.jobs.first else { return }
        // A job that was aborted while it waited.
        if job.isSettled { return finish(job) }
        switch job.order.kind {
        case .register: await register(job)
        case .update: await update(job)
        case .unregister: await unregister(job)
        }
    }

    /// Implements [Finish Job](https://w3c.github.io/ServiceWorker/#finish-job-algorithm).
    func finish(_ job: Job) {
        if queues[job.queueKey]?.finish(job) == true {
            runJob(job.queueKey)
        } else {
            queues[job.queueKey] = nil
        }
    }

    /// Implements [Resolve Job Promise](https://w3c.github.io/ServiceWorker/#resolve-job-promise-algorithm).
    func resolve(_ job: Job, with result: JobResult) {
        for id in job.settle(result) { emit(.jobSettled(id, result)) }
    }

    /// Implements [Reject Job Promise](https://w3c.github.io/ServiceWorker/#reject-job-promise-algorithm).
    func reject(_ job: Job, _ name: ServiceWorkerError.Name, _ message: String) {
        resolve(job, with: .rejected(ServiceWorkerError(name, message)))
    }
}
