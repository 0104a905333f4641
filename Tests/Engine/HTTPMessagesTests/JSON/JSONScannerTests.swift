import Foundation
import HTTPMessages
import Testing

struct JSONScannerTests {
    /// Returns the result of `read` for a scanner over `text`.
    static func scan<Result>(_ text: String, _ read: (inout JSONScanner) -> Result) -> Result {
        Array(text.utf8).withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            return read(&scanner)
        }
    }

    /// Whether the whole text is one value.
    static func isValue(_ text: String) -> Bool {
        scan(text) { scanner in scanner.value() != nil && scanner.isAtEnd }
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-1", "1.5e-3", "1E+9", "\"\"", "\"é 🙂\"", #""\"\\\/\b\f\n\r\t\u00e9""#, "[]",
        "{}",
        "[1]", "[1,2, 3 ]", "[[],{}]", #"{"a":1}"#, #"{"a":{"b":[null,true,"}"]},"":0}"#, " \t\r\n1\n", "\"\u{7F}\"",
        "\"]\"", "{ \"a\" : 1 , \"b\" : 2 }",
    ])
    func `a JSON value of any kind is scanned to its end`(_ text: String) { #expect(Self.isValue(text)) }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "undefined", "NaN", "'a'", "\"", "\"a", "\"\\", "\"\\\"", "\"a\nb\"",
        "\"\u{1}\"",
        "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}",
        "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":}", "}", "[1}", "{\"a\":1]", "1 2", "{}{}", "//", "\u{FEFF}1",
    ])
    func `a text that is not exactly one JSON value is refused`(_ text: String) { #expect(!Self.isValue(text)) }

    @Test func `value returns the range of a value without the spaces around it`() {
        let range = Self.scan(#"  {"a":[1,2]} ,"#) { $0.value() }
        #expect(range == 2..<13)
    }

    @Test func `a value nested deeper than the limit is too deep, and one at the limit is not`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(Self.isValue(nested(JSONScanner.deepest)))
        #expect(
            Self.scan(nested(JSONScanner.deepest)) {
                _ = $0.value(); return $0.flaw?.reason == .depth
            } == false)
        #expect(Self.scan(nested(JSONScanner.deepest + 1)) { $0.value() == nil && $0.flaw?.reason == .depth })
        #expect(
            Self.scan(String(repeating: "{\"a\":", count: 100_000)) { $0.value() == nil && $0.flaw?.reason == .depth })
    }

    @Test(arguments: [
        (#""plain""#, "plain"), (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\u00e9\n""#, "é\n"), (#""\ud83d\ude42""#, "🙂"),
        ("\"é🙂\u{2028}\"", "é🙂\u{2028}"), (" \"a\"", "a"), ("\"\"", ""),
    ])
    func `a JSON string is read with its escapes decoded`(_ text: String, _ value: String) {
        #expect(Self.scan(text) { $0.string() } == value)
    }

    @Test(arguments: ["1", "null", "\"a", "\"\\x\"", "\"\\u12\"", "'a'", ""])
    func `a text that does not begin with a whole JSON string is not read as one`(_ text: String) {
        #expect(Self.scan(text) { $0.string() } == nil)
    }

    @Test(arguments: [("0", 0), ("7", 7), (" 42", 42), ("9007199254740991", 9_007_199_254_740_991)])
    func `a whole number from 0 up to the largest safe integer is an index`(_ text: String, _ value: Int) {
        #expect(Self.scan(text) { $0.index() } == value)
    }

    @Test(arguments: [
        "-1", "-0", "1.0", "1e3", "9007199254740992", "99999999999999999999", "\"1\"", "null", "[1]", "", "+1",
    ])
    func `a text that is not just the digits of a safe integer is no index`(_ text: String) {
        #expect(Self.scan(text) { $0.index() } == nil)
    }

    /// Nothing is read behind the end, either.
    @Test func `a JSON text that is cut short at any byte is no value`() {
        let text = #"{"streamID":"a\u00e9\\","promiseIndex":12,"path":"/p","body":{"a":[true,false,null,-1.5e3,"é🙂"]}}"#
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            // A copy of its own, so that a read behind the end leaves the allocation.
            let part = Array(bytes.prefix(count))
            part.withUnsafeBytes {
                var scanner = JSONScanner($0)
                #expect(scanner.value() == nil, "\(count) bytes")
            }
        }
        #expect(Self.isValue(text))
    }

    /// Foundation's parser tells what is JSON. It reads a byte that no UTF-8 has as a letter here: the scanner checks no UTF-8.
    @Test(arguments: [
        #" {"a":["\"\\\u00e9",-1.5e+3,true,false,null]} "#, #""\"\\\u00e9a""#, "1234", "\"0123456789abcdefghi\"",
    ])
    func `a JSON text with any one byte changed is taken as Foundation takes it, and never past its end`(
        _ text: String
    ) throws {
        func parsed(_ bytes: some Sequence<UInt8>) -> Any? {
            try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        }
        let whole = Array(text.utf8)
        for position in whole.indices {
            for byte in UInt8.min...UInt8.max {
                var (changed, letters) = (whole, whole)
                changed[position] = byte
                letters[position] = byte < 0x80 ? byte : UInt8(ascii: "z")
                let (range, isValue, string, index) = changed.withUnsafeBytes {
                    var (scanner, strings, indexes) = (JSONScanner($0), JSONScanner($0), JSONScanner($0))
                    let (range, string, index) = (scanner.value(), strings.string(), indexes.index())
                    return (
                        range, range != nil && scanner.isAtEnd, strings.isAtEnd ? string : nil,
                        indexes.isAtEnd ? index : nil
                    )
                }
                let (value, comment) = (parsed(letters), Comment("byte \(byte) at \(position)"))
                #expect(isValue == (value != nil), comment)
                if let range {
                    try #require(0..<changed.count ~= range.lowerBound && range.upperBound <= changed.count, comment)
                    #expect(parsed(letters[range]) != nil, comment)
                }
                if byte < 0x80 { #expect(string == value as? String, comment) }
                if let index { #expect(index == value as? Int, comment) }
            }
        }
    }

    /// As texts of response bodies are stored.
    @Test(arguments: ["", "plain", "é \u{1F44B}", "\"\\/\n\u{0}", "\u{2028}"])
    func `utf8 returns the bytes of a JSON string, and nil for another value`(text: String) throws {
        let json = Array(try JSONEncoder().encode(text))
        json.withUnsafeBytes {
            var scanner = JSONScanner($0)
            let (bytes, isAtEnd) = (scanner.utf8(), scanner.isAtEnd)
            #expect(bytes == Data(text.utf8))
            #expect(isAtEnd)
        }
        Array("[1]".utf8).withUnsafeBytes {
            var scanner = JSONScanner($0)
            let bytes = scanner.utf8()
            #expect(bytes == nil)
        }
    }
}
