import Foundation
import HTTPMessages
import Testing

struct JSONValueTests {
    private static func read(_ text: String) throws(JSONFlaw) -> JSONValue { try JSONValue(json: Data(text.utf8)) }

    @Test(
        arguments: [
            ("null", nil), (" true ", true), ("-7", -7), ("1.0", 1), ("0.0", 0), ("1.5e3", 1500), ("0.25", 0.25),
            ("1e300", 1e300), ("9007199254740993", 9_007_199_254_740_993), (#""a\u00e9\n""#, "aé\n"),
            (#""\ud83d\ude42 \ud800 \ud800\u0041""#, "🙂 \u{FFFD} \u{FFFD}A"), ("[]", []), ("{}", [:]),
            (#"{"a":[1,{"b":null}],"":"x"}"#, ["a": [1, ["b": nil]], "": "x"]), (#"{"a":1,"a":2}"#, ["a": 2]),
        ] as [(String, JSONValue)])
    func `a JSON text is read as its value`(_ text: String, _ value: JSONValue) throws {
        #expect(try Self.read(text) == value)
        #expect(try JSONValue(json: value.data) == value)
    }

    @Test func `minus zero keeps its sign`() throws {
        #expect(try Self.read("-0").double?.sign == .minus)
        #expect(try Self.read("-0.0").double?.sign == .minus)
    }

    @Test(
        arguments: [
            ("", .value, 0), ("[1,]", .value, 3), ("[1 2]", .separator, 3), (#"{"a" 1}"#, .colon, 5),
            ("{1:1}", .string, 1),
            ("01", .leadingZero, 2), ("1.", .fraction, 2), ("1e+", .exponent, 3), ("1e999", .range, 5),
            ("1 2", .rest, 2),
            ("\"a", .stringEnd, 2), ("\"a\n\"", .controlCharacter, 2), (#""a\x""#, .escape, 2),
            (#""\u12g4""#, .hexDigits, 1), ("nul", .value, 0),
        ] as [(String, JSONFlaw.Reason, Int)])
    func `a text that is not JSON is refused with the reason and its place`(
        _ text: String, _ reason: JSONFlaw.Reason, _ offset: Int
    ) {
        #expect(throws: JSONFlaw(reason: reason, offset: offset)) { try Self.read(text) }
    }

    @Test func `a value that is nested deeper than the limit is refused`() throws {
        func nested(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONValue(json: nested(JSONScanner.deepest))
        #expect(throws: JSONFlaw.self) { try JSONValue(json: nested(JSONScanner.deepest + 1)) }
        #expect(throws: JSONFlaw(reason: .depth, offset: 2)) { try JSONValue(json: nested(100_000), deepest: 2) }
    }

    @Test func `a value is written with sorted members, and null for numbers that JSON lacks`() {
        let value: JSONValue = ["b": [1, 2.5, .number(.nan)], "a": "x/\"\u{1}", "c": nil, "d": true]
        #expect(
            String(decoding: value.data, as: UTF8.self)
                == #"{"a":"x/\"\u0001","b":[1,2.5,null],"c":null,"d":true}"#)
    }
}
