import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct JavaScriptTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<title>Home</title><p>page" }

    func openView() async -> WKWebView {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        return view
    }

    /// Returns the error that a failing script throws.
    func failure(_ body: () async throws -> Void) async -> WKError? {
        await #expect(throws: WKError.self) { try await body() }
    }

    // MARK: Evaluation

    @Test func `a script without a value gives nil, and never before the call has returned`() async throws {
        let view = await openView()
        for script in ["", " ", ";", "undefined", "var x = 1"] {
            #expect(try await view.evaluateJavaScript(script) == nil)
        }
        let called = Gate()
        let returned = Flag()
        view.evaluateJavaScript("") { value, error in
            #expect(returned.isSet && value == nil && error == nil)
            called.open()
        }
        returned.isSet = true
        await called.pass()
    }

    @Test func `null, maps, blobs, undefined members, NaN and any text are supported results`() async throws {
        let view = await openView()
        #expect(try await view.evaluateJavaScript("null") is NSNull)
        #expect((try await view.evaluateJavaScript("/x/") as? [String: Any])?.isEmpty == true)
        #expect((try await view.evaluateJavaScript("new Map([[1, 2]])") as? [String: Any])?.isEmpty == true)
        let blob = try await view.evaluateJavaScript("({blob: new Blob(['x'])})") as? [String: Any]
        #expect(blob?["blob"] is NSNull)
        let holes = try await view.evaluateJavaScript("[{a: null, b: undefined}, [null, undefined, 0]]") as? [Any]
        #expect((holes?.first as? [String: Any])?.keys.sorted() == ["a"])
        #expect((holes?.last as? [Any])?.map { $0 is NSNull } == [true, true, false])
        #expect((try await view.evaluateJavaScript("NaN") as? Double)?.isNaN == true)
        #expect(try await view.evaluateJavaScript("-Infinity") as? Double == -.infinity)
        #expect(try await view.evaluateJavaScript("''") as? String == "")
        #expect(try await view.evaluateJavaScript("'é\\u2028🙂\\0'") as? String == "é\u{2028}🙂\0")
    }

    @Test func `a script of over a million characters is evaluated whole`() async throws {
        let view = await openView()
        for letter in ["x", "é", "→"] {
            let text = String(repeating: letter, count: 1_100_000)
            #expect((try await view.evaluateJavaScript("'\(text)'") as? String)?.count == text.count)
        }
    }

    @Test func `nodes, functions, symbols, windows and promises are unsupported results`() async {
        let view = await openView()
        for script in [
            "document.body", "[document.body]", "({a: document.body})", "(() => 1)", "Symbol()", "window",
            "Promise.resolve(1)",
        ] {
            let error = await failure { try await view.evaluateJavaScript(script) }
            #expect(error?.code == .javaScriptResultTypeIsUnsupported, "\(script)")
        }
    }

    @Test func `an exception of a script has its message, line, column and source URL`() async throws {
        let view = await openView()
        let thrown = await failure { try await view.evaluateJavaScript("\n\nthrow 'something bad'") }
        #expect(thrown?.code == .javaScriptExceptionOccurred)
        #expect(thrown?.userInfo[WKError.exceptionMessageKey] as? String == "something bad")
        #expect(thrown?.userInfo[WKError.exceptionLineNumberKey] as? Int == 3)
        #expect(thrown?.userInfo[WKError.exceptionColumnNumberKey] as? Int == 22)
        #expect((thrown?.userInfo[WKError.exceptionSourceURLKey] as? URL)?.absoluteString == "app://host/")
        let dom = await failure { try await view.evaluateJavaScript("document.createElement('')") }
        #expect((dom?.userInfo[WKError.exceptionMessageKey] as? String)?.isEmpty == false)
        // On iOS line 1, column 27: WebKitGTK gives no place for the exceptions of the DOM.
        #expect(dom?.userInfo[WKError.exceptionLineNumberKey] as? Int == 0)
        let syntax = await failure { try await view.evaluateJavaScript("{{{") }
        #expect(syntax?.code == .javaScriptExceptionOccurred)
        let deep = await failure { try await view.evaluateJavaScript(String(repeating: "{", count: 100_000)) }
        #expect(deep?.code == .javaScriptExceptionOccurred)
        #expect(try await view.evaluateJavaScript("1") as? Int == 1)
    }

    @Test func `evaluating in a subframe fails as an invalid frame target`() async {
        final class Subframe: WKFrameInfo {
            override var isMainFrame: Bool {
                get { false }
                set {}
            }
        }
        let view = await openView()
        let error = await failure { try await view.evaluateJavaScript("1", in: Subframe(), contentWorld: .page) }
        #expect(error?.code == .javaScriptInvalidFrameTarget)
    }

    @Test func `a pending call fails when its view is released`() async throws {
        let called = Gate()
        var outcome: Result<Any, any Error>?
        do {
            let view = await openView()
            view.callAsyncJavaScript("await new Promise(() => {})", in: nil, in: .page) {
                outcome = $0
                called.open()
            }
        }
        await called.pass()
        let result = try #require(outcome)
        #expect(throws: WKError.self) { try result.get() }
    }

    // MARK: Calls

    @Test func `arguments of a call have their JavaScript types and values`() async throws {
        let view = await openView()
        func typed(_ value: Any) async throws -> String? {
            try await view.call("return `${Object.prototype.toString.call(v)} ${JSON.stringify(v)}`", ["v": value])
                as? String
        }
        #expect(try await typed("é\"\n\u{2028}</script>") == "[object String] \"é\\\"\\n\u{2028}</script>\"")
        #expect(try await typed(7) == "[object Number] 7")
        #expect(try await typed(-1.5) == "[object Number] -1.5")
        #expect(try await typed(true) == "[object Boolean] true")
        #expect(try await typed(NSNumber(value: 1)) == "[object Number] 1")
        #expect(try await typed(NSNull()) == "[object Null] null")
        #expect(try await typed(Date(timeIntervalSince1970: 0)) == "[object Date] \"1970-01-01T00:00:00.000Z\"")
        #expect(try await typed([1, "a", [NSNull()]] as [Any]) == "[object Array] [1,\"a\",[null]]")
        #expect(try await typed(["k": ["n": 1]]) == "[object Object] {\"k\":{\"n\":1}}")
        #expect(try await typed(CGFloat(1.5)) == "[object Number] 1.5")
        #expect(try await typed(Int?.none as Any) == "[object Null] null")
        #expect(try await typed(["k": String?.none]) == "[object Object] {\"k\":null}")
        #expect(try await typed(Date(timeIntervalSince1970: .nan)) == "[object Date] null")
        #expect(try await typed(["__proto__": 1]) == "[object Object] {\"__proto__\":1}")
        #expect(try await view.call("return Number.isNaN(v)", ["v": Double.nan]) as? Bool == true)
        #expect(try await view.call("return Object.is(v, -0)", ["v": -0.0]) as? Bool == true)
        #expect(try await view.call("return a + b", ["a": 1, "b": "2"]) as? String == "12")
    }

    @Test func `an argument that a call returns comes back equal`() async throws {
        let view = await openView()
        let date = Date(timeIntervalSince1970: 1_234_567_890.125)
        let value: [String: Any] = ["text": "é", "list": [1.5, true, NSNull(), ["x"]] as [Any], "date": date]
        let back = try #require(try await view.call("return v", ["v": value]) as? [String: Any])
        #expect(back["text"] as? String == "é")
        #expect(back["date"] as? Date == date)
        let list = try #require(back["list"] as? [Any])
        #expect(
            list[0] as? Double == 1.5 && list[1] as? Bool == true && list[2] is NSNull && list[3] as? [String] == ["x"])
    }

    @Test func `a call fails for an argument that JavaScript cannot have, and for an unknown name`() async {
        let view = await openView()
        for value in [Data(), [Data()], ["k": NSObject()], URL(fileURLWithPath: "/")] as [Any] {
            let error = await failure { try await view.call("return 1", ["v": value]) }
            #expect(error?.code == .javaScriptExceptionOccurred)
            let message = error?.userInfo[WKError.exceptionMessageKey] as? String
            #expect(message?.hasPrefix("Function argument values must be one of the following types") == true)
        }
        let undefined = await failure { try await view.call("return nowhere") }
        #expect(undefined?.code == .javaScriptExceptionOccurred)
    }

    @Test func `a call gives what its body returns, once promises and thenables have settled`() async throws {
        let view = await openView()
        #expect(try await view.call("1") == nil)
        #expect(try await view.call("return null") is NSNull)
        #expect(try await view.call("return await Promise.resolve(7)") as? Int == 7)
        #expect(
            try await view.call("return new Promise((resolve) => setTimeout(() => resolve('late')))") as? String
                == "late")
        #expect(try await view.call("return { then(resolve) { resolve({ then(again) { again(3) } }) } }") as? Int == 3)
    }

    @Test func `a call's body begins the function, so that its directive counts and arguments has the parameters`()
        async throws
    {
        let view = await openView()
        let strict = "'use strict'; try { undeclared = 1; return 'sloppy' } catch (error) { return error.name }"
        #expect(try await view.call(strict, ["v": 1]) as? String == "ReferenceError")
        #expect(try await view.call("undeclared = 1; return this === window") as? Bool == true)
        let values = try await view.call("a = 5; return [arguments.length, ...arguments]", ["b": 2, "a": 1])
        #expect(values as? [Int] == [2, 5, 2])
        #expect(try await view.call("let v = 3; return v") as? Int == 3)
        // A parameter cannot be declared again.
        let error = await failure { try await view.call("let v = 3", ["v": 1]) }
        #expect((error?.userInfo[WKError.exceptionMessageKey] as? String)?.hasPrefix("SyntaxError: ") == true)
    }

    @Test(arguments: [
        ("1;\n2;\n}}}", 3), ("let let = 1", 1), ("\n\n\nvar 1x", 4), ("\nawait = 2", 2),
    ])
    func `a syntax error has its message and line in scripts and in calls`(_ source: String, _ line: Int) async {
        let view = await openView()
        for isCall in [false, true] where isCall || !source.contains("await") {
            let error = await failure {
                if isCall { try await view.call(source) } else { try await view.evaluateJavaScript(source) }
            }
            #expect(error?.code == .javaScriptExceptionOccurred)
            let message = error?.userInfo[WKError.exceptionMessageKey] as? String ?? ""
            #expect(message.hasPrefix("SyntaxError: "), "\(isCall) \(message)")
            #expect(
                error?.userInfo[WKError.exceptionLineNumberKey] as? Int == line, "\(isCall) \(error?.userInfo ?? [:])")
        }
    }

    @Test func `a call that throws, rejects, does not parse or returns a node fails with its reason`() async {
        let view = await openView()
        for (body, text) in [
            ("throw new Error('boom')", "boom"), ("await Promise.reject('reason')", "reason"),
            ("throw 'http://host:80: refused'", "http://host:80: refused"),
            ("return Promise.reject(new TypeError('typed'))", "typed"), ("return (", "SyntaxError"),
        ] {
            let error = await failure { try await view.call(body) }
            #expect(error?.code == .javaScriptExceptionOccurred)
            #expect((error?.userInfo[WKError.exceptionMessageKey] as? String)?.contains(text) == true, "\(body)")
        }
        let node = await failure { try await view.call("return document.body") }
        #expect(node?.code == .javaScriptResultTypeIsUnsupported)
    }
}

@MainActor
private final class Flag {
    var isSet = false
}
