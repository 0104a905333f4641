import Foundation

/// Names a job, so that its end can be told from the ends of others in the stream of events.
public struct JobID: Sendable, Hashable {
    /// The number.
    public let rawValue: UInt64

    /// Takes a number that the caller has not used before.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The result of a job.
public enum JobResult: Sendable, Hashable {
    /// The registration of a register or update job.
    case registration(ServiceWorkerRegistrationSnapshot)
    /// Whether an unregister job found a registration.
    case unregistered(Bool)
    /// The error its promise is rejected with.
    case rejected(ServiceWorkerError)
}

/// A [job](https://w3c.github.io/ServiceWorker/#dfn-job).
final class Job {
    enum Kind: Hashable, Sendable { case register, update, unregister }

    /// The members that make two jobs [equivalent](https://w3c.github.io/ServiceWorker/#dfn-job-equivalent).
    struct Order: Hashable {
        var kind: Kind
        var storageKey: StorageKey
        var scopeURL: URL
        var scriptURL: URL?
        var workerType: WorkerType?
        var updateViaCache: UpdateViaCache?
    }

    let order: Order
    /// `nil` for a soft update, which has no caller.
    let id: JobID?
    let client: ClientID?
    let referrer: URL?
    let forceBypassCache: Bool
    private(set) var isSettled = false
    private var promise: CheckedContinuation<JobResult, Never>?
    private var equivalentJobs: [Job] = []

    init(
        _ order: Order, id: JobID? = nil, client: ClientID? = nil, referrer: URL? = nil,
        forceBypassCache: Bool = false, promise: CheckedContinuation<JobResult, Never>? = nil
    ) {
        self.order = order
        self.id = id
        self.client = client
        self.referrer = referrer
        self.forceBypassCache = forceBypassCache
        self.promise = promise
    }

    var queueKey: JobQueueKey { JobQueueKey(storageKey: order.storageKey, scope: order.scopeURL) }

    func append(equivalent job: Job) { equivalentJobs.append(job) }

    /// Settles its promise and those of its equivalent jobs, once. Returns the ids of the jobs that were settled.
    func settle(_ result: JobResult) -> [JobID] {
        guard !isSettled else { return [] }
        isSettled = true
        promise?.resume(returning: result)
        promise = nil
        let others = equivalentJobs.flatMap { $0.settle(result) }
        equivalentJobs = []
        return (id.map { [$0] } ?? []) + others
    }
}
