import Foundation
import SWWebView
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The service workers that get the requests of frames' scripts for other permitted hosts.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct FrameRequestTests {
    /// A worker answers with its name, and with the kind of the client that asks.
    private nonisolated static let worker = """
        addEventListener("install", (event) => event.waitUntil(skipWaiting()));
        addEventListener("activate", (event) => event.waitUntil(clients.claim()));
        addEventListener("fetch", (event) => event.request.mode !== "navigate" && event.respondWith((async () => {
            const client = await clients.get(event.clientId);
            return new Response(`${registration.scope.replace(/.*\\//, "")} for ${client?.frameType}`);
        })()));
        """

    private nonisolated static let frame = """
        <script>
        const ask = {
            fetch: async (url) => (await fetch(url)).text(),
            request: async (url) => (await fetch(new Request(url, { method: "POST", body: "text" }))).text(),
            blob: async (url) => (await fetch(url, { method: "POST", body: new Blob(["text"]) })).text(),
            xhr: (url) => new Promise((resolve) => {
                const request = new XMLHttpRequest();
                request.open("GET", url);
                request.onloadend = () => resolve(`${request.responseText} ${request.responseURL.includes("#") ? "marked" : ""}`.trim());
                request.send();
            }),
        };
        self.all = async (url) => {
            const answers = {};
            for (const way in ask) answers[way] = await ask[way](`${url}?${Math.random()}`).catch(String);
            return answers;
        };
        </script>
        """

    @Test func `a frame's requests for another permitted host go to the frame's own worker`() async throws {
        try await LocalServer.with({
            $0.path == "/worker.js"
                ? .init(headers: ["Content-Type": "text/javascript"], body: Self.worker) : .init(body: Self.frame)
        }) { home in
            try await LocalServer.with({ _ in
                .init(headers: ["Access-Control-Allow-Origin": "*"], body: "the network")
            }) { other in
                let configuration = WKWebViewConfiguration()
                configuration.websiteDataStore = .nonPersistent()
                let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), configuration: configuration)
                view.serviceWorkerPermittedDomains = ["127.0.0.1"]
                await view.open(home.origin + "/page", Navigations())
                let found = try await view.call(
                    """
                    const start = async (scope) => {
                        const { installing } = await navigator.serviceWorker.register("/worker.js", { scope });
                        await new Promise((resolve) => { installing.onstatechange = () => installing.state === "activated" && resolve(); });
                    };
                    const frame = async (src) => {
                        const element = Object.assign(document.createElement("iframe"), { src });
                        await new Promise((resolve) => { element.onload = resolve; document.body.append(element); });
                        return element.contentWindow;
                    };
                    await start("/inner");
                    const inner = await frame("/inner"), free = await frame("/free");
                    const answers = { inner: await inner.all(other), free: await free.all(other) };
                    await start("/page");
                    answers.controlled = { inner: await inner.all(other), free: await free.all(other), page: await all(other) };
                    return JSON.stringify(answers);
                    """, ["other": other.origin + "/x"])
                let own = [String: String](uniqueKeysWithValues: Self.ways.map { ($0, "inner for nested") })
                let network = [String: String](uniqueKeysWithValues: Self.ways.map { ($0, "the network") })
                let page = [String: String](uniqueKeysWithValues: Self.ways.map { ($0, "page for top-level") })
                let answers = try JSONDecoder().decode(Answers.self, from: Data((found as? String ?? "").utf8))
                #expect(answers.inner == own)
                #expect(answers.free == network)
                #expect(answers.controlled == ["inner": own, "free": network, "page": page])
            }
        }
    }

    private static let ways = ["fetch", "request", "blob", "xhr"]

    private struct Answers: Decodable {
        let inner: [String: String]
        let free: [String: String]
        let controlled: [String: [String: String]]
    }
}
