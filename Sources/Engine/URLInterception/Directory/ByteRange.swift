/// The bytes that a `Range` header requests, by [RFC 9110, section 14](https://www.rfc-editor.org/rfc/rfc9110#section-14).
package enum ByteRange: Equatable {
    /// All bytes: no header, a header to be ignored, or several ranges, which are answered whole.
    case whole
    /// These bytes, at least one.
    case part(Range<Int64>)
    /// A range outside the resource.
    case unsatisfiable

    package init(header: String?, size: Int64) {
        self = header.flatMap { Self.parse($0, size: size) } ?? .whole
    }

    private static func parse(_ header: String, size: Int64) -> ByteRange? {
        let halves = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].lowercased() == "bytes", !halves[1].contains(",") else { return nil }
        let ends = halves[1].split(separator: "-", omittingEmptySubsequences: false).map { trimmed($0) }
        guard ends.count == 2 else { return nil }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let length = number(ends[1]) else { return nil }
            return length == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - length)..<size)
        case (false, let open):
            guard let first = number(ends[0]), let last = open ? Int64.max : number(ends[1]), first <= last else {
                return nil
            }
            return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let front = text.drop(while: { $0 == " " || $0 == "\t" })
        return front.prefix(while: { $0 != " " && $0 != "\t" })
    }

    /// Digits only; a number too large to hold counts as the largest one.
    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text) ?? .max
    }
}
