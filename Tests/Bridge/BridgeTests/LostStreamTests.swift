import TestSupport
import Testing
import WebKit

@testable import SWWebView
@testable import ViewTestSupport

/// Navigations that are not committed: WebKit closes the event stream of a page that stays.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct LostStreamTests {
    let navigations = Navigations()
    let configuration = WKWebViewConfiguration()

    init() { configuration.websiteDataStore = .nonPersistent() }

    nonisolated static let answers: @Sendable (LocalServer.Received) async throws -> LocalServer.Answer = { request in
        switch request.path {
        case "/": .init(body: "<title>Home</title>")
        case "/worker.js":
            .init(
                headers: ["Content-Type": "text/javascript"],
                body: "onmessage = ({ data, source }) => source.postMessage(data);")
        case "/download":
            .init(headers: ["Content-Type": "application/zip", "Content-Disposition": "attachment"], body: "PK")
        case "/nothing": .init(status: 204, headers: [:])
        default: .init(status: 404)
        }
    }

    func makeView() -> SWWebView {
        let view = SWWebView(frame: .zero, configuration: configuration)
        view.bridgeTransport = .events
        view.serviceWorkerPermittedDomains = ["127.0.0.1", "dead.invalid"]
        return view
    }

    /// The script that registers a worker, and has the page keep the worker's messages.
    static let begin = """
        const { serviceWorker } = navigator;
        window.heard = [];
        serviceWorker.addEventListener("message", ({ data }) => { heard.push(data); window.onheard?.(); });
        serviceWorker.startMessages();
        window.say = (text) => new Promise((resolve) => {
            window.onheard = () => { if (heard.includes(text)) resolve(); };
            registration.active.postMessage(text);
        });
        const added = await serviceWorker.register("/worker.js");
        window.registration = await serviceWorker.ready;
        await say("before");
        window.isSamePage = true;
        """

    /// The script that uses every kind of command and message, and returns the results.
    static let goOn = """
        const { serviceWorker } = navigator;
        await say("after");
        const all = await serviceWorker.getRegistrations();
        const again = await serviceWorker.register("/worker.js");
        return [isSamePage, all.length, again === registration, heard.join(), await SWWebView.send("/ping", 7)].join(" ");
        """

    @Test(arguments: [
        "mailto:a@b.example", "tel:112", "myapp://open/page", "/download", "/nothing", "http://127.0.0.1:4/",
        "https://dead.invalid/",
    ])
    func `the bridge goes on after a navigation that is not committed`(_ address: String) async throws {
        try await LocalServer.with(Self.answers) { server in
            let view = makeView()
            await view.open(server.origin + "/", navigations)
            try await view.call(Self.begin)
            let reopened = Gate()
            let subscription = view.bridgeMessages.add { if $0.event == "eventstream" { reopened.open() } }
            defer { subscription.end() }
            try await view.evaluateJavaScript("location.href = '\(address)'; 0")
            await reopened.pass()
            #expect(try await view.call(Self.goOn) as? String == "true 1 true before,after 7")
            #expect(view.bridgeStatus.refusedMessages == 0)
        }
    }

    @Test func `commands and replies under way arrive once when streams are lost`() async throws {
        try await LocalServer.with(Self.answers) { server in
            let view = makeView()
            var taken: [String] = []
            let subscription = view.bridgeMessages.add {
                if $0.direction == .toHost, $0.text.contains("/ping") { taken.append($0.text) }
            }
            defer { subscription.end() }
            await view.open(server.origin + "/", navigations)
            for round in 0..<20 {
                let count = try await view.call(
                    """
                    const replies = [];
                    for (let index = 0; index < 20; index++) replies.push(SWWebView.send("/ping", index));
                    location.href = `mailto:${round}@b.example`;
                    for (let index = 20; index < 200; index++) {
                        replies.push(SWWebView.send("/ping", index));
                        if (index % 9 === 0) await replies[Math.floor(index / 2)];
                    }
                    return (await Promise.all(replies)).filter((reply, index) => reply === index).length;
                    """, ["round": round])
                #expect(count as? Int == 200)
                await navigations.over()
            }
            #expect(taken.count == 4000)
            #expect(Set(taken).count == 4000, "no command came twice")
            #expect(view.bridgeStatus.eventStreams == 1)
        }
    }

    @Test func `a stream resumes only for the frame that opened it`() async throws {
        try await LocalServer.with(Self.answers) { server in
            let view = makeView()
            var ids: [String] = []
            let subscription = view.bridgeMessages.add { message in
                guard message.event == "eventstream" else { return }
                ids.append(String(message.text.dropFirst(7).dropLast(2)))
            }
            defer { subscription.end() }
            await view.open(server.origin + "/", navigations)
            try await view.call("await SWWebView.send('/ping', 0); window.stop(); await SWWebView.send('/ping', 1)")
            #expect(ids.count == 2)
            #expect(Set(ids).count == 1, "the frame goes on with its stream")
            let own = try #require(ids.first)
            try await view.call(
                """
                const open = (query) => new Promise((resolve) => {
                    const source = new EventSource(`/___events___?resume=${own}&after=0&document=${query}`);
                    source.addEventListener("eventstream", () => { source.close(); resolve(); });
                });
                await open("");
                await open("someone-else");
                """, ["own": own])
            #expect(ids.count == 4)
            #expect(Set(ids).count == 3, "others have streams of their own")
            #expect(try await view.call("return await SWWebView.send('/ping', 2)") as? Int == 2)
        }
    }

    @Test func `a kept lost stream ends with its page`() async throws {
        try await LocalServer.with(Self.answers) { server in
            let view = makeView()
            await view.open(server.origin + "/", navigations)
            try await view.call("await SWWebView.send('/ping', 0); window.stop(); await SWWebView.send('/ping', 1)")
            let host = try #require(
                view.services.views.showing(.init(rawValue: "sw://127.0.0.1:\(server.port)")).first as? BridgeEndpoint)
            #expect(host.streams.kept == 1)
            await view.open("about:blank", navigations)
            for _ in 0..<5000 where host.streams.kept > 0 { try await view.evaluateJavaScript("0") }
            #expect(host.streams.kept == 0)
            #expect(view.bridgeStatus.openRequests == 0)
        }
    }

    /// A page that comes back from the back-forward cache has lost its stream with the rest that the host knew of it.
    @Test func `a page from the back-forward cache opens another stream`() async throws {
        try await LocalServer.with(Self.answers) { server in
            let view = makeView()
            await view.open(server.origin + "/", navigations)
            try await view.call(Self.begin)
            await view.open("about:blank", navigations)
            view.goBack()
            await navigations.over()
            try #require(try await view.evaluateJavaScript("window.isSamePage ?? false") as? Bool == true)
            #expect(try await view.call(Self.goOn) as? String == "true 1 true before,after 7")
        }
    }
}
