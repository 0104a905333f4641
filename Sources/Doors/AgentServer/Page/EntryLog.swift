/// The latest entries of a kind, with numbers from 1.
struct EntryLog<Entry> {
    /// The most entries. The oldest tenth goes first.
    private let most: Int
    private(set) var entries: [(number: Int, entry: Entry)] = []
    private(set) var count = 0

    init(most: Int = 2000) { self.most = most }

    mutating func add(_ entry: Entry) {
        if entries.count >= most { entries.removeFirst(max(most / 10, 1)) }
        count += 1
        entries.append((count, entry))
    }

    mutating func removeAll() { entries = [] }
}
