import Foundation
import TestSupport
import Testing

@testable import Simulator

struct NativeValueTests {
    @Test(
        "A value is equal after writing and reading",
        arguments: [
            .null, .undefined, true, "a\"\\\n\u{1}😀", 0, -1.5, 1e300, 1e-300, .number(.infinity), .number(-.infinity),
            .date(Date(timeIntervalSince1970: 1.5)), [[], [:], ["a": [.undefined]]], ["$date": 3],
            ["$object": ["$date": 1], "b": 1], ["$x": ["$y": 1]],
            ["$a": 1, "b": 2], "\u{2028}",
        ] as [NativeValue])
    func roundTrip(_ value: NativeValue) throws {
        #expect(try NativeValue(json: value.json) == value)
        #expect(!value.json.contains("\n"))
    }

    @Test("NaN and minus zero keep their values")
    func oddNumbers() throws {
        #expect(try NativeValue(json: NativeValue.number(.nan).json).number?.isNaN == true)
        #expect(try NativeValue(json: NativeValue.number(-0.0).json).number?.sign == .minus)
    }

    /// With other casts first, each level would take as long as all levels in it. The main thread has the stack that the levels need.
    @Test("A message that is nested 20,000 deep is refused at once", .hangLimit(minutes: 1))
    @MainActor func deepMessage() {
        var body: [String: AnyHashable] = [:]
        for _ in 0..<20_000 { body = ["a": body] }
        #expect(throws: NativeCallError.self) { _ = try NativeValue(body.mapValues(\.base)) }
        let elements: [Any] = [body]
        #expect(throws: NativeCallError.self) { _ = try NativeValue(elements) }
    }

    @Test("A lone surrogate becomes a replacement character")
    func surrogates() throws {
        #expect(
            try NativeValue(json: #"["\ud83d\ude00", "\ud800", "\ud800\u0041"]"#) == ["😀", "\u{FFFD}", "\u{FFFD}A"])
    }

    @Test(
        "Text that is not JSON is an error",
        arguments: [
            "", "{", "[1,]", "{\"a\"}", "01", "1.", "+1", "tru", "\"a", "\"\\x\"", "[1] 2", "{a:1}", "\"\n\"", ".5",
            "-", #""\u+123""#,
        ])
    func malformed(_ text: String) {
        #expect(throws: NativeCallError.self) { _ = try NativeValue(json: text) }
    }

    @Test("A value that is nested too deeply is an error, as text and as a message's body")
    func deep() throws {
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(throws: NativeCallError("The value is nested more than 500 deep")) { _ = try NativeValue(json: text) }
        let nested = (0..<600).reduce([] as [Any]) { value, _ in [value] }
        #expect(throws: NativeCallError("The value is nested more than 500 deep")) { _ = try NativeValue(nested) }
    }

    @Test("The body of a script message keeps Booleans, dates and undefined")
    func messageBody() throws {
        let body: [String: Any] = [
            "flag": NSNumber(value: true), "one": NSNumber(value: 1.0), "date": Date(timeIntervalSince1970: 3),
            "list": [AnyHashable("a"), AnyHashable(NSNull())],
        ]
        #expect(
            try NativeValue(body) == [
                "flag": true, "one": 1, "date": .date(Date(timeIntervalSince1970: 3)), "list": ["a", nil],
            ])
        #expect(try NativeValue(nil as Any?) == .undefined)
        #expect(throws: NativeCallError.self) { _ = try NativeValue(["x": URL(fileURLWithPath: "/")]) }
    }

    @Test("Plain JSON is that of `JSON.stringify`")
    func plain() throws {
        let value: NativeValue = [
            "date": .date(Date(timeIntervalSince1970: 1.5)), "none": .undefined, "list": [.undefined, .number(.nan)],
        ]
        let json = String(decoding: try JSONEncoder().encode(["value": value]), as: UTF8.self)
        #expect(try NativeValue(json: json)["value"] == ["date": "1970-01-01T00:00:01.500Z", "list": [nil, nil]])
    }
}
