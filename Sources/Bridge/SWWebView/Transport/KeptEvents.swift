/// The numbered events of a stream that its frame may not have, the oldest first.
struct KeptEvents {
    /// The limit of stored bytes. It admits the largest message, 128 MiB in Base64, and bounds the memory for a frame that confirms nothing.
    static let mostBytes = 256 << 20

    /// The number of the newest event; the first one has the number 1.
    private(set) var last = 0
    /// Whether no unconfirmed event was dropped. It stays false from the first dropped event on.
    private(set) var isWhole = true
    private var texts: [[UInt8]] = []
    /// The number of `texts` that are dropped already: they are removed many at a time.
    private var dropped = 0
    private var byteCount = 0

    /// The events that are kept.
    var events: ArraySlice<[UInt8]> { texts[dropped...] }

    /// Keeps the next event.
    mutating func add(_ text: [UInt8]) {
        last += 1
        guard isWhole else { return }
        byteCount += text.count
        if byteCount > Self.mostBytes {
            (texts, dropped, byteCount, isWhole) = ([], 0, 0, false)
        } else {
            texts.append(text)
        }
    }

    /// Forgets the events up to a number, which comes from a page: any number is harmless.
    mutating func drop(upTo number: Int) {
        let first = last - events.count + 1
        guard number >= first, number <= last else { return }
        let end = dropped + number - first + 1
        for index in dropped..<end {
            byteCount -= texts[index].count
            texts[index] = []
        }
        dropped = end
        if dropped * 2 >= texts.count {
            texts.removeFirst(dropped)
            dropped = 0
        }
    }
}
