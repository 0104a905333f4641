import Foundation

/// The part of a request's body that is still to come.
enum BodyReader {
    /// So many bytes.
    case counted(Int)
    /// A chunk's length.
    case chunkHead
    /// So many bytes of a chunk.
    case chunk(Int)
    /// The line's end after a chunk.
    case chunkEnd
    /// The fields after the last chunk, which are dropped.
    case trailers
    case ended

    /// Returns the next bytes; nil where none have come, and at the body's end.
    ///
    /// - Parameter limit: the most bytes of a line between chunks.
    mutating func next(from input: InputBuffer, limit: Int) throws(MalformedRequest) -> ArraySlice<UInt8>? {
        while true {
            switch self {
            case .ended: return nil
            case .counted(0): self = .ended
            case .chunk(0): self = .chunkEnd
            case .counted(let count), .chunk(let count):
                let bytes = input.take(atMost: count)
                if case .chunk = self {
                    self = .chunk(count - bytes.count)
                } else {
                    self = .counted(count - bytes.count)
                }
                return bytes.isEmpty ? nil : bytes
            case .chunkHead:
                guard let line = try input.line(atMost: limit) else { return nil }
                let count = try Self.length(line)
                self = count == 0 ? .trailers : .chunk(count)
            case .chunkEnd:
                guard let line = try input.line(atMost: 2) else { return nil }
                guard line.isEmpty else { throw MalformedRequest("A chunk is longer than its length.") }
                self = .chunkHead
            case .trailers:
                guard let line = try input.line(atMost: limit) else { return nil }
                if line.isEmpty { self = .ended }
            }
        }
    }

    /// Returns a chunk's length. Extensions of chunks are not read.
    private static func length(_ line: ArraySlice<UInt8>) throws(MalformedRequest) -> Int {
        let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        guard digits.first?.isHexDigit == true, let count = Int(digits, radix: 16) else {
            throw MalformedRequest("A chunk has no length.")
        }
        return count
    }
}
