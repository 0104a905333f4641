import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ScriptMessageTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<p>page" }

    func openView(_ adjust: (WKUserContentController) -> Void) async -> WKWebView {
        let view = makeView(pages, navigations) { adjust($0.userContentController) }
        await view.open("app://host/", navigations)
        return view
    }

    static let kind = "typeof (window.webkit && webkit.messageHandlers.x)"

    @Test func `handlers of one name in two worlds get the messages of their own world only`() async throws {
        let (page, client) = (Messages(), Messages())
        let world = WKContentWorld.world(name: "handlers")
        let view = await openView {
            $0.add(page, name: "x")
            $0.add(client, contentWorld: world, name: "x")
        }
        try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage('to the page'); 0")
        try await view.evaluateJavaScript(
            "webkit.messageHandlers.x.postMessage('to the world'); 0", contentWorld: world)
        await page.wait(for: 1)
        await client.wait(for: 1)
        #expect(page.bodies == ["to the page"])
        #expect(page.received[0].world === WKContentWorld.page)
        #expect(client.bodies == ["to the world"])
        #expect(client.received[0].world === world)
        #expect(client.received[0].name == "x")
        #expect(client.received[0].webView === view)
        let elsewhere = try await view.evaluateJavaScript(Self.kind, contentWorld: .world(name: "no handlers"))
        #expect(elsewhere as? String == "undefined")
    }

    @Test func `of one name, a handler in one world and one with replies in another both get their messages`()
        async throws
    {
        let plain = Messages()
        let replies = Replies { message, reply in reply("reply to \(message.body)", nil) }
        let world = WKContentWorld.world(name: "replies")
        for isPlainFirst in [true, false] {
            let view = await openView {
                if isPlainFirst { $0.add(plain, name: "x") }
                $0.addScriptMessageHandler(replies, contentWorld: world, name: "x")
                if !isPlainFirst { $0.add(plain, name: "x") }
            }
            let before = plain.received.count
            try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage('first'); 0")
            await plain.wait(for: before + 1)
            let reply = try await view.callAsyncJavaScript(
                "return await webkit.messageHandlers.x.postMessage('question')", contentWorld: world)
            #expect(reply as? String == "reply to question")
            view.configuration.userContentController.removeScriptMessageHandler(forName: "x", contentWorld: world)
            try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage('second'); 0")
            await plain.wait(for: before + 2)
            #expect(plain.bodies.suffix(2) == ["first", "second"])
        }
    }

    @Test func `a handler of the client world is invisible in the page's world`() async throws {
        let view = await openView { $0.add(Messages(), contentWorld: .defaultClient, name: "x") }
        #expect(try await view.evaluateJavaScript(Self.kind) as? String == "undefined")
        #expect(try await view.evaluateJavaScript(Self.kind, contentWorld: .defaultClient) as? String == "object")
    }

    @Test func `a body and a result that are interpolated read as the value, without an optional around it`()
        async throws
    {
        let messages = Messages()
        let view = await openView { $0.add(messages, name: "x") }
        try await view.evaluateJavaScript(
            "for (const body of ['text', 1.5, [true]]) webkit.messageHandlers.x.postMessage(body); 0")
        await messages.wait(for: 3)
        #expect(messages.received.map { "\($0.body)" }.prefix(2) == ["text", "1.5"])
        #expect(messages.received.allSatisfy { !"\($0.body)".contains("Optional") })
        let evaluated = Gate()
        var text = ""
        view.evaluateJavaScript("'text'", in: nil, in: .page) { result in
            text = (try? result.get()).map { "\($0)" } ?? "none"
            evaluated.open()
        }
        await evaluated.pass()
        #expect(text == "text")
    }

    @Test func `a handler that is removed is gone at once, and can be added again`() async throws {
        let (messages, other) = (Messages(), Messages())
        let view = await openView {
            $0.add(messages, name: "x")
            $0.add(other, name: "y")
        }
        let controller = view.configuration.userContentController
        controller.removeScriptMessageHandler(forName: "x", contentWorld: .defaultClient)
        #expect(try await view.evaluateJavaScript(Self.kind) as? String == "object")
        try await view.evaluateJavaScript("window.kept = webkit.messageHandlers.x; 0")
        controller.removeScriptMessageHandler(forName: "x")
        #expect(try await view.evaluateJavaScript(Self.kind) as? String == "undefined")
        _ = try? await view.evaluateJavaScript("kept.postMessage('late')")
        try await view.evaluateJavaScript("webkit.messageHandlers.y.postMessage('other'); 0")
        await other.wait(for: 1)
        #expect(messages.received.isEmpty)

        controller.add(messages, name: "x")
        try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage('again'); 0")
        await messages.wait(for: 1)
        #expect(messages.bodies == ["again"])
    }

    @Test func `a handler is kept alive until it is removed from its world`() async {
        let controller = WKUserContentController()
        weak var handler: Messages?
        do {
            let messages = Messages()
            handler = messages
            controller.add(messages, name: "x")
        }
        #expect(handler != nil)
        controller.removeAllScriptMessageHandlers(from: .defaultClient)
        #expect(handler != nil)
        controller.removeAllScriptMessageHandlers()
        #expect(handler == nil)
    }

    @Test func `a second handler of a name in one world raises an exception, also of an empty name`() async {
        let controller = WKUserContentController()
        let misuse = WKException.recording {
            controller.add(Messages(), name: "x")
            controller.add(Messages(), contentWorld: .defaultClient, name: "x")
            controller.add(Messages(), name: "x")
            controller.addScriptMessageHandler(Replies { _, _ in }, contentWorld: .page, name: "x")
            controller.add(Messages(), name: "")
            controller.add(Messages(), contentWorld: .defaultClient, name: "")
            controller.add(Messages(), name: "")
        }
        #expect(misuse.map(\.name) == .init(repeating: .invalidArgumentException, count: 3))
    }

    @Test func `a handler with an empty name gets no messages, and the others get theirs`() async throws {
        let (messages, unnamed) = (Messages(), Messages())
        let view = await openView {
            $0.add(unnamed, name: "")
            $0.add(messages, name: "x")
        }
        let controller = view.configuration.userContentController
        controller.removeScriptMessageHandler(forName: "")
        controller.add(unnamed, name: "")
        try await view.evaluateJavaScript("webkit.messageHandlers['']?.postMessage(1); 0")
        try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage('named'); 0")
        await messages.wait(for: 1)
        #expect(messages.bodies == ["named"] && unnamed.received.isEmpty)
    }

    @Test func `messages arrive in their order across a navigation`() async throws {
        let messages = Messages()
        pages["/next"] = "<script>webkit.messageHandlers.x.postMessage('next')</script>"
        let view = await openView { $0.add(messages, name: "x") }
        try await view.evaluateJavaScript(
            "const x = webkit.messageHandlers.x; for (const v of ['abc', null, 7, true, [1, [null]], {a: 'b'}]) x.postMessage(v); 0"
        )
        await view.open("app://host/next", navigations)
        await messages.wait(for: 7)
        let bodies = messages.received.map(\.body)
        #expect(bodies[0] as? String == "abc")
        #expect(bodies[1] is NSNull)
        #expect(bodies[2] as? Int == 7)
        #expect(bodies[3] as? Bool == true)
        #expect((bodies[4] as? [Any])?.count == 2)
        #expect((bodies[5] as? [String: String]) == ["a": "b"])
        #expect(bodies[6] as? String == "next")
    }

    @Test func `a message with a node is not delivered, and the next one is`() async throws {
        let messages = Messages()
        let view = await openView { $0.add(messages, name: "x") }
        _ = try? await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage(document.body)")
        try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage('after'); 0")
        await messages.wait(for: 1)
        #expect(messages.bodies == ["after"])
    }

    // MARK: Replies

    /// The script that posts a message and returns the outcome of its promise.
    static let ask = """
        try { const value = await webkit.messageHandlers.x.postMessage("q"); return [typeof value, JSON.stringify(value)].join(" ") }
        catch (error) { return "rejected " + error }
        """

    @Test func `a reply of any type fulfills the promise of its message`() async throws {
        let values: [(Any?, String?, String)] = [
            ("text", nil, "string \"text\""), (1.5, nil, "number 1.5"), (true, nil, "boolean true"),
            (NSNull(), nil, "object null"), (nil, nil, "undefined "),
            ([1, ["a": NSNull()]] as [Any], nil, #"object [1,{"a":null}]"#), (CGFloat(2.5), nil, "number 2.5"),
            (["a": Int?.none as Any], nil, #"object {"a":null}"#), (Int??.some(nil) as Any, nil, "object null"),
            (Date(timeIntervalSince1970: .nan), nil, "object null"),
        ]
        for (value, failure, expected) in values {
            let view = await openView {
                $0.addScriptMessageHandler(Replies { $1(value, failure) }, contentWorld: .page, name: "x")
            }
            #expect(try await view.call(Self.ask) as? String == expected)
        }
    }

    @Test func `a reply with an error text rejects the promise with it`() async throws {
        let view = await openView {
            $0.addScriptMessageHandler(Replies { $1(nil, "my reason") }, contentWorld: .page, name: "x")
        }
        let text = try #require(try await view.call(Self.ask) as? String)
        #expect(text.hasPrefix("rejected") && text.contains("my reason"))
    }

    @Test func `an error text of a reply is whole after U+0000`() async throws {
        let view = await openView {
            $0.addScriptMessageHandler(Replies { $1(nil, "before\0after") }, contentWorld: .page, name: "x")
        }
        let facts = try await view.call(
            """
            try { await webkit.messageHandlers.x.postMessage("q") }
            catch (error) { return [error instanceof Error, error.message] }
            """)
        #expect((facts as? [Any])?.first as? Bool == true)
        #expect((facts as? [Any])?.last as? String == "before\0after")
    }

    @Test func `a handler that drops its reply rejects the promise`() async throws {
        let view = await openView { $0.addScriptMessageHandler(Replies { _, _ in }, contentWorld: .page, name: "x") }
        let text = try #require(try await view.call(Self.ask) as? String)
        #expect(text.hasPrefix("rejected") && text.contains("did not respond to this postMessage"))
    }

    @Test func `a reply that cannot be serialised rejects the promise`() async throws {
        let view = await openView {
            $0.addScriptMessageHandler(Replies { $1([Data()], nil) }, contentWorld: .page, name: "x")
        }
        let text = try #require(try await view.call(Self.ask) as? String)
        #expect(text.hasPrefix("rejected") && text.contains("unable to be serialized"))
    }

    @Test func `a second reply raises an exception, and the promise has the first one`() async throws {
        var misuse: [WKException] = []
        let view = await openView {
            $0.addScriptMessageHandler(
                Replies { _, reply in
                    reply(1, nil)
                    misuse = WKException.recording { reply(2, nil) }
                }, contentWorld: .page, name: "x")
        }
        #expect(try await view.call(Self.ask) as? String == "number 1")
        #expect(misuse.map(\.name) == [.internalInconsistencyException])
    }

    @Test func `a reply that comes after the handler has returned fulfills the promise`() async throws {
        var late: Replies.Reply?
        let asked = AsyncStream<Void>.makeStream()
        let view = await openView {
            $0.addScriptMessageHandler(
                Replies {
                    late = $1
                    asked.continuation.finish()
                }, contentWorld: .page, name: "x")
        }
        let answer = Task { @MainActor in try await view.call(Self.ask) as? String }
        for await _ in asked.stream {}
        late?(7, nil)
        #expect(try await answer.value == "number 7")
    }

    @Test func `a reply to a page that has been replaced does no harm`() async throws {
        var late: Replies.Reply?
        let asked = AsyncStream<Void>.makeStream()
        let view = await openView {
            $0.addScriptMessageHandler(
                Replies {
                    late = $1
                    asked.continuation.finish()
                }, contentWorld: .page, name: "x")
        }
        try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage(1); 0")
        for await _ in asked.stream {}
        await view.open("app://host/", navigations)
        late?(7, nil)
        late = nil
        #expect(try await view.evaluateJavaScript("1") as? Int == 1)
    }
}
