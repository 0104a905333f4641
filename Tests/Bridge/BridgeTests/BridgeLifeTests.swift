import TestSupport
import Testing
import WebKit

@testable import SWWebView
@testable import ViewTestSupport

/// Tests that each view has a bridge of its own, and that nothing of it remains after the view.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct BridgeLifeTests {
    let navigations = Navigations()
    let configuration = WKWebViewConfiguration()

    init() { configuration.websiteDataStore = .nonPersistent() }

    func makeView() -> SWWebView {
        let view = SWWebView(frame: .zero, configuration: configuration)
        view.bridgeTransport = .events
        view.serviceWorkerPermittedDomains = ["127.0.0.1"]
        return view
    }

    nonisolated static let pages = [
        "/": "<title>Home</title>", "/frames": "<iframe src=/></iframe><iframe src=/></iframe>",
    ]

    /// Gives the page turns until the bridge is in the state that is waited for.
    func wait(in view: SWWebView, until condition: (BridgeStatus) -> Bool) async throws -> Bool {
        for _ in 0..<5000 {
            if condition(view.bridgeStatus) { return true }
            try await view.evaluateJavaScript("0")
        }
        return false
    }

    @Test func `a command gets its reply over the event stream of its frame`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView()
            await view.open(server.origin + "/", navigations)
            let echo = try await view.call(
                "return JSON.stringify(await SWWebView.send('/ping', {a: ['é', null, 1.5]}))")
            #expect(echo as? String == #"{"a":["é",null,1.5]}"#)
            #expect(view.bridgeStatus.counts == [1, 1, 0])
        }
    }

    /// The first command opens the storage, which those after it wait for.
    @Test func `a data store's first jobs run in the order in which the page asks for them`() async throws {
        let answer: @Sendable (LocalServer.Received) -> LocalServer.Answer = { request in
            request.path == "/" ? .init(body: "") : .init(headers: ["Content-Type": "text/javascript"], body: "")
        }
        try await LocalServer.with(answer) { server in
            let view = makeView()
            await view.open(server.origin + "/", navigations)
            let order = try await view.call(
                """
                const order = [];
                await Promise.all([0, 1, 2, 3, 4, 5].map(async (number) => {
                    await navigator.serviceWorker.register(`/${number}.js`, { scope: "/one" });
                    order.push(number);
                }));
                return order.join(" ");
                """)
            #expect(order as? String == "0 1 2 3 4 5")
        }
    }

    @Test func `an unknown command rejects with NotSupportedError`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView()
            await view.open(server.origin + "/", navigations)
            let text = try await view.call(
                "try { await SWWebView.send('/nope') } catch (e) { return `${e.name} ${e.message}` }")
            #expect(text as? String == "NotSupportedError There is no command “/nope”")
            #expect(try await view.call("return await SWWebView.send('/ping', 2)") as? Int == 2)
        }
    }

    @Test func `a view refuses the stream id of another view`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let (first, second) = (makeView(), makeView())
            await first.open(server.origin + "/", navigations)
            await second.open(server.origin + "/", navigations)
            #expect(try await first.call("return await SWWebView.send('/ping', 1)") as? Int == 1)
            #expect(first.bridgeStatus.eventStreams == 1)
            #expect(second.bridgeStatus.eventStreams == 1)

            let id = try await first.call(
                """
                window.mine = new EventSource("/___events___");
                return await new Promise((resolve) =>
                    mine.addEventListener("eventstream", (event) => resolve(JSON.parse(event.data).id)));
                """)
            let forged = try #require(id as? String)
            try await second.call(
                """
                webkit.messageHandlers.SWWebView.postMessage(
                    JSON.stringify({streamID: id, promiseIndex: 0, path: "/ping", body: 1}));
                """, ["id": forged])
            #expect(try await wait(in: second) { $0.refusedMessages == 1 })
            #expect(first.bridgeStatus.refusedMessages == 0)
            #expect(try await second.call("return await SWWebView.send('/ping', 2)") as? Int == 2)
        }
    }

    @Test(arguments: [
        "7", "{}", "''", "'{\"path\":1}'", "'[['", "null",
        "'{\"streamID\":\"x\",\"promiseIndex\":0,\"path\":\"/ping\",\"body\":1}'",
    ])
    func `a malformed message is counted as refused and the bridge goes on`(_ message: String) async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView()
            await view.open(server.origin + "/", navigations)
            try await view.evaluateJavaScript("webkit.messageHandlers.SWWebView.postMessage(\(message)); 0")
            #expect(try await view.call("return await SWWebView.send('/ping', 1)") as? Int == 1)
            #expect(view.bridgeStatus.refusedMessages == 1)
        }
    }

    @Test func `event streams end when their frames go`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView()
            await view.open(server.origin + "/frames", navigations)
            try await view.call(
                """
                for (const frame of [window, ...document.querySelectorAll("iframe")].map((f) => f.contentWindow ?? f))
                    await frame.SWWebView.send("/ping", 0);
                """)
            #expect(view.bridgeStatus.eventStreams == 3)
            try await view.evaluateJavaScript("document.querySelector('iframe').remove()")
            #expect(try await wait(in: view) { $0.eventStreams == 2 })
            await view.open("about:blank", navigations)
            #expect(try await wait(in: view) { $0.eventStreams == 0 })
            #expect(view.bridgeStatus.openRequests == 0)
        }
    }

    @Test func `event streams end with the web process and the next page has its own`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView()
            await view.open(server.origin + "/", navigations)
            try await view.call("await SWWebView.send('/ping', 0)")
            view.terminateWebProcess()
            await navigations.over()
            #expect(navigations.terminations == 1)
            #expect(view.bridgeStatus.counts == [0, 0, 0])
            await view.open(server.origin + "/", navigations)
            #expect(try await view.call("return await SWWebView.send('/ping', 1)") as? Int == 1)
        }
    }

    @Test func `a released view releases its bridge while a request hangs`() async throws {
        let hangs = AsyncStream<Void>.makeStream()
        try await LocalServer.with({
            if $0.path == "/hang" {
                hangs.continuation.yield()
                for await _ in AsyncStream<Never>.makeStream().stream {}
            }
            return .init(body: "<title>Home</title>")
        }) { server in
            weak var gone: SWWebView?
            weak var host: BridgeEndpoint?
            do {
                let view = makeView()
                gone = view
                host = view.configuration.urlSchemeHandler(forURLScheme: "sw") as? BridgeEndpoint
                await view.open(server.origin + "/", navigations)
                try await view.call("await SWWebView.send('/ping', 0); fetch('/hang').catch(() => {})")
                for await _ in hangs.stream { break }
                #expect(view.bridgeStatus.counts == [1, 2, 0])
                #expect(host?.status == view.bridgeStatus)
            }
            #expect(gone == nil)
            for _ in 0..<5000 where host != nil { await Task.yield() }
            #expect(host == nil, "a request that hangs must not keep the bridge")
        }
    }

    @Test func `the application can add and remove user scripts and handlers without touching the bridge`() async throws
    {
        try await LocalServer.with(pages: Self.pages) { (server) async throws in
            let controller = configuration.userContentController
            let view = makeView()
            #expect(controller.userScripts.isEmpty)
            #expect(configuration.urlSchemeHandler(forURLScheme: "sw") == nil)
            controller.addUserScript(
                WKUserScript(source: "window.isApp = true", injectionTime: .atDocumentStart, forMainFrameOnly: true))
            await view.open(server.origin + "/", navigations)
            #expect(try await view.evaluateJavaScript("isApp") as? Bool == true)
            controller.removeAllUserScripts()
            controller.removeAllScriptMessageHandlers()
            #expect(try await view.call("return await SWWebView.send('/ping', 1)") as? Int == 1)
            await view.open(server.origin + "/", navigations)
            #expect(try await view.evaluateJavaScript("typeof isApp") as? String == "undefined")
            #expect(try await view.call("return await SWWebView.send('/ping', 2)") as? Int == 2)
        }
    }
}

extension BridgeStatus {
    /// Event streams, open requests, refused messages.
    fileprivate var counts: [Int] { [eventStreams, openRequests, refusedMessages] }
}
