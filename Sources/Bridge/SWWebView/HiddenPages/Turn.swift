/// Lets runs of workers have something one after the other. Main actor only.
@MainActor
final class Turn {
    /// The run whose turn it is.
    private(set) var holder: Int?
    private var waiting: [(run: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Waits for the turn.
    func take(_ run: Int) async {
        guard holder != nil else {
            holder = run
            return
        }
        await withCheckedContinuation { waiting.append((run, $0)) }
    }

    /// Gives the turn to the next; does nothing for another than the holder.
    func leave(_ run: Int) {
        guard holder == run else { return }
        holder = nil
        guard !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        holder = next.run
        next.continuation.resume()
    }
}
