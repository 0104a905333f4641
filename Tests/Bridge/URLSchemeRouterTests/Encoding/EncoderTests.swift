import Foundation
import Testing

@testable import URLSchemeRouter

/// Query items from values.
struct EncoderTests {
    private func encode(_ value: some Encodable, _ strategies: EncodingStrategies = .default) throws -> String {
        try URLQueryItemEncoder(strategies: strategies).encode(value)
            .map { $0.name + ($0.value.map { "=" + $0 } ?? "") }.joined(separator: "&")
    }

    private struct Everything: Codable, Equatable {
        struct Author: Codable, Equatable { var name = "Ann" }
        enum Color: String, Codable { case red }
        enum Shape: Codable, Equatable {
            case circle(radius: Double)
            case dot
        }
        var title = "a & b=c+d%"
        var count = -3
        var small: UInt8 = 255
        var ratio = 0.25
        var whole = 2.0
        var float = Float(1.5)
        var flag = true
        var missing: String?
        var author = Author()
        var tags = ["x", "y"]
        var color = Color.red
        var shapes = [Shape.circle(radius: 1), .dot]
        var date = Date(timeIntervalSinceReferenceDate: 60)
        var data = Data([222, 173])
        var link = URL(string: "https://a.example/?q=1")
        var price = Decimal(string: "12.30")
        var scores = ["a": [1: 2.5]]
    }

    @Test func `a value of every kind is encoded in the order of its properties`() throws {
        #expect(
            try encode(Everything())
                == "title=a & b=c+d%&count=-3&small=255&ratio=0.25&whole=2&float=1.5&flag=true&author.name=Ann"
                + "&tags.0=x&tags.1=y&color=red&shapes.0.circle.radius=1&shapes.1.dot=&date=60&data=3q0="
                + "&link=https://a.example/?q=1&price=12.3&scores.a.1=2.5")
    }

    @Test func `a value of every kind is decoded as it was encoded`() throws {
        let items = try URLQueryItemEncoder().encode(Everything())
        #expect(try URLQueryItemDecoder().decode(Everything.self, from: items) == Everything())
    }

    @Test func `a root value has an empty name, an array has indices, and an empty array has no items`() throws {
        #expect(try encode("text") == "=text")
        #expect(try encode([1, 2]) == "0=1&1=2")
        #expect(try encode([[1], [2, 3]]) == "0.0=1&1.0=2&1.1=3")
        #expect(try encode([String]()) == "")
        #expect(try encode(["x": [String]()]) == "")
        #expect(try encode(["x": [String: Int]()]) == "x=")
        #expect(try encode(Int?.none) == "")
        #expect(try encode([1, nil]) == "0=1&1")
    }

    @Test func `dates are encoded by each date strategy`() throws {
        let date = ["x": Date(timeIntervalSince1970: 1000.5)]
        let formatter = DateFormatter()
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyy"
        let minutes = DateEncodingStrategy.custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Int(date.timeIntervalSince1970 / 60))
        }
        for (strategy, text) in [
            (DateEncodingStrategy.deferredToDate, "-978306199.5"), (.secondsSince1970, "1000.5"),
            (.millisecondsSince1970, "1000500"), (.iso8601, "1970-01-01T00:16:40Z"), (.formatted(formatter), "1970"),
            (minutes, "16"),
        ] {
            #expect(try encode(date, EncodingStrategies(dateStrategy: strategy)) == "x=" + text)
        }
    }

    @Test func `data is encoded by the deferred and the custom data strategy`() throws {
        let data = ["x": Data([222, 173])]
        #expect(try encode(data, EncodingStrategies(dataStrategy: .deferredToData)) == "x.0=222&x.1=173")
        let count = DataEncodingStrategy.custom { data, encoder in try data.count.encode(to: encoder) }
        #expect(try encode(data, EncodingStrategies(dataStrategy: count)) == "x=2")
    }

    @Test func `keys are written in snake case or by a custom strategy`() throws {
        struct Output: Encodable {
            let userID = 1
            let nested = ["innerKey": 2]
        }
        #expect(
            try encode(Output(), EncodingStrategies(keyStrategy: .convertToSnakeCase)) == "user_id=1&nested.inner_key=2"
        )
        let custom = KeyEncodingStrategy.custom { path in
            ParameterKey(stringValue: "\(path.count)" + (path.last?.stringValue ?? ""))
        }
        #expect(try encode(Output(), EncodingStrategies(keyStrategy: custom)) == "1userID=1&1nested.2innerKey=2")
    }

    @Test func `numbers that are not finite throw, unless a strategy names them`() throws {
        #expect(throws: EncodingError.self) { try encode(["x": Double.nan]) }
        #expect(throws: EncodingError.self) { try encode(["x": -Float.infinity]) }
        let strategies = EncodingStrategies(
            nonConformingFloatStrategy: .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?"))
        #expect(try encode([Double.infinity, -.infinity, .nan, 1], strategies) == "0=+&1=-&2=?&3=1")
    }

    private class Animal: Encodable { let name = "Rex" }
    private final class Dog: Animal {
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: ParameterKey.self)
            try container.encode(3, forKey: ParameterKey(stringValue: "age"))
            try super.encode(to: container.superEncoder())
            try container.encodeNil(forKey: ParameterKey(stringValue: "owner"))
            try container.encode(4, forKey: ParameterKey(stringValue: "age"))
        }
    }
    private struct Silent: Encodable {
        func encode(to encoder: any Encoder) {}
    }

    @Test func `a superclass is encoded below super, and the last value of a key counts`() throws {
        #expect(try encode(Dog()) == "name=Rex&age=4&super.name=Rex&owner")
    }

    @Test func `a value that encodes nothing has no item`() throws {
        #expect(try encode(["x": Silent()]) == "")
    }
}
