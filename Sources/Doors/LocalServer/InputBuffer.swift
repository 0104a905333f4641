import Foundation

/// Bytes that a client has sent, and that are not yet read.
final class InputBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The end of the part that was searched for a line's end.
    private var searched = 0

    /// The bytes, in order.
    var rest: ArraySlice<UInt8> { bytes[start...] }

    /// Receives what has come, but no more than 64 KiB, and returns what `recv` does.
    func receive(from descriptor: Int32) -> Int {
        bytes.removeSubrange(..<start)
        (searched, start) = (max(0, searched - start), 0)
        var count = 0
        bytes += [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, initialized in
            count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            initialized = max(0, count)
        }
        return count
    }

    /// Takes so many bytes, or as many as there are.
    @discardableResult
    func take(atMost count: Int) -> ArraySlice<UInt8> {
        let taken = rest.prefix(count)
        start += taken.count
        return taken
    }

    /// Takes a line, and returns it without its end; nil where the end has not come.
    ///
    /// - Throws: for a line that is longer than a limit, has a control character, or does not end with CR LF.
    func line(atMost limit: Int) throws(MalformedRequest) -> ArraySlice<UInt8>? {
        let fresh = bytes[max(searched, start)...]
        let end = fresh.firstIndex(of: UInt8(ascii: "\n"))
        searched = end ?? bytes.count
        guard searched - start < limit else { throw MalformedRequest("The request's head is too large.") }
        // Before the line's end: clients of other protocols may send none.
        guard fresh[..<searched].allSatisfy(Self.isTextByte) else {
            throw MalformedRequest("The request's head has a control character.")
        }
        guard let end else { return nil }
        let line = take(atMost: end + 1 - start).dropLast()
        guard line.last == UInt8(ascii: "\r"), !line.dropLast().contains(UInt8(ascii: "\r")) else {
            throw MalformedRequest("A line does not end with CR LF.")
        }
        return line.dropLast()
    }

    private static func isTextByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
