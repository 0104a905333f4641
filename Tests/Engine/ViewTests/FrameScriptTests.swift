import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Scripts that the application runs in frames other than the main one.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct FrameScriptTests {
    let pages = Pages()
    let navigations = Navigations()
    let messages = Messages()

    /// Opens a page whose frame, of another origin, has posted a message; returns the frame.
    private func openFrame(
        _ html: String = "<title>inner</title>", element: String = "<iframe src='app://other/frame'></iframe>"
    ) async throws -> (WKWebView, WKFrameInfo) {
        pages["/"] = "<title>outer</title>" + element
        pages["/frame"] = html + "<script>webkit.messageHandlers.x.postMessage('frame')</script>"
        let view = makeView(pages, navigations) { $0.userContentController.add(messages, name: "x") }
        await view.open("app://host/", navigations)
        await messages.wait(for: 1)
        return (view, try #require(messages.received.last).frameInfo)
    }

    private func failure(_ work: () async throws -> Void) async -> WKError? {
        do {
            try await work()
            return nil
        } catch { return error as? WKError }
    }

    @Test(arguments: [
        "<iframe src='app://other/frame'></iframe>", "<iframe src='/frame'></iframe>",
        "<iframe sandbox=allow-scripts src='/frame'></iframe>",
    ])
    func `a script runs in the frame that a message named`(element: String) async throws {
        let (view, frame) = try await openFrame(element: element)
        #expect(!frame.isMainFrame)
        let title = try await view.evaluateJavaScript("document.title", in: frame, contentWorld: .page)
        #expect(title as? String == "inner")
        #expect(try await view.evaluateJavaScript("document.title") as? String == "outer")
        let handled = Gate()
        var result: Result<Any, any Error>?
        view.evaluateJavaScript("location.pathname", in: frame, in: .page) {
            result = $0
            handled.open()
        }
        #expect(result == nil, "never before the call has returned")
        await handled.pass()
        #expect(try result?.get() as? String == "/frame")
    }

    @Test func `a frame of a frame is reached, and of two frames the one that posted`() async throws {
        pages["/outer"] = "<iframe src='app://other/frame'></iframe><iframe src='app://other/frame'></iframe>"
        let (view, _) = try await openFrame(element: "<iframe src='/outer'></iframe>")
        await messages.wait(for: 2)
        for (index, message) in messages.received.enumerated() {
            try await view.evaluateJavaScript("self.number = \(index)", in: message.frameInfo, contentWorld: .page)
        }
        for (index, message) in messages.received.enumerated() {
            let number = try await view.evaluateJavaScript("number", in: message.frameInfo, contentWorld: .page)
            #expect(number as? Int == index)
        }
    }

    @Test func `worlds of a frame have variables of their own`() async throws {
        let (view, frame) = try await openFrame("<script>var secret = 'page'</script>")
        let worlds = [WKContentWorld.defaultClient, .world(name: "frame test"), .page]
        for (index, world) in worlds.enumerated() {
            let before = try await view.evaluateJavaScript("typeof secret", in: frame, contentWorld: world)
            #expect(before as? String == (world === WKContentWorld.page ? "string" : "undefined"))
            try await view.evaluateJavaScript("var own = \(index)", in: frame, contentWorld: world)
        }
        for (index, world) in worlds.enumerated() {
            #expect(try await view.evaluateJavaScript("own", in: frame, contentWorld: world) as? Int == index)
        }
    }

    @Test(arguments: [
        "null", "true", "3.5", "-0.25", "'text \\u0000 \\ud83d\\ude00 \"\\\\'", "new Date(1500.5)",
        "[1, [undefined, null], {}]", "[String(new Date(NaN))]",
        "({ a: 1, b: { c: ['d'] }, e: undefined, 'f\"': false })", "NaN", "-Infinity", "new Map([[1, 2]])", "''", "[]",
    ])
    func `a value from a frame is what the main frame would give`(script: String) async throws {
        let (view, frame) = try await openFrame()
        let inner = try await view.evaluateJavaScript(script, in: frame, contentWorld: .page)
        let main = try await view.evaluateJavaScript(script, contentWorld: .page)
        #expect(try NSArray(array: [#require(inner)]) == NSArray(array: [#require(main)]))
    }

    @Test func `undefined is nil, and a cycle closes with null`() async throws {
        let (view, frame) = try await openFrame()
        #expect(try await view.evaluateJavaScript("undefined", in: frame, contentWorld: .page) == nil)
        let cycle = try await view.evaluateJavaScript(
            "const a = { b: 1 }; a.self = a; a", in: frame, contentWorld: .page)
        let members = try #require(cycle as? [String: Any])
        #expect(members["b"] as? Int == 1)
        #expect(members["self"] is NSNull)
    }

    @Test func `nodes, functions, symbols, windows and promises of a frame are unsupported results`() async throws {
        let (view, frame) = try await openFrame()
        for script in [
            "document.body", "[document.body]", "(() => 1)", "Symbol()", "window", "Promise.resolve(1)",
            "let deep = []; for (let i = 0; i < 1000; i++) deep = [deep]; deep",
        ] {
            let error = await failure { try await view.evaluateJavaScript(script, in: frame, contentWorld: .page) }
            #expect(error?.code == .javaScriptResultTypeIsUnsupported, "\(script)")
        }
    }

    @Test func `a script that throws in a frame fails with its message, line and source`() async throws {
        let (view, frame) = try await openFrame()
        let error = await failure {
            try await view.evaluateJavaScript("\n\nthrow new Error('bad')", in: frame, contentWorld: .page)
        }
        #expect(error?.code == .javaScriptExceptionOccurred)
        #expect(error?.userInfo[WKError.exceptionMessageKey] as? String == "Error: bad")
        #expect(error?.userInfo[WKError.exceptionLineNumberKey] as? Int == 3)
        #expect((error?.userInfo[WKError.exceptionSourceURLKey] as? URL)?.absoluteString == "app://other/frame")
        #expect(try await view.evaluateJavaScript("1", in: frame, contentWorld: .page) as? Int == 1)
    }

    @Test func `a call in a frame has its arguments, and waits for what its body returns`() async throws {
        let (view, frame) = try await openFrame()
        let result = try await view.callAsyncJavaScript(
            "await new Promise((resolve) => setTimeout(resolve)); return [document.title, ...list] // end\n",
            arguments: ["list": [1, "two"]], in: frame, contentWorld: .page)
        let parts = try #require(result as? [Any])
        #expect(parts.count == 3)
        #expect(parts[0] as? String == "inner")
        #expect(parts[1] as? Int == 1)
        #expect(parts[2] as? String == "two")
        let error = await failure {
            _ = try await view.callAsyncJavaScript("throw new TypeError('no')", in: frame, contentWorld: .page)
        }
        #expect(error?.code == .javaScriptExceptionOccurred)
        #expect(error?.userInfo[WKError.exceptionMessageKey] as? String == "TypeError: no")
    }

    @Test func `an invalid date of a frame is a date, and a call's body has its directive, parameters and lines there`()
        async throws
    {
        let (view, frame) = try await openFrame()
        let date = try await view.evaluateJavaScript("new Date(NaN)", in: frame, contentWorld: .page) as? Date
        #expect(date?.timeIntervalSince1970.isNaN == true)
        let facts =
            try await view.callAsyncJavaScript(
                "'use strict'; try { undeclared = 1 } catch (error) { return [error.name, ...arguments] }",
                arguments: ["a": 1, "b": String?.none as Any], in: frame, contentWorld: .page) as? [Any]
        #expect(facts?.first as? String == "ReferenceError" && facts?[1] as? Int == 1 && facts?[2] is NSNull)
        let error = await failure {
            _ = try await view.callAsyncJavaScript("1;\n2;\nlet let = 3", in: frame, contentWorld: .page)
        }
        #expect((error?.userInfo[WKError.exceptionMessageKey] as? String)?.hasPrefix("SyntaxError: ") == true)
        #expect(error?.userInfo[WKError.exceptionLineNumberKey] as? Int == 3)
        #expect(error?.userInfo[WKError.exceptionSourceURLKey] == nil)
    }

    @Test func `a page that replaces its built-in functions ends nothing`() async throws {
        let (view, frame) = try await openFrame(
            """
            <script>
            self.structuredClone = self.Date = Promise.prototype.then = () => { throw new Error("replaced") };
            Array.prototype.toJSON = Object.prototype.toJSON = () => "replaced";
            </script>
            """)
        for script in ["1", "[1]"] {
            let error = await failure { try await view.evaluateJavaScript(script, in: frame, contentWorld: .page) }
            #expect(error?.code == .javaScriptResultTypeIsUnsupported)
        }
        let error = await failure {
            _ = try await view.callAsyncJavaScript("return 1", in: frame, contentWorld: .page)
        }
        #expect(error?.code == .javaScriptExceptionOccurred)
        let value = try await view.evaluateJavaScript("[1]", in: frame, contentWorld: .defaultClient)
        #expect((value as? [Int]) == [1], "another world has its own")
    }

    @Test func `a frame that is gone, and one of another view, are invalid targets`() async throws {
        let (view, frame) = try await openFrame()
        let other = makeView(pages, Navigations())
        let foreign = await failure { try await other.evaluateJavaScript("1", in: frame, contentWorld: .page) }
        #expect(foreign?.code == .javaScriptInvalidFrameTarget)
        pages["/next"] = "<title>next</title>"
        await view.open("app://host/next", navigations)
        let gone = await failure { try await view.evaluateJavaScript("1", in: frame, contentWorld: .page) }
        #expect(gone?.code == .javaScriptInvalidFrameTarget)
    }

    @Test func `a frame keeps its identity when it goes to another address`() async throws {
        let (view, frame) = try await openFrame("<a href='/second'>next</a>")
        pages["/second"] = "<title>second</title><script>webkit.messageHandlers.x.postMessage('second')</script>"
        try await view.evaluateJavaScript("location.href = '/second'; 0", in: frame, contentWorld: .page)
        await messages.wait(for: 2)
        let title = try await view.evaluateJavaScript("document.title", in: frame, contentWorld: .page)
        #expect(title as? String == "second")
    }

    @Test func `a call whose web process dies fails with its termination`() async throws {
        let (view, frame) = try await openFrame()
        let ended = Gate()
        var result: Result<Any, any Error>?
        view.callAsyncJavaScript("await new Promise(() => {})", in: frame, in: .page) {
            result = $0
            ended.open()
        }
        try await view.evaluateJavaScript("1", in: frame, contentWorld: .page)
        view.terminateWebProcess()
        await ended.pass()
        #expect(throws: WKError(.webContentProcessTerminated)) { try result?.get() }
    }

    /// Keeps the frames of navigations.
    private final class Targets: NSObject, WKNavigationDelegate {
        let navigations = Navigations()
        private(set) var frames: [String: WKFrameInfo] = [:]

        func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy
        {
            frames[action.request.url?.path ?? ""] = action.targetFrame
            return .allow
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            navigations.webView(webView, didFinish: navigation)
        }
    }

    @Test func `a script runs in the frame that a navigation named`() async throws {
        pages["/"] = "<title>outer</title><iframe src='/frame'></iframe><iframe src='app://other/foreign'></iframe>"
        pages["/frame"] = "<title>inner</title>"
        pages["/foreign"] = "<title>foreign</title>"
        let targets = Targets()
        let view = makeView(pages, targets.navigations)
        view.navigationDelegate = targets
        view.load(URLRequest(url: URL("app://host/")))
        await targets.navigations.over()
        for (path, title) in ["/": "outer", "/frame": "inner", "/foreign": "foreign"] {
            let frame = try #require(targets.frames[path])
            #expect(frame.isMainFrame == (path == "/"))
            let found = try await view.evaluateJavaScript("document.title", in: frame, contentWorld: .page)
            #expect(found as? String == title)
        }
    }
}
