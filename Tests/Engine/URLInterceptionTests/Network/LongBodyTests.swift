import Foundation
import TestSupport
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
        let text = try #require(try mappings().first { $0.range.contains(address) }).text
        #expect(text.contains("/swwebview-") && text.hasSuffix(" (deleted)"))
    }

    @Test func `an empty body has no bytes`() throws {
        #expect(try LongBody().collected().isEmpty)
    }

    /// The memory of this process, a range of addresses a line.
    private func mappings() throws -> [(range: Range<UInt>, text: String)] {
        try SystemFile.text("/proc/self/maps").split(separator: "\n").compactMap { line in
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 ? (ends[0]..<ends[1], String(line)) : nil
        }
    }
}
