import Foundation
import Testing

@testable import URLSchemeRouter

/// Tests for the strategies where Swift leaves a choice.
struct DecodingStrategyTests {
    private func decode<Value: Decodable>(
        _ items: [String: String], as type: Value.Type = Value.self, _ strategies: DecodingStrategies
    ) throws -> Value {
        try URLQueryItemDecoder(strategies: strategies).decode(
            type, from: items.map { URLQueryItem(name: $0.key, value: $0.value) })
    }

    private func date(_ text: String, _ strategy: DateDecodingStrategy) throws -> Date? {
        try decode(["x": text], as: [String: Date].self, DecodingStrategies(dateStrategy: strategy))["x"]
    }

    private static var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "dd/MM/yyyy"
        return formatter
    }

    @Test func `dates are decoded by each date strategy`() throws {
        #expect(try date("60", .deferredToDate) == Date(timeIntervalSinceReferenceDate: 60))
        #expect(try date("1000.5", .secondsSince1970) == Date(timeIntervalSince1970: 1000.5))
        #expect(try date("1000500", .millisecondsSince1970) == Date(timeIntervalSince1970: 1000.5))
        #expect(try date("1970-01-01T00:16:40Z", .iso8601) == Date(timeIntervalSince1970: 1000))
        #expect(try date("1970-01-01T01:16:40+01:00", .iso8601) == Date(timeIntervalSince1970: 1000))
        #expect(try date("1970-01-01T00:16:40.500Z", .iso8601) == Date(timeIntervalSince1970: 1000.5))
        #expect(try date("02/01/1970", .formatted(Self.formatter)) == Date(timeIntervalSince1970: 86400))
        let custom = DateDecodingStrategy.custom { decoder in
            Date(timeIntervalSince1970: Double(try decoder.singleValueContainer().decode(Int.self) * 60))
        }
        #expect(try date("2", custom) == Date(timeIntervalSince1970: 120))
    }

    @Test(arguments: ["", "soon", "1970-13-01T00:00:00Z", "1e999", "nan", "2026-01-31"])
    func `a text that is no date is refused by each built-in date strategy`(text: String) {
        let all: [DateDecodingStrategy] = [
            .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .formatted(Self.formatter),
        ]
        for strategy in all {
            #expect(throws: DecodingError.self, "\(strategy)") { try date(text, strategy) }
        }
    }

    @Test func `data is decoded by each data strategy, and malformed base64 is refused`() throws {
        let bytes = Data([222, 173])
        #expect(try decode(["x": "3q0="], as: [String: Data].self, .default) == ["x": bytes])
        let deferred = DecodingStrategies(dataStrategy: .deferredToData)
        #expect(try decode(["x.0": "222", "x.1": "173"], as: [String: Data].self, deferred) == ["x": bytes])
        let custom = DecodingStrategies(
            dataStrategy: .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) })
        #expect(try decode(["x": "ab"], as: [String: Data].self, custom) == ["x": Data("ab".utf8)])
        for text in ["3q0", "3q0=\n", "not base64!"] {
            #expect(throws: DecodingError.self) { try decode(["x": text], as: [String: Data].self, .default) }
        }
    }

    @Test func `keys are matched by each key strategy`() throws {
        struct Input: Decodable, Equatable {
            let userID: Int
            let homeTown: String
        }
        let wanted = Input(userID: 1, homeTown: "Bonn")
        #expect(try decode(["userID": "1", "homeTown": "Bonn"], .default) == wanted)
        let snake = DecodingStrategies(keyStrategy: .convertFromSnakeCase)
        #expect(try decode(["user_id": "1", "home_town": "Bonn"], snake) == wanted)
        let custom = DecodingStrategies(
            keyStrategy: .custom { path in ParameterKey(stringValue: path.last?.stringValue.uppercased() ?? "") })
        #expect(try decode(["USERID": "1", "HOMETOWN": "Bonn"], custom) == wanted)
    }

    @Test(arguments: [
        ("title", "title"), ("userID", "user_id"), ("myURLText", "my_url_text"), ("URL", "url"),
        ("URLText", "url_text"),
        ("a", "a"), ("", ""), ("line2Text", "line2_text"), ("already_snake", "already_snake"), ("Title", "title"),
    ])
    func `a key in camel case becomes snake case`(key: String, name: String) {
        #expect(key.inSnakeCase == name)
    }

    @Test func `numbers that are not finite are refused, unless a strategy names them`() throws {
        for text in ["nan", "inf", "-infinity", "1e999", "abc", ""] {
            #expect(throws: DecodingError.self) { try decode(["x": text], as: [String: Double].self, .default) }
            #expect(throws: DecodingError.self) { try decode(["x": text], as: [String: Float].self, .default) }
        }
        #expect(throws: DecodingError.self) { try decode(["x": "1e39"], as: [String: Float].self, .default) }
        let strategies = DecodingStrategies(
            nonConformingFloatStrategy: .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?"))
        let numbers = try decode(["a": "+", "b": "-", "c": "?", "d": "2"], as: [String: Double].self, strategies)
        #expect(numbers["a"] == .infinity)
        #expect(numbers["b"] == -.infinity)
        #expect(numbers["c"]?.isNaN == true)
        #expect(numbers["d"] == 2)
        #expect(throws: DecodingError.self) { try decode(["x": "inf"], as: [String: Double].self, strategies) }
    }

    @Test func `a router decodes with its strategies`() {
        struct Input: Decodable { let dueDate: Date }
        let recorder = Recorder(
            strategies: DecodingStrategies(dateStrategy: .iso8601, keyStrategy: .convertFromSnakeCase))
        var seen: Date?
        recorder.router.route("/x") { (input: Input) in seen = input.dueDate }
        recorder.handle("notesapp:///x?due_date=1970-01-01T00:16:40Z")
        #expect(seen == Date(timeIntervalSince1970: 1000))
    }
}
