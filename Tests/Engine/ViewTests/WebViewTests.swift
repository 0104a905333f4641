import Testing
import WebKit

@testable import ViewTestSupport

/// The whole way: a page from a scheme handler, a message with a reply, the events of its navigation.
@MainActor
struct WebViewTests {
    let pages = Pages()
    let navigations = Navigations()

    func makeView(_ adjust: (WKWebViewConfiguration) -> Void = { _ in }) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(pages, forURLScheme: "app")
        adjust(configuration)
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
        view.navigationDelegate = navigations
        return view
    }

    @Test(arguments: 1...20)
    func `a page loads from a scheme handler, runs its script and gets replies to messages`(round: Int) async throws {
        final class Doubler: NSObject, WKScriptMessageHandlerWithReply {
            var frame: WKFrameInfo?
            func userContentController(
                _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
            ) async -> (Any?, String?) {
                frame = message.frameInfo
                guard let number = message.body as? Int else { return (nil, "not a number") }
                return (number * 2, nil)
            }
        }
        let doubler = Doubler()
        pages["/"] = "<title>Round \(round)</title><script src=/main.js></script>"
        pages.on("/main.js") { $0.answer("window.isHere = true", type: "text/javascript") }
        let view = makeView {
            $0.userContentController.addScriptMessageHandler(doubler, contentWorld: .page, name: "double")
        }
        let navigation = view.load(URLRequest(url: URL("app://host/")))
        #expect(view.isLoading)
        #expect(view.url?.absoluteString == "app://host/")
        await navigations.over()

        #expect(navigations.log == ["action main app://host/", "start", "response 200", "commit", "finish"])
        #expect(navigations.navigations.allSatisfy { $0 === navigation })
        #expect(view.title == "Round \(round)")
        #expect(try await view.evaluateJavaScript("isHere") as? Bool == true)
        let doubled = try await view.callAsyncJavaScript(
            "return await webkit.messageHandlers.double.postMessage(n)", arguments: ["n": round], contentWorld: .page)
        #expect(doubled as? Int == round * 2)
        #expect(doubler.frame?.isMainFrame == true)
        #expect(doubler.frame?.securityOrigin.host == "host")
        await #expect(throws: WKError.self) {
            try await view.callAsyncJavaScript(
                "return await webkit.messageHandlers.double.postMessage('x')", contentWorld: .page)
        }
        #expect(pages.started == ["/", "/main.js"])
    }

    @Test func `an error of the scheme handler is the navigation's error`() async {
        pages.on("/") { $0.didFailWithError(NSError(domain: "Custom", code: 42, userInfo: ["key": "value"])) }
        let view = makeView()
        view.load(URLRequest(url: URL("app://host/")))
        await navigations.over()
        #expect(navigations.error?.domain == "Custom")
        #expect(navigations.error?.code == 42)
        #expect(navigations.error?.userInfo["key"] as? String == "value")
        #expect(navigations.log == ["action main app://host/", "start", "failProvisional"])
    }

    @Test func `the method, headers and body of a load reach the scheme handler`() async {
        var seen: URLRequest?
        pages.on("/") {
            seen = $0.request
            $0.answer("<p>ok")
        }
        var request = URLRequest(url: URL("app://host/"))
        request.httpMethod = "POST"
        request.setValue("yes", forHTTPHeaderField: "X-Mine")
        request.httpBody = Data("body".utf8)
        let view = makeView()
        view.load(request)
        await navigations.over()
        #expect(seen?.httpMethod == "POST")
        #expect(seen?.value(forHTTPHeaderField: "X-Mine") == "yes")
        #expect(seen?.httpBody == Data("body".utf8))
    }

    @Test func `a fetch that is aborted stops its scheme task`() async throws {
        pages["/"] = "<p>page"
        pages.on("/stall") {
            $0.respond(type: "text/plain")
            $0.didReceive(Data("first".utf8))
        }
        let view = makeView()
        view.load(URLRequest(url: URL("app://host/")))
        await navigations.over()
        try await view.callAsyncJavaScript(
            """
            const controller = new AbortController();
            const response = await fetch("/stall", { signal: controller.signal });
            await response.body.getReader().read();
            controller.abort();
            """, contentWorld: .page)
        await pages.firstStop()
        #expect(pages.stopped == ["/stall"])
    }

    @Test func `results of evaluateJavaScript keep their types, and a cycle becomes null`() async throws {
        let view = makeView()
        let value = try await view.evaluateJavaScript(
            "const a = {n: 1.5, t: true, s: 'é\\0x', d: new Date(7), u: undefined, l: [null, undefined, 2]}; a.self = a; a"
        )
        let object = try #require(value as? [String: Any])
        #expect(object["n"] as? Double == 1.5)
        #expect(object["t"] as? Bool == true)
        #expect(object["s"] as? String == "é\0x")
        #expect(abs(((object["d"] as? Date)?.timeIntervalSince1970 ?? 0) - 0.007) < 1e-6)
        #expect(object["u"] == nil)
        #expect((object["l"] as? [Any])?.count == 3)
        #expect(object["self"] is NSNull)
        #expect((value as? NSDictionary)?.count == 6)
        #expect(try await view.evaluateJavaScript("undefined") == nil)
        #expect(try await view.evaluateJavaScript("1 + 2") as? Int == 3)
    }

    @Test func `a script error has its message and line, and a node is an unsupported result`() async throws {
        let view = makeView()
        let error = await #expect(throws: WKError.self) {
            _ = try await view.evaluateJavaScript("\n\n   throw 'something bad'")
        }
        #expect(error?.code == .javaScriptExceptionOccurred)
        #expect(error?.userInfo[WKError.exceptionMessageKey] as? String == "something bad")
        #expect(error?.userInfo[WKError.exceptionLineNumberKey] as? Int == 3)
        let unsupported = await #expect(throws: WKError.self) { _ = try await view.evaluateJavaScript("document.body") }
        #expect(unsupported?.code == .javaScriptResultTypeIsUnsupported)
    }

    @Test func `the load of an iframe is an action of a subframe`() async {
        pages["/"] = "<iframe src=/frame></iframe>"
        pages["/frame"] = "<p>frame"
        let view = makeView()
        view.load(URLRequest(url: URL("app://host/")))
        await navigations.over()
        #expect(navigations.log.contains("action sub app://host/frame"))
    }

    /// As a view in front has it on iOS.
    @Test func `a document has the focus, and so has the field that a script focuses`() async throws {
        pages["/"] = "<input id=field>"
        let view = makeView()
        await view.open("app://host/", navigations)
        let states = try await view.call(
            """
            const field = document.getElementById("field");
            field.focus();
            return [document.hasFocus(), document.activeElement === field, field.matches(":focus")];
            """)
        #expect(states as? [Bool] == [true, true, true])
    }

    @Test func `fifty requests with blob bodies reach the handler and do not end the process`() async throws {
        pages["/"] = "<p>page"
        var bodies: [Data?] = []
        pages.on("/post") {
            bodies.append($0.request.httpBody)
            $0.answer("ok")
        }
        let view = makeView()
        view.load(URLRequest(url: URL("app://host/")))
        await navigations.over()
        for _ in 0..<50 {
            try await view.callAsyncJavaScript(
                "await (await fetch('/post', {method: 'POST', body: new Blob(['x'])})).text()", contentWorld: .page)
        }
        try await view.callAsyncJavaScript(
            "await (await fetch('/post', {method: 'POST', body: 'text'})).text()", contentWorld: .page)
        #expect(bodies.count == 51)
        #expect(bodies.last == Data("text".utf8))
    }

    @Test func `a view gives a picture of its visible part, one of the full page, and a PDF`() async throws {
        pages["/"] = "<body style='background: rgb(255,0,0)'><div style='height: 2000px'>tall</div>"
        let view = makeView()
        view.load(URLRequest(url: URL("app://host/")))
        await navigations.over()
        let visible = try await view.takeSnapshot(configuration: nil)
        #expect(visible.size == CGSize(width: 400, height: 300))
        let whole = try await view.takeFullPageSnapshot()
        #expect(whole.size.height >= 2000)
        #expect(visible.pngData()?.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
        #expect(try await view.pdf().prefix(5) == Data("%PDF-".utf8))
    }
    @Test func `a view that is released stops its scheme tasks`() async {
        pages["/"] = "<img src=/stall>"
        pages.on("/stall") { $0.respond(type: "image/png") }
        var view: WKWebView? = makeView()
        view?.load(URLRequest(url: URL("app://host/")))
        while !pages.started.contains("/stall") { _ = try? await view?.evaluateJavaScript("0") }
        view = nil
        #expect(pages.stopped == ["/stall"])
    }
}
