/// A result that a task of the main actor waits for. Main actor only.
///
/// The task goes on within ``resume(_:)``. One that waits for a continuation is given to a thread of the global executor first, which
/// gives it back to the main thread: two changes of threads for each event of a worker.
@MainActor
final class MainSuspension<Value: Sendable> {
    private let gate = Gate()
    private var result: Result<Value, any Error>?

    /// Waits for the result. Only one task may wait.
    func value() async throws -> Value {
        if result == nil { await gate.pass() }
        guard let result else { throw CancellationError() }
        return try result.get()
    }

    /// Sets the result, unless there is one. The task that waits goes on before this returns, so that it belongs at the end of a
    /// function.
    func resume(_ result: Result<Value, any Error>) {
        guard self.result == nil else { return }
        self.result = result
        gate.open()
    }
}

/// An actor that nobody enters before it is opened.
private actor Gate {
    /// Keeps the task that enters.
    private final class Keeper: SerialExecutor, @unchecked Sendable {
        /// Main thread only: tasks of the main actor enter and are let through there.
        var job: UnownedJob?

        func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }
    }

    private let keeper = Keeper()

    nonisolated var unownedExecutor: UnownedSerialExecutor { keeper.asUnownedSerialExecutor() }

    func pass() {}

    /// Has the task that entered go on as a task of the main actor.
    @MainActor
    func open() {
        guard let job = keeper.job else { return }
        keeper.job = nil
        job.runSynchronously(on: MainActor.sharedUnownedExecutor)
    }
}
