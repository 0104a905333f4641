import Foundation
import Testing

@testable import URLInterception

struct LongBodyTests {
    @Test func `a short body stays in memory`() throws {
        var body = LongBody()
        try body.append(Data("ab".utf8))
        try body.append(Data("c".utf8))
        #expect(try body.collected() == Data("abc".utf8))
    }

    @Test func `a long body is a view of a file without a name`() throws {
        let pieces = (0..<9).map { Data(repeating: UInt8($0), count: 1 << 20) }
        var body = LongBody()
        for piece in pieces { try body.append(piece) }
        let whole = try body.collected()
        #expect(whole == pieces.reduce(Data(), +))
        let address = whole.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        // The system gives its list in pieces, and may leave a range out where other tests change theirs in between.
        var line: (range: Range<UInt>, text: String)?
        for _ in 0..<100 where line == nil { line = try mappings().first { $0.range.contains(address) } }
        let text = try #require(line).text
        #expect(text.contains("/swwebview-") && text.hasSuffix(" (deleted)"))
    }

    @Test func `an empty body has no bytes`() throws {
        #expect(try LongBody().collected().isEmpty)
    }

    /// The memory of this process, a range of addresses a line.
    private func mappings() throws -> [(range: Range<UInt>, text: String)] {
        try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n").compactMap { line in
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 ? (ends[0]..<ends[1], String(line)) : nil
        }
    }
}
