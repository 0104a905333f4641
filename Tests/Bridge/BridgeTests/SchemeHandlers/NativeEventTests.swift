import SchemeHandlers
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct NativeEventTests {
    let pages = Pages()
    let navigations = Navigations()

    private struct Order: Codable, Equatable {
        var items: [Int]
        var name: String?
    }

    /// Notes events in `heard`, and lets a test wait until there are as many as it wants.
    private static let noting = """
        <script>
            window.heard = [];
            let wanted, enough;
            addEventListener('fromapp', (event) => {
                heard.push(event.detail);
                if (heard.length === wanted) enough();
            });
            const atLeast = (count) => new Promise((resolve) => {
                [wanted, enough] = [count, resolve];
                if (heard.length >= count) resolve();
            });
        </script>
        """

    init() {
        pages["/"] = Self.noting
        pages["/frame"] =
            Self.noting + "<script>addEventListener('fromapp', () => parent.postMessage(heard.length, '*'))</script>"
        pages["/framed"] =
            Self.noting + """
                <script>
                    window.frameHeard = [];
                    window.frames2 = new Promise((resolve) => addEventListener('message', ({ data }) => {
                        frameHeard.push(data);
                        if (frameHeard.length === 2) resolve();
                    }));
                </script>
                <iframe src="/frame"></iframe><iframe src="app://elsewhere/frame"></iframe>
                """
    }

    private func openView(_ path: String = "/") async -> WKWebView {
        let view = makeView(pages, navigations)
        await view.open("app://host\(path)", navigations)
        return view
    }

    @Test func `a page receives the application's events in order, with their details`() async throws {
        let view = await openView()
        for number in 0..<100 {
            try view.dispatchEvent("fromapp", detail: Order(items: [number], name: "</script>\u{2028}é"))
        }
        view.dispatchEvent("fromapp")
        let heard = try await view.call("await atLeast(101); return heard") as? [Any]
        #expect(heard?.count == 101)
        for (number, detail) in (heard ?? []).enumerated() {
            let detail = detail as? [String: Any]
            #expect(
                number == 100
                    || detail?["items"] as? [Int] == [number] && detail?["name"] as? String == "</script>\u{2028}é")
        }
        #expect(heard?.last is NSNull)
    }

    @Test func `frames of every origin receive the application's events`() async throws {
        let view = makeView(pages, navigations)
        // The frames' documents are made with the script.
        view.dispatchEvent("nobody")
        await view.open("app://host/framed", navigations)
        try view.dispatchEvent("fromapp", detail: 1)
        let heard = try await view.call("await frames2; await atLeast(1); return [heard.length, frameHeard]") as? [Any]
        #expect(heard?.first as? Int == 1)
        #expect(heard?.last as? [Int] == [1, 1])
    }

    @Test func `the application receives the page's events, and not its own`() async throws {
        let view = await openView()
        var events = view.events(named: "order").makeAsyncIterator()
        // The application does not receive the events that it dispatches itself.
        try view.dispatchEvent("order", detail: Order(items: []))
        try await view.call("dispatchEvent(new CustomEvent('order', { detail: { items: [1, 2], name: 'x' } }))")
        let event = try #require(await events.next())
        #expect(try event.detail(as: Order.self) == Order(items: [1, 2], name: "x"))
        #expect(event.frame.isMainFrame)
        #expect(event.frame.securityOrigin.host == "host")
        try await view.call("dispatchEvent(new CustomEvent('order', { detail: 'text' }))")
        let other = try #require(await events.next())
        #expect(throws: DecodingError.self) { try other.detail(as: Order.self) }
    }

    @Test func `events go both ways after a navigation to another origin`() async throws {
        let view = await openView()
        var events = view.events(named: "hello").makeAsyncIterator()
        await view.open("app://elsewhere/", navigations)
        try await view.call(
            "document.body.dispatchEvent(new CustomEvent('hello', { bubbles: true, detail: location.host }))")
        let event = try #require(await events.next())
        #expect(try event.detail(as: String.self) == "elsewhere")
        try view.dispatchEvent("fromapp", detail: 2)
        #expect(try await view.call("await atLeast(1); return heard") as? [Int] == [2])
    }

    @Test func `events of a page and its frame are received from the first script on`() async throws {
        pages["/early"] = """
            <script>dispatchEvent(new CustomEvent('early', { detail: 1 }))</script>
            <body><script>document.body.dispatchEvent(new CustomEvent('early', { detail: 2, bubbles: true }))</script>
            <script>document.body.dispatchEvent(new CustomEvent('early', { detail: 0 }))</script>
            <iframe srcdoc="<script>dispatchEvent(new CustomEvent('early', { detail: 3 }))</script>"></iframe>
            """
        let view = makeView(pages, navigations)
        var events = view.events(named: "early").makeAsyncIterator()
        await view.open("app://host/early", navigations)
        var details: [Int] = []
        for _ in 0..<3 { details.append(try #require(await events.next()).detail()) }
        #expect(details == [1, 2, 3])
        let isNative = try await view.call(
            "return String(EventTarget.prototype.dispatchEvent).includes('[native code]')")
        #expect(isNative as? Bool == true)
    }

    @Test func `an event whose detail is not JSON is dropped, and the next one is received`() async throws {
        let view = await openView()
        var events = view.events(named: "order").makeAsyncIterator()
        try await view.call(
            """
            const cyclic = {};
            cyclic.self = cyclic;
            for (const detail of [cyclic, 1n, 'last']) dispatchEvent(new CustomEvent('order', { detail }));
            """)
        #expect(try await events.next()?.detail(as: String.self) == "last")
    }

    @Test func `malformed messages are refused, and a detail that is not JSON does not decode`() async throws {
        let view = await openView()
        var events = view.events(named: "order").makeAsyncIterator()
        let answers =
            try await view.call(
                """
                const handler = webkit.messageHandlers.SWWebViewEvents, answers = [];
                for (const body of ['text', 1, null, {}, { wait: 1 }, { begin: 1 }, { event: 'order' }, { event: 'order', detail: {} }, { cancel: 'x' },
                    { gone: 'nobody' }, { begin: '' }, { event: 'never heard of', detail: '1' }, { event: 'order', detail: 'no JSON' }]) {
                    answers.push(await handler.postMessage(body).then(() => 'taken', () => 'refused'));
                }
                return answers;
                """) as? [String]
        #expect(answers == Array(repeating: "refused", count: 10) + ["taken", "refused", "taken"])
        let event = try #require(await events.next())
        #expect(throws: DecodingError.self) { try event.detail(as: String.self) }
    }
}
