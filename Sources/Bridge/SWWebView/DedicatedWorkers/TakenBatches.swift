/// The numbers of a worker's batches that the host has taken. A worker sends a batch again when WebKit has cancelled its request,
/// because the worker cannot tell whether the batch arrived.
struct TakenBatches {
    /// The most batches that may overtake one that is sent again.
    static let mostAhead = 1000

    /// The first number that is missing.
    private var next = 0
    /// The taken numbers above `next`.
    private var ahead: Set<Int> = []

    /// Notes a batch.
    ///
    /// - Returns: whether it is new.
    mutating func take(_ number: Int) -> Bool {
        guard number >= next, !ahead.contains(number), ahead.count < Self.mostAhead || number == next else {
            return false
        }
        ahead.insert(number)
        while ahead.remove(next) != nil { next += 1 }
        return true
    }
}
