import Foundation
import Testing

@testable import SchemeHandlers

struct OutputTests {
    private func text(_ write: (inout OutputBytes) -> Void) -> String {
        var bytes = OutputBytes(capacity: 1)
        write(&bytes)
        return String(decoding: bytes.take(), as: UTF8.self)
    }

    @Test func `whole numbers are written in decimal, from the smallest to the largest`() {
        var samples: [Int64] = [0, 1, 9, 10, 99, 100, 101, 999, 1000, .max, .min, -1, -10, 9_007_199_254_740_993]
        var power: Int64 = 1
        for _ in 0..<18 {
            power *= 10
            samples += [power, power - 1, power + 1, -power]
        }
        for number in samples { #expect(text { $0.append(number) } == String(number)) }
    }

    @Test func `fractions read back as the same number, and those that are not finite are null`() {
        var random = SplitMix(state: 3)
        for index in 0..<20_000 {
            let number: Double =
                switch index % 4 {
                case 0: Double(bitPattern: random.next())
                case 1: Double(Int64(bitPattern: random.next()) % 10_000_000) / 100
                case 2: Double(Int64(bitPattern: random.next()) % 1_000_000) / 1000
                default: Double(Int64(bitPattern: random.next()) >> 20)
                }
            let written = text { $0.append(number) }
            guard number.isFinite else {
                #expect(written == "null")
                continue
            }
            #expect(Double(written) == number, "\(written)")
        }
        for (number, expected) in [
            (0.0, "0.0"), (-0.0, "-0.0"), (1.0, "1.0"), (12.5, "12.5"), (0.07, "0.07"), (-3.1, "-3.1"), (1e20, "1e+20"),
            (.infinity, "null"),
        ] {
            #expect(text { $0.append(number) } == expected)
        }
    }

    @Test(arguments: [
        "", "plain", "\"quoted\"", "back\\slash", "\n\r\t\u{0}\u{1F}", "üñí", "🎈 and 12345678 \" more", "1234567\u{8}",
        "\u{7F}",
    ])
    func `JSON strings read back as the same text`(sample: String) throws {
        let written = text { $0.appendJSON(sample) }
        #expect(try JSONDecoder().decode(String.self, from: Data(written.utf8)) == sample)
    }

    @Test func `bytes that are no UTF-8 are written as replacement characters`() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x22, 0xC3]
        #expect(text { out in bytes.withUnsafeBufferPointer { out.appendJSON($0) } } == "\"a\u{FFFD}\\\"\u{FFFD}\"")
    }

    @Test func `bytes are written in the same base64 as that of Foundation`() {
        for count in 0..<20 {
            let data = Data((0..<count).map { UInt8($0 * 37 & 255) })
            let written = text { out in data.withUnsafeBytes { out.append(base64: $0.bindMemory(to: UInt8.self)) } }
            #expect(written == data.base64EncodedString())
        }
    }

    @Test(arguments: [
        "{\"a\":1}", "{\"a\":[1,{\"b\":null}],\"c\":\"\\u00e9\\ud83c\\udf88\"}", "{}", " { \"a\" : -1.5e3 } ",
        "{\"big\":9223372036854775807}",
    ])
    func `the members of a JSON object are read with their names`(sample: String) throws {
        let members = try read(sample)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(sample.utf8)) as? [String: Any])
        #expect(Set(members.map(\.name)) == Set(object.keys))
    }

    @Test(arguments: [
        "{", "{\"a\"}", "{\"a\":1,}", "{a:1}", "{\"a\":.5}", "{\"a\":1.}", "{\"a\":00}", "{\"a\":+1}", "{\"a\":1e}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\\x\"}", "{\"a\":\"\\u12g4\"}", "{\"a\":tru}", "{\"a\":1}}", "{\"a\":[1}", "{\"a\":\"\\udc00\"}", "",
    ])
    func `broken JSON is refused`(sample: String) {
        #expect(throws: RecordReader.Failure.self) { try read(sample) }
    }

    private func read(_ sample: String) throws -> JSONMembers {
        var sample = sample
        return try sample.withUTF8 { text in
            var reader = RecordReader(text)
            let members = try reader.members()
            try reader.end()
            return members
        }
    }
}
