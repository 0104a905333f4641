import Foundation
import Testing

@testable import WebKit

struct JavaScriptLiteralTests {
    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("a\"b'c`", #""a\"b'c`""#), (#"\u0041\n"#, #""\\u0041\\n""#),
        ("\n\r\t", #""\n\r\u0009""#), ("\0\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
        ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("</script><!--", #""\u003c/script>\u003c!--""#),
        ("é🙂", "\"é🙂\""), ("${x}", "\"${x}\""), ("\r\n", #""\r\n""#),
    ])
    func `strings are quoted and escaped`(_ text: String, _ literal: String) {
        #expect(JavaScriptLiteral.expression(for: text) == literal)
        #expect(JavaScriptLiteral.string(text) == literal)
    }

    static let numbers: [(any Sendable, String)] = [
        (0, "0"), (-7, "-7"), (Int64.max, "9.223372036854776e+18"), (UInt64.max, "1.8446744073709552e+19"),
        (UInt8(200), "200"),
        (1.5, "1.5"), (-0.0, "-0.0"), (0.1, "0.1"), (1e300, "1e+300"), (1e15, "1000000000000000.0"),
        (123456.0, "123456"),
        (Double.nan, "NaN"), (Double.infinity, "Infinity"), (-Double.infinity, "-Infinity"), (Float(0.5), "0.5"),
        (CGFloat(1.5), "1.5"), (CGFloat.nan, "NaN"), (CGFloat?(2), "2"),
        (Double.leastNonzeroMagnitude, "5e-324"),
    ]

    @Test(arguments: numbers.indices)
    func `Swift numbers become number literals`(_ index: Int) {
        let (value, literal) = Self.numbers[index]
        #expect(JavaScriptLiteral.expression(for: value) == literal)
    }

    @Test func `NSNumber objects become number or truth literals`() {
        #expect(JavaScriptLiteral.expression(for: NSNumber(value: 1)) == "1")
        #expect(JavaScriptLiteral.expression(for: NSNumber(value: 0)) == "0")
        #expect(JavaScriptLiteral.expression(for: NSNumber(value: 2.5)) == "2.5")
        #expect(JavaScriptLiteral.expression(for: NSNumber(value: true)) == "true")
        #expect(JavaScriptLiteral.expression(for: NSNumber(value: false)) == "false")
    }

    @Test func `truth values and numbers stay apart, alone and in arrays`() {
        #expect(JavaScriptLiteral.expression(for: true) == "true")
        #expect(JavaScriptLiteral.expression(for: false) == "false")
        #expect(JavaScriptLiteral.expression(for: [true, 1, false, 0] as [Any]) == "[true,1,false,0]")
        #expect(JavaScriptLiteral.expression(for: ["k": 1]) == #"({["k"]:1})"#)
    }

    @Test func `arrays, dictionaries, dates and null become expressions`() {
        #expect(JavaScriptLiteral.expression(for: NSNull()) == "null")
        #expect(JavaScriptLiteral.expression(for: Date(timeIntervalSince1970: 1.5)) == "new Date(1500)")
        #expect(JavaScriptLiteral.expression(for: [Any]()) == "[]")
        #expect(JavaScriptLiteral.expression(for: [String: Any]()) == "({})")
        #expect(JavaScriptLiteral.expression(for: [[1, [NSNull()]], ["a"]] as [Any]) == #"[[1,[null]],["a"]]"#)
        #expect(JavaScriptLiteral.expression(for: ["a": [["b": "c"]]]) == #"({["a"]:[({["b"]:"c"})]})"#)
        #expect(JavaScriptLiteral.expression(for: NSArray(array: [1, "x"])) == #"[1,"x"]"#)
        #expect(JavaScriptLiteral.expression(for: NSString(string: "x")) == #""x""#)
    }

    @Test func `keys are computed and escaped, so that __proto__ is an ordinary key`() {
        #expect(JavaScriptLiteral.expression(for: ["__proto__": ["x": 1]]) == #"({["__proto__"]:({["x"]:1})})"#)
        #expect(JavaScriptLiteral.expression(for: ["a\"]:</": 1]) == #"({["a\"]:\u003c/"]:1})"#)
    }

    @Test func `an optional is the value in it or null`() {
        let none: [Any] = [
            Int?.none as Any, String?.none as Any, NSNull?.none as Any, [Any]?.none as Any, Any?.none as Any,
            Int??.some(nil) as Any,
        ]
        for value in none { #expect(JavaScriptLiteral.expression(for: value) == "null") }
        #expect(JavaScriptLiteral.expression(for: String??.some("x") as Any) == #""x""#)
        #expect(JavaScriptLiteral.expression(for: Bool?.some(true) as Any) == "true")
        #expect(JavaScriptLiteral.expression(for: [1, nil] as [Int?]) == "[1,null]")
        #expect(JavaScriptLiteral.expression(for: ["k": nil] as [String: Int?]) == #"({["k"]:null})"#)
        #expect(JavaScriptLiteral.expression(for: [Data?.some(Data()) as Any]) == nil)
    }

    @Test func `an invalid date is an invalid date`() {
        for time in [Double.nan, .infinity, -.infinity] {
            let literal = JavaScriptLiteral.expression(for: Date(timeIntervalSince1970: time))
            #expect(["new Date(NaN)", "new Date(Infinity)", "new Date(-Infinity)"].contains(literal))
        }
    }

    @Test func `keys that are no text become text in the page`() {
        #expect(JavaScriptLiteral.expression(for: [1: 2]) == "({[1]:2})")
        #expect(JavaScriptLiteral.expression(for: ["a": 1] as [AnyHashable: Any]) == #"({["a"]:1})"#)
        #expect(JavaScriptLiteral.expression(for: NSDictionary(dictionary: [1.5: "x"])) == #"({[1.5]:"x"})"#)
    }

    nonisolated(unsafe) static let unsupported: [Any] = [
        Data([1]), URL(fileURLWithPath: "/"), NSObject(), [1, Data()] as [Any], ["k": Data()], [Data(): 2], UUID(),
        { 1 } as () -> Int, (1, 2),
    ]

    @Test(arguments: unsupported.indices)
    func `a value of an unsupported type has no expression`(_ index: Int) {
        #expect(JavaScriptLiteral.expression(for: Self.unsupported[index]) == nil)
    }
}
