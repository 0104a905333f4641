/// Reads lines out of a message where it lies. Main use: what workers post, which is not to be trusted.
struct LineReader {
    private let bytes: UnsafeRawBufferPointer
    private var position: Int

    init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Returns the next line, without its end, or nil when nothing is left.
    mutating func line() -> String? {
        guard position < bytes.count else { return nil }
        let start = position
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        defer { position = min(position + 1, bytes.count) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// The bytes that were not read yet.
    var restBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

    /// The text that was not read yet.
    var rest: String { String(decoding: restBytes, as: UTF8.self) }
}
