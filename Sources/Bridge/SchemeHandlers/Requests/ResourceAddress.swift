import Foundation

/// The parts of an address such as `sqlite://products/42?select=name`: segments, the first of which stands where other addresses
/// have a host, and query items. Parsed without `URL`, since names of tables and files do not follow the rules of hosts.
struct ResourceAddress: Equatable {
    struct Item: Equatable {
        var name: String
        /// Nil where there is no `=`.
        var value: String?
    }

    private static let longest = 64 * 1024
    private static let mostItems = 256

    var segments: [String]
    var items: [Item]

    /// - Throws: a 400 or 414 for what cannot be read as UTF-8 text without NUL.
    init(_ url: URL) throws(RESTError) {
        try self.init(url.absoluteString)
    }

    init(_ address: String) throws(RESTError) {
        guard address.utf8.count <= Self.longest else {
            throw RESTError(
                status: 414, code: "address_too_long",
                message: "The address has more than \(Self.longest) bytes.", hint: "Send several requests.")
        }
        let whole = address.prefix { $0 != "#" }
        let start = whole.firstIndex(of: ":").map { whole.index(after: $0) } ?? whole.startIndex
        let halves = whole[start...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        segments = []
        for part in (halves.first ?? "").split(separator: "/") { segments.append(try Self.decode(part)) }
        items = []
        for part in (halves.count > 1 ? halves[1] : "").split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decode(pair[0], plusIsSpace: true)
            let value = pair.count > 1 ? try Self.decode(pair[1], plusIsSpace: true) : nil
            items.append(Item(name: name, value: value))
            guard items.count <= Self.mostItems else {
                throw .badRequest("too_many_items", "The query has more than \(Self.mostItems) items.")
            }
        }
    }

    static func decode(_ text: Substring, plusIsSpace: Bool = false) throws(RESTError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal)
                else {
                    throw .badRequest(
                        "bad_encoding", "The address has a % that no two hexadecimal digits follow.",
                        hint: "Use encodeURIComponent, or URLSearchParams.")
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else {
            throw .badRequest("nul_byte", "The address has a NUL byte.", hint: "Text in SQLite ends at the first one.")
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw .badRequest("bad_encoding", "The address is not UTF-8.", hint: "Use encodeURIComponent.")
        }
        return decoded
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    /// Returns text as a segment of an address: nothing in it is syntax, and nothing ends a header line.
    static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if unreserved.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += byte < 16 ? "%0" : "%"
                encoded += String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
