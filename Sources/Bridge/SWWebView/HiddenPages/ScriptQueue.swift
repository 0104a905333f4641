/// Has workers of one address made one after the other. WebKit makes one request for a script that several workers want at the
/// same time, and the request does not name its worker.
struct ScriptQueue<Order> {
    private struct Turn {
        let worker: String
        /// The caller's value for making the worker.
        let order: Order
    }

    /// The turns by address. The first worker of each is being made.
    private var turns: [String: [Turn]] = [:]
    private var addresses: [String: String] = [:]

    /// Adds a worker that is to be made.
    ///
    /// - Returns: the order to carry out now.
    mutating func take(_ worker: String, at address: String, order: Order) -> Order? {
        addresses[worker] = address
        turns[address, default: []].append(Turn(worker: worker, order: order))
        return turns[address]?.count == 1 ? order : nil
    }

    /// Ends the turn of a worker that has its script, or never will.
    ///
    /// - Returns: the order to carry out now.
    mutating func leave(_ worker: String) -> Order? {
        guard let address = addresses.removeValue(forKey: worker),
            let index = turns[address]?.firstIndex(where: { $0.worker == worker })
        else { return nil }
        turns[address]?.remove(at: index)
        guard let next = turns[address]?.first else {
            turns[address] = nil
            return nil
        }
        return index == 0 ? next.order : nil
    }
}
