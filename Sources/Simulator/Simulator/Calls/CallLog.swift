import Foundation

/// A log of a host's calls, with the tasks that wait for calls. Main actor only.
@MainActor
final class CallLog {
    /// The maximum number of calls in the log. The log removes the oldest ones first.
    private static let most = 10_000

    private struct Waiter {
        let id: Int
        let handler: String?
        let continuation: CheckedContinuation<NativeCall?, Never>
    }

    private(set) var calls: [NativeCall] = []
    /// The numbers of the calls that no wait has returned yet.
    private var unseen: Set<Int> = []
    private var waiters: [Waiter] = []
    private var lastNumber = 0
    private var lastWaiter = 0

    func add(
        _ handler: String, id: String?, world: String?, body: NativeValue, frame: NativeFrame
    ) -> NativeCall {
        lastNumber += 1
        let call = NativeCall(
            number: lastNumber, handler: handler, world: world, body: body, frame: frame, date: Date(), outcome: nil,
            id: id)
        if calls.count >= Self.most {
            for old in calls.prefix(Self.most / 10) { unseen.remove(old.number) }
            calls.removeFirst(Self.most / 10)
        }
        calls.append(call)
        if let place = waiters.firstIndex(where: { $0.handler == nil || $0.handler == handler }) {
            waiters.remove(at: place).continuation.resume(returning: call)
        } else {
            unseen.insert(call.number)
        }
        return call
    }

    func settle(_ number: Int, _ outcome: NativeCall.Outcome) {
        guard let first = calls.first?.number, calls.indices.contains(number - first) else { return }
        calls[number - first].outcome = outcome
    }

    /// Waits for a call that no earlier wait has returned, and returns it; nil when the task is cancelled.
    func next(_ handler: String?) async -> NativeCall? {
        if let call = calls.first(where: { unseen.contains($0.number) && (handler == nil || $0.handler == handler) }) {
            unseen.remove(call.number)
            return call
        }
        lastWaiter += 1
        let id = lastWaiter
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: nil) }
                waiters.append(Waiter(id: id, handler: handler, continuation: continuation))
            }
        } onCancel: {
            Task { @MainActor in self.cancel(id) }
        }
    }

    private func cancel(_ id: Int) {
        guard let place = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: place).continuation.resume(returning: nil)
    }
}
