import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Scripts and messages: values, worlds and lifetimes.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ScriptBehaviourTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<title>Home</title><p>page" }

    func openView(_ adjust: (WKUserContentController) -> Void = { _ in }) async -> WKWebView {
        let view = makeView(pages, navigations) { adjust($0.userContentController) }
        await view.open("app://host/", navigations)
        return view
    }

    // MARK: Messages

    @Test func `a kept reference to a handler throws once the handler is removed`() async throws {
        let view = await openView { $0.add(Messages(), name: "x") }
        try await view.evaluateJavaScript("window.kept = webkit.messageHandlers.x; 0")
        view.configuration.userContentController.removeScriptMessageHandler(forName: "x")
        await #expect(throws: WKError.self) { _ = try await view.evaluateJavaScript("kept.postMessage('late')") }
    }

    @Test func `a handler that is removed from one view stays in another`() async throws {
        let messages = Messages()
        let (one, other) = (
            await openView { $0.add(messages, name: "x") }, await openView { $0.add(messages, name: "x") }
        )
        one.configuration.userContentController.removeScriptMessageHandler(forName: "x")
        #expect(try await one.evaluateJavaScript("typeof self.webkit?.messageHandlers?.x") as? String == "undefined")
        try await other.evaluateJavaScript("webkit.messageHandlers.x.postMessage('stays'); 0")
        await messages.wait(for: 1)
        #expect(messages.received.first?.webView === other)
    }

    @Test func `variables of a world outlive the world's handlers`() async throws {
        let world = WKContentWorld.world(name: "outliving")
        let view = await openView { $0.add(Messages(), contentWorld: world, name: "x") }
        try await view.evaluateJavaScript("var kept = 'evaluated'", contentWorld: world)
        try await view.callAsyncJavaScript("window.called = 'called'", contentWorld: world)
        view.configuration.userContentController.removeAllScriptMessageHandlers(from: world)
        #expect(try await view.evaluateJavaScript("kept + called", contentWorld: world) as? String == "evaluatedcalled")
        #expect(try await view.evaluateJavaScript("typeof kept + typeof called") as? String == "undefinedundefined")
    }

    @Test func `a controller's scripts are the objects that were added, in order, until all are removed`() {
        let controller = WKUserContentController()
        let scripts = ["1", "2", "3"].map {
            WKUserScript(source: $0, injectionTime: .atDocumentEnd, forMainFrameOnly: true, in: .world(name: $0))
        }
        for script in scripts { controller.addUserScript(script) }
        let isSame = controller.userScripts.elementsEqual(scripts) { $0 === $1 }
        #expect(isSame)
        controller.removeAllUserScripts()
        #expect(controller.userScripts.isEmpty)
    }

    @Test func `a script runs in a named world of a sandboxed frame`() async throws {
        let messages = Messages()
        pages["/"] = "<iframe sandbox=allow-scripts src=/frame></iframe>"
        pages["/frame"] = "<title>inner</title><script>webkit.messageHandlers.x.postMessage('frame')</script>"
        let view = await openView { $0.add(messages, name: "x") }
        await messages.wait(for: 1)
        let frame = try #require(messages.received.first).frameInfo
        let title = try await view.evaluateJavaScript(
            "document.title", in: frame, contentWorld: .world(name: "sandboxed"))
        #expect(title as? String == "inner")
    }

    // MARK: Values

    @Test func `an evaluation before the end of a load leaves the window as it is`() async throws {
        pages.on("/slow") { $0.answer("window.own = 1", type: "text/javascript") }
        pages["/"] = "<script src=/slow></script><title>Home</title>"
        let view = makeView(pages, navigations)
        view.load(URLRequest(url: URL("app://host/")))
        _ = try await view.evaluateJavaScript("window.before = 1")
        await navigations.over()
        let kinds = try await view.evaluateJavaScript(
            "`${typeof own} ${window === self} ${document.defaultView === window}`")
        #expect(kinds as? String == "number true true")
    }

    @Test func `truth values and numbers are NSNumbers, dates stay dates, and buffers are empty`() async throws {
        let view = await openView()
        let values =
            try await view.evaluateJavaScript(
                "[true, true, false, 0, 1, 2.5, '', 'text', new Date(1500)]") as? [Any]
        let list = try #require(values)
        #expect(list.prefix(6).allSatisfy { $0 is NSNumber })
        #expect(list[0] as? NSNumber == list[1] as? NSNumber && list[2] as? Bool == false)
        #expect(list[3] as? Int == 0 && list[4] as? Int == 1 && list[5] as? Double == 2.5)
        #expect(list[6] as? String == "" && list[7] as? String == "text")
        #expect(list[8] as? Date == Date(timeIntervalSince1970: 1.5))
        for script in ["new Map()", "new Set([1])", "new ArrayBuffer(2)", "new Uint8Array()"] {
            let value = try await view.evaluateJavaScript(script) as? [String: Any]
            #expect(value?.isEmpty == true, "\(script)")
        }
        let files =
            try await view.evaluateJavaScript(
                """
                const input = document.createElement("input");
                input.type = "file";
                ({ file: new File(["x"], "x"), list: input.files, image: new ImageData(1, 1) })
                """) as? [String: Any]
        #expect(files?.count == 3 && files?.values.allSatisfy { $0 is NSNull } == true, "\(files ?? [:])")
    }

    @Test func `a call whose promise is collected fails`() async throws {
        let view = await openView()
        let ended = Gate()
        var message: String?
        view.callAsyncJavaScript("return new Promise(() => {})", in: nil, in: .page) { result in
            if case .failure(let error as WKError) = result {
                message = error.userInfo[WKError.exceptionMessageKey] as? String
            }
            ended.open()
        }
        // Garbage makes JavaScript's memory be swept.
        let garbage = Task { @MainActor in
            while !Task.isCancelled {
                _ = try? await view.call("for (let i = 0; i < 200; i++) new Array(100000).fill({})")
            }
        }
        await ended.pass()
        garbage.cancel()
        await garbage.value
        #expect(message?.contains("no longer reachable") == true, "\(message ?? "")")
    }

    @Test func `a deeply nested value is returned, and one that is too deep is an error`() async throws {
        let view = await openView()
        let nested = "let value = 1; for (let i = 0; i < depth; i++) value = [value]; return value"
        var value = try await view.callAsyncJavaScript(
            nested, arguments: ["depth": 40_000], in: nil, contentWorld: .page)
        var depth = 0
        while let array = value as? [Any], let inner = array.first { (value, depth) = (inner, depth + 1) }
        #expect(depth == 40_000 && value as? Int == 1)
        for tooDeep in [40_002, 200_000] {
            let error = await #expect(throws: WKError.self) {
                _ = try await view.callAsyncJavaScript(
                    nested, arguments: ["depth": tooDeep], in: nil, contentWorld: .page)
            }
            #expect(error?.code == .javaScriptResultTypeIsUnsupported)
        }
        // The web process lives on.
        #expect(try await view.evaluateJavaScript("1 + 1") as? Int == 2)
    }
}
