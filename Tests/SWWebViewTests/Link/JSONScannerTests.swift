import Foundation
import Testing

@testable import SWWebView

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
    func valid(_ text: String) { #expect(Self.isValue(text)) }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "undefined", "NaN", "'a'", "\"", "\"a", "\"\\", "\"\\\"", "\"a\nb\"",
        "\"\u{1}\"",
        "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}",
        "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":}", "}", "[1}", "{\"a\":1]", "1 2", "{}{}", "//", "\u{FEFF}1",
    ])
    func invalid(_ text: String) { #expect(!Self.isValue(text)) }

    @Test func valuesAreFoundWhereTheyLie() {
        let range = Self.scan(#"  {"a":[1,2]} ,"#) { $0.value() }
        #expect(range == 2..<13)
    }

    @Test func nestingIsFollowedUpToItsLimit() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(Self.isValue(nested(JSONScanner.deepest)))
        #expect(
            Self.scan(nested(JSONScanner.deepest)) {
                _ = $0.value(); return $0.isTooDeep
            } == false)
        #expect(Self.scan(nested(JSONScanner.deepest + 1)) { $0.value() == nil && $0.isTooDeep })
        #expect(Self.scan(String(repeating: "{\"a\":", count: 100_000)) { $0.value() == nil && $0.isTooDeep })
    }

    @Test(arguments: [
        (#""plain""#, "plain"), (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\u00e9\n""#, "é\n"), (#""\ud83d\ude42""#, "🙂"),
        ("\"é🙂\u{2028}\"", "é🙂\u{2028}"), (" \"a\"", "a"), ("\"\"", ""),
    ])
    func strings(_ text: String, _ value: String) {
        #expect(Self.scan(text) { $0.string() } == value)
    }

    @Test(arguments: ["1", "null", "\"a", "\"\\x\"", "\"\\u12\"", "'a'", ""]) func noStrings(_ text: String) {
        #expect(Self.scan(text) { $0.string() } == nil)
    }

    @Test(arguments: [("0", 0), ("7", 7), (" 42", 42), ("9007199254740991", 9_007_199_254_740_991)])
    func indexes(_ text: String, _ value: Int) {
        #expect(Self.scan(text) { $0.index() } == value)
    }

    @Test(arguments: [
        "-1", "-0", "1.0", "1e3", "9007199254740992", "99999999999999999999", "\"1\"", "null", "[1]", "", "+1",
    ])
    func noIndexes(_ text: String) {
        #expect(Self.scan(text) { $0.index() } == nil)
    }

    /// Cut short anywhere, no text is a value, and nothing is read behind its end.
    @Test func truncatedText() {
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

    @Test func anyBytesAtAll() {
        let text = Array(#"{"a":["\"\\u0000",1,true]}"#.utf8)
        for position in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[position] = byte
                changed.withUnsafeBytes {
                    var scanner = JSONScanner($0)
                    _ = scanner.value()
                    _ = scanner.isAtEnd
                    scanner = JSONScanner($0)
                    _ = scanner.string()
                    _ = scanner.index()
                }
            }
        }
    }

    /// As texts of response bodies are stored.
    @Test(arguments: ["", "plain", "é \u{1F44B}", "\"\\/\n\u{0}", "\u{2028}"])
    func aStringAsItsBytes(text: String) throws {
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
