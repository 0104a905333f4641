import Foundation

/// Bytes that are written front to back, and handed over without a copy.
struct OutputBytes: ~Copyable {
    private(set) var count = 0
    private var capacity: Int
    private var memory: UnsafeMutableRawPointer

    init(capacity: Int = 512) {
        self.capacity = capacity
        memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// Gives the bytes away, and begins anew with room for as many as `capacity`.
    mutating func take(capacity next: Int = 512) -> Data {
        defer {
            capacity = next
            count = 0
            memory = UnsafeMutableRawPointer.allocate(byteCount: next, alignment: 16)
        }
        return Data(bytesNoCopy: memory, count: count, deallocator: .custom { memory, _ in memory.deallocate() })
    }

    /// Makes room for `more` bytes, and returns where the first of them goes; ``advance(_:)`` tells how many were written.
    @inline(__always)
    mutating func room(_ more: Int) -> UnsafeMutablePointer<UInt8> {
        if count + more > capacity { grow(to: count + more) }
        return (memory + count).assumingMemoryBound(to: UInt8.self)
    }

    @inline(__always)
    mutating func advance(_ written: Int) { count += written }

    @inline(never)
    private mutating func grow(to wanted: Int) {
        capacity = max(capacity * 2, wanted)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: memory, byteCount: count)
        memory.deallocate()
        memory = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        room(1).pointee = byte
        count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        room(bytes.count).update(from: start, count: bytes.count)
        count += bytes.count
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }
}
