import Foundation
import Testing

@testable import URLSchemeRouter

/// Values from the query of a URL.
struct DecoderTests {
    /// Reads a query as a router does.
    private func decode<Value: Decodable>(
        _ query: String, as type: Value.Type = Value.self, _ strategies: DecodingStrategies = .default
    ) throws -> Value {
        let reader = QueryReader(query, limit: 1000)
        if let problem = reader.problem { throw problem }
        return try URLQueryItemDecoder(strategies: strategies).decode(type, from: reader.items)
    }

    private struct Field<Value: Decodable>: Decodable {
        let x: Value
    }

    private func field<Value: Decodable>(_ query: String, as type: Value.Type = Value.self) throws -> Value {
        try decode(query, as: Field<Value>.self).x
    }

    @Test func `primitive values, data, decimals and URLs are decoded`() throws {
        #expect(try field("x=text") == "text")
        #expect(try field("x=") == "")
        #expect(try field("x=a%20b%2Bc+d%26e%3Df%C3%BC%F0%9F%98%80%0D%0A") == "a b+c+d&e=fü😀\r\n")
        #expect(try field("x=100%25") == "100%")
        #expect(try field("x=%2541") == "%41")
        #expect(try field("x=a=b") == "a=b")
        #expect(try field("x=true") == true)
        #expect(try field("x=false") == false)
        #expect(try field("x=-12") == -12)
        #expect(try field("x=-128") == Int8.min)
        #expect(try field("x=32767") == Int16.max)
        #expect(try field("x=-2147483648") == Int32.min)
        #expect(try field("x=9223372036854775807") == Int64.max)
        #expect(try field("x=7") == UInt(7))
        #expect(try field("x=255") == UInt8.max)
        #expect(try field("x=65535") == UInt16.max)
        #expect(try field("x=4294967295") == UInt32.max)
        #expect(try field("x=18446744073709551615") == UInt64.max)
        #expect(try field("x=1.5e3") == Double(1500))
        #expect(try field("x=-0.25") == Float(-0.25))
        #expect(try field("x=3q2%2B7w==") == Data([0xDE, 0xAD, 0xBE, 0xEF]))
        #expect(try field("x=-12.30") == Decimal(string: "-12.3"))
        #expect(try field("x=1e40") == Decimal(string: "10000000000000000000000000000000000000000"))
        #expect(try field("x=https%3A%2F%2Fa.example%2F%3Fq%3D1") == URL(string: "https://a.example/?q=1"))
        #expect(try field("x.relative=https%3A%2F%2Fa.example%2F") == URL(string: "https://a.example/"))
    }

    @Test(arguments: ["", "1", "TRUE", "yes", " true"])
    func `a text other than true and false is no Bool`(text: String) {
        #expect(throws: DecodingError.self) { try field("x=" + text.encoded, as: Bool.self) }
    }

    @Test(arguments: ["", "256", "-1", "1.0", "0x1", " 1", "1 ", "9999999999999999999999", "one", "١"])
    func `a text other than a whole number from 0 to 255 is no byte`(text: String) {
        #expect(throws: DecodingError.self) { try field("x=" + text.encoded, as: UInt8.self) }
    }

    @Test(arguments: ["", "1,5", "12x", "nan", "1e", "--1", " 1"])
    func `a text that is no decimal number is no Decimal`(text: String) {
        #expect(throws: DecodingError.self) { try field("x=" + text.encoded, as: Decimal.self) }
    }

    @Test func `a parameter that is missing or has no value is nil, and an empty one is not`() throws {
        struct Input: Decodable, Equatable {
            var a: String?
            var b: Int?
            var c: [Int]?
            var d: Date?
        }
        #expect(try decode("") == Input())
        #expect(try decode("a&b&c&d") == Input())
        #expect(try decode("a=&c=1") == Input(a: "", c: [1]))
        #expect(try decode("b=2&d=0") == Input(b: 2, d: Date(timeIntervalSinceReferenceDate: 0)))
        #expect(throws: DecodingError.self) { try decode("b=", as: Input.self) }
        #expect(try decode("", as: Input?.self) == nil)
        #expect(try decode("b=1", as: Input?.self) == Input(b: 1))
    }

    @Test(arguments: [
        "author.name=Ann&author.home.city=Bonn&page=1", "author[name]=Ann&author[home][city]=Bonn&page=1",
        "author[home].city=Bonn&page=1&author.name=Ann", "author.home[city]=Bonn&author%5Bname%5D=Ann&page=1",
    ])
    func `dots and brackets lead to nested values`(query: String) throws {
        struct Input: Decodable, Equatable {
            struct Author: Decodable, Equatable {
                struct Home: Decodable, Equatable { let city: String }
                let name: String
                let home: Home?
            }
            let author: Author
            let page: Int
        }
        #expect(try decode(query) == Input(author: .init(name: "Ann", home: .init(city: "Bonn")), page: 1))
    }

    @Test(arguments: ["x=a&x=b", "x[]=a&x[]=b", "x.0=a&x.1=b", "x[1]=b&x[0]=a", "x=a&x[]=b", "x.1=b&y=1&x.0=a"])
    func `repeated, bracketed and numbered parameters are an array`(query: String) throws {
        #expect(try field(query) == ["a", "b"])
    }

    @Test func `arrays hold numbers, optionals, arrays and objects in the order of their indices`() throws {
        struct Item: Decodable, Equatable {
            let id: Int
            let tags: [String]?
        }
        #expect(try field("x=1", as: [Int].self) == [1])
        #expect(try field("x", as: [Int].self) == [])
        #expect(try field("x=1&x=2&x=1", as: Set<Int>.self) == [1, 2])
        #expect(try field("x=1&x&x=3", as: [Int?].self) == [1, nil, 3])
        #expect(try field("x.0.0=1&x.0.1=2&x.1=3", as: [[Int]].self) == [[1, 2], [3]])
        #expect(
            try field("x[0].id=1&x[0].tags=a&x[0].tags=b&x[1][id]=2", as: [Item].self)
                == [Item(id: 1, tags: ["a", "b"]), Item(id: 2, tags: nil)])
        let many = (0..<30).map { "x.\($0)=\($0)" }.reversed().joined(separator: "&")
        #expect(try field(many) == Array(0..<30))
    }

    @Test(arguments: ["x[999999999]=a", "x.1=a", "x.0=a&x.2=b", "x.-1=a", "x.00=a", "x.a=1", "x=a&x.1=b", "x[][0]=a"])
    func `an array with gaps, wrong indices or mixed forms is refused`(query: String) {
        let error = #expect(throws: DecodingError.self) { try field(query, as: [String].self) }
        guard case .dataCorrupted = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `dictionaries keep their keys as they are written`() throws {
        #expect(try decode("a=1&b=2") == ["a": 1, "b": 2])
        #expect(try field("x.3=c&x.5=e") == [3: "c", 5: "e"])
        #expect(try field("x[a.b]=1") == ["a.b": 1])
        let strategies = DecodingStrategies(keyStrategy: .convertFromSnakeCase)
        #expect(try decode("fooBar=1&foo_bar=2", strategies) == ["fooBar": 2, "foo_bar": 2])
        #expect(try decode("fooBar=1", strategies) == ["fooBar": 1])
    }

    private enum Color: String, Decodable { case red, green }
    private enum Level: Int, Decodable { case low = 1, high }
    private enum Shape: Decodable, Equatable {
        case circle(radius: Double)
        case dot
    }

    @Test func `enums are decoded from raw values and case names, and others are refused`() throws {
        #expect(try field("x=green") == Color.green)
        #expect(try field("x=2") == Level.high)
        #expect(try field("x=red&x=green") == [Color.red, .green])
        #expect(try field("x.circle.radius=2.5") == Shape.circle(radius: 2.5))
        #expect(try field("x.dot") == Shape.dot)
        #expect(throws: DecodingError.self) { try field("x=Green", as: Color.self) }
        #expect(throws: DecodingError.self) { try field("x=3", as: Level.self) }
        #expect(throws: DecodingError.self) { try field("x=dot", as: Shape.self) }
    }

    @Test func `a root that is a value or an array is decoded`() throws {
        #expect(try decode("=text&x-success=a://b") == "text")
        #expect(try decode("=1&=2") == [1, 2])
        #expect(try decode("0=a&1=b") == ["a", "b"])
    }

    private class Animal: Decodable {
        let name: String
        init(name: String) { self.name = name }
    }
    private final class Dog: Animal {
        let age: Int
        enum CodingKeys: CodingKey { case age }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            age = try container.decode(Int.self, forKey: .age)
            try super.init(from: container.superDecoder())
        }
    }

    @Test func `a superclass is decoded from the names below super`() throws {
        let dog = try decode("age=3&super.name=Rex", as: Dog.self)
        #expect(dog.age == 3)
        #expect(dog.name == "Rex")
    }

    @Test(arguments: [
        ("a[b", ["a[b"]), ("a]b", ["a]b"]), ("[a]", ["[a]"]), ("a[b]c", ["a[b]c"]), ("a[b.c", ["a[b", "c"]),
    ])
    func `brackets that do not pair are part of the name`(name: String, path: [String]) {
        #expect(ParameterName.path(name, limit: 64) == path)
    }

    @Test func `a name with more levels than the limit is refused`() {
        let levels = { (count: Int) in "x" + String(repeating: "[x]", count: count - 1) }
        #expect(ParameterName.path(levels(64), limit: 64)?.count == 64)
        #expect(ParameterName.path(levels(65), limit: 64) == nil)
        #expect(ParameterName.path(String(repeating: ".", count: 64), limit: 64) == nil)
    }
}
