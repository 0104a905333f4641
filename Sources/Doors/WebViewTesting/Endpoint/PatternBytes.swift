import Foundation
import HTTPMessages
import URLInterception

/// Bytes that a page can compute for itself: byte i is `(i * 31 + (i >> 8) * 7 + (i >> 16)) & 255`.
enum PatternBytes {
    private static let pieceSize = 1 << 20

    static func body(count: Int) -> BodyStream {
        let position = Counter()
        return BodyStream(next: {
            let start = await position.next() * pieceSize
            guard start < count else { return nil }
            return piece(start..<min(start + pieceSize, count))
        })
    }

    private static func piece(_ range: Range<Int>) -> Data {
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, written in
            for index in range {
                buffer[index - range.lowerBound] = UInt8(
                    truncatingIfNeeded: index &* 31 &+ (index >> 8) &* 7 &+ (index >> 16))
            }
            written = range.count
        }
        return Data(bytes)
    }
}
