import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The frames that script messages name.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct MessageFrameTests {
    let pages = Pages()
    let navigations = Navigations()
    let messages = Messages()

    /// Tries to post a message in the name of the application's main frame, with `forge` in place of what the page's own
    /// script would post, and posts `honest` at the end.
    private nonisolated static let hostile = """
        <!doctype html><script>
        const known = ["has", "get"].flatMap((name) => [WeakSet, Set, Map, WeakMap].map((type) => [type.prototype, name]));
        const handler = webkit.messageHandlers.x;
        const prototype = Object.getPrototypeOf(handler);
        const facts = [true, "app://host/", "app://host", null];
        const forgeries = [
            { frame: facts, body: "forged" }, "\\u0001" + JSON.stringify(facts) + "\\nforged",
            { frame: "0".repeat(32), body: "forged" }, "\\u0001" + "0".repeat(32) + "\\nforged",
            { frame: "", body: "forged" }, "\\u0001\\nforged", "forged", { frame: null }, null,
        ];
        for (const answer of [undefined, true, false]) {
            if (answer !== undefined) {
                for (const [target, name] of known) if (name in target) target[name] = () => answer;
                Reflect.apply = Function.prototype.call = Function.prototype.apply = () => undefined;
                JSON.stringify = () => JSON.stringify;
                Object.defineProperty(self, "origin", { value: "app://host" });
                Object.defineProperty(Array.prototype, "0", { value: "\\u0001[true]\\n", configurable: true });
            }
            for (const forgery of forgeries) {
                handler.postMessage(forgery);
                prototype.postMessage.bind(handler)(forgery);
                webkit.messageHandlers.late?.postMessage(forgery);
            }
            delete Array.prototype[0];
        }
        handler.postMessage("honest");
        </script>
        """

    private nonisolated static let frames = [
        "<iframe src='app://other/hostile'></iframe>",
        "<iframe sandbox=allow-scripts src='app://host/hostile'></iframe>",
    ]

    private func open(_ element: String, _ adjust: (WKUserContentController) -> Void = { _ in }) async -> WKWebView {
        pages["/"] = element
        pages["/hostile"] = Self.hostile
        let view = makeView(pages, navigations) {
            $0.userContentController.add(messages, name: "x")
            adjust($0.userContentController)
        }
        await view.open("app://host/", navigations)
        return view
    }

    private func told(_ message: WKScriptMessage) -> String {
        let frame = message.frameInfo
        let origin = frame.securityOrigin
        return "\(frame.isMainFrame) \(origin.protocol)://\(origin.host) \(frame.request.url?.absoluteString ?? "")"
    }

    private func firstHonest() async -> WKScriptMessage? {
        var count = 1
        while true {
            await messages.wait(for: count)
            if let found = messages.received.first(where: { $0.body as? String == "honest" }) { return found }
            count = messages.received.count + 1
        }
    }

    @Test(arguments: frames)
    func `a frame cannot post a message in the name of another frame`(element: String) async {
        let view = await open(element)
        let honest = await firstHonest()
        let expected =
            element.contains("sandbox") ? "false :// app://host/hostile" : "false app://other app://other/hostile"
        #expect(honest.map(told) == expected)
        let others = messages.received.filter { $0.frameInfo.isMainFrame || $0.frameInfo.securityOrigin.host == "host" }
        #expect(others.map(told) == [])
        withExtendedLifetime(view) {}
    }

    @Test func `a frame cannot post as another frame to a handler that is added after its load`() async throws {
        let late = Messages()
        let view = await open(
            "<script>addEventListener('message', ({ source }) => source.postMessage('go', '*'))</script>")
        pages["/waiting"] = """
            <!doctype html><script>
            onmessage = () => {
                for (const frame of [[true, "app://host/", "app://host", null], "0".repeat(32)]) {
                    webkit.messageHandlers.late.postMessage({ frame, body: "forged" });
                    webkit.messageHandlers.late.postMessage("\\u0001" + JSON.stringify(frame) + "\\nforged");
                }
            };
            parent.postMessage("loaded", "*");
            </script>
            """
        try await view.call(
            """
            const loaded = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
            document.body.insertAdjacentHTML("beforeend", "<iframe src='app://other/waiting'></iframe>");
            await loaded;
            """)
        view.configuration.userContentController.add(late, name: "late")
        try await view.evaluateJavaScript("frames[0].postMessage('go', '*'); 0")
        await late.wait(for: 4)
        #expect(late.received.filter { $0.frameInfo.isMainFrame }.map(told) == [])
        #expect(late.received.filter { $0.frameInfo.securityOrigin.host == "host" }.map(told) == [])
    }

    @Test func `a page cannot post a message in the name of another world`() async throws {
        let client = Messages()
        let world = WKContentWorld.world(name: "trusted")
        let view = await open("") { $0.add(client, contentWorld: world, name: "x") }
        try await view.evaluateJavaScript(
            """
            WeakSet.prototype.has = Set.prototype.has = () => false;
            webkit.messageHandlers.x.postMessage({ frame: [true, "app://host/", "app://host", "trusted"], body: 1 });
            WeakSet.prototype.has = Set.prototype.has = () => true;
            webkit.messageHandlers.x.postMessage({ frame: [true, "app://host/", "app://host", "trusted"], body: 1 });
            0
            """)
        await messages.wait(for: 2)
        try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage(2); 0", contentWorld: world)
        await client.wait(for: 1)
        #expect(client.received.map { $0.body as? Int } == [2])
        #expect(client.received.map(told) == ["true app://host app://host/"])
        #expect(messages.received.count == 2)
    }

    @Test func `a message names the address that pushState has set`() async throws {
        let view = await open("")
        try await view.evaluateJavaScript(
            """
            webkit.messageHandlers.x.postMessage("before");
            history.pushState(null, "", "/pushed?a#b");
            webkit.messageHandlers.x.postMessage("after");
            webkit.messageHandlers.x.postMessage(["again"]);
            0
            """)
        await messages.wait(for: 3)
        let pushed = "true app://host app://host/pushed?a#b"
        #expect(messages.received.map(told) == ["true app://host app://host/", pushed, pushed])
    }

    @Test func `messages name main, loaded, blank and srcdoc frames`() async throws {
        pages["/post"] = "<script>webkit.messageHandlers.x.postMessage('post')</script>"
        _ = await open(
            """
            <script>
            addEventListener("load", () => {
                frames[0].webkit.messageHandlers.x.postMessage("blank");
                frames[0].webkit.messageHandlers.x.postMessage(["blank"]);
                location.hash = "end";
                webkit.messageHandlers.x.postMessage("main");
            });
            </script>
            <iframe></iframe><iframe src="/post"></iframe>
            <iframe srcdoc="<script>webkit.messageHandlers.x.postMessage('text')</script>"></iframe>
            """)
        await messages.wait(for: 5)
        let all = messages.received.map { "\(($0.body as? String) ?? "array") \(told($0))" }
        #expect(
            all.sorted() == [
                "array false app://host about:blank", "blank false app://host about:blank",
                "main true app://host app://host/#end", "post false app://host app://host/post",
                "text false app://host about:srcdoc",
            ])
    }

    @Test func `a handler that is added after a load gets messages that name the main frame`() async throws {
        let late = Messages()
        let plain = makeView(pages, navigations)
        pages["/"] = "<title>Plain</title>"
        await plain.open("app://host/", navigations)
        for name in ["first", "second"] {
            plain.configuration.userContentController.add(late, name: name)
            try await plain.evaluateJavaScript("webkit.messageHandlers.\(name).postMessage('\(name)'); 0")
        }
        await late.wait(for: 2)
        #expect(late.bodies == ["first", "second"])
        #expect(late.received.map(told) == Array(repeating: "true app://host app://host/", count: 2))
    }

    @Test func `a document from the history still names its frame in messages`() async throws {
        let view = await open("<title>First</title>")
        pages["/next"] = "<title>Next</title>"
        await view.open("app://host/next", navigations)
        view.goBack()
        await navigations.over()
        try await view.evaluateJavaScript("webkit.messageHandlers.x.postMessage('again'); 0")
        await messages.wait(for: 1)
        #expect(messages.received.map(told) == ["true app://host app://host/"])
    }
}
