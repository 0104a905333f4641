/// Something that happens once. Main actor only.
@MainActor
final class Milestone {
    private(set) var hasHappened = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Records that it has happened.
    func happen() {
        hasHappened = true
        let all = waiting
        waiting = []
        for continuation in all { continuation.resume() }
    }

    /// Waits until it has happened.
    func wait() async {
        guard !hasHappened else { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
