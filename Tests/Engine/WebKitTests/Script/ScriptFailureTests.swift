import Foundation
import Testing

@testable import WebKit

struct ScriptFailureTests {
    typealias Place = (line: Int, column: Int, source: String?)

    static let rows: [(String, String, Place)] = [
        ("app://host/main:3:22: something bad", "something bad", (3, 22, "app://host/main")),
        ("about:blank:1:27: TypeError: no", "TypeError: no", (1, 27, "about:blank")),
        ("http://127.0.0.1:8080/a.js:10:2: E: a:1:2: b", "E: a:1:2: b", (10, 2, "http://127.0.0.1:8080/a.js")),
        ("app://host/:1:2: two\nlines", "two\nlines", (1, 2, "app://host/")),
        ("app://host/:2: SyntaxError: no column", "SyntaxError: no column", (2, 0, "app://host/")),
        ("http://127.0.0.1:8080/a.js:10: m", "m", (10, 0, "http://127.0.0.1:8080/a.js")),
        (":1:2: nameless", "nameless", (1, 2, nil)),
        ("app://host/:1:2: ", "", (1, 2, "app://host/")),
        ("SyntaxError: Unexpected token", "SyntaxError: Unexpected token", (0, 0, nil)),
        ("Error: a b:1:2: c", "Error: a b:1:2: c", (0, 0, nil)),
        ("x:99999999999999999999:1: m", "x:99999999999999999999:1: m", (0, 0, nil)),
        ("", "", (0, 0, nil)),
    ]

    @Test(arguments: rows.indices)
    func `the place is taken out of the text, and a text without a place stays whole`(_ index: Int) {
        let (text, message, place) = Self.rows[index]
        let info = ScriptFailure.userInfo(for: text)
        #expect(info[WKError.exceptionMessageKey] as? String == message)
        #expect(info[WKError.exceptionLineNumberKey] as? Int == place.line)
        #expect(info[WKError.exceptionColumnNumberKey] as? Int == place.column)
        #expect((info[WKError.exceptionSourceURLKey] as? URL)?.absoluteString == place.source)
    }

    @Test(arguments: [
        ("about:callAsyncJavaScript:1:40: SyntaxError: m", "SyntaxError: m", 1, 15),
        ("about:callAsyncJavaScript:3:7: SyntaxError: m", "SyntaxError: m", 3, 7),
        ("about:callAsyncJavaScript:2: SyntaxError: m", "SyntaxError: m", 2, 0),
        ("http://host:8080: refused", "http://host:8080: refused", 0, 0),
        ("http://host/a.js:1:2: thrown text", "http://host/a.js:1:2: thrown text", 0, 0),
    ])
    func `a call's syntax error has the place of the application's text, and a reason stays whole`(
        _ text: String, _ message: String, _ line: Int, _ column: Int
    ) {
        let error = ShimError(domain: "WebKitJavascriptError", code: 699, message: text)
        let info = ScriptFailure.error(for: error, placesOfCall: 25).userInfo
        #expect(info[WKError.exceptionMessageKey] as? String == message)
        #expect(info[WKError.exceptionLineNumberKey] as? Int == line)
        #expect(info[WKError.exceptionColumnNumberKey] as? Int == column)
        #expect(info[WKError.exceptionSourceURLKey] == nil)
    }

    @Test(arguments: [
        (699, WKError.Code.javaScriptExceptionOccurred), (600, .javaScriptExceptionOccurred),
        (601, .javaScriptResultTypeIsUnsupported),
    ])
    func `a script failure has the code of iOS, and code 601 may be a termination`(
        _ code: Int, _ expected: WKError.Code
    ) {
        let error = ShimError(domain: "WebKitJavascriptError", code: code, message: "x:1:2: m")
        #expect(ScriptFailure.error(for: error).code == expected)
        #expect(ScriptFailure.mayBeTermination(error) == (code == 601))
    }
}
