import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests that the host identifies a frame correctly, whatever the frame's scripts say.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct FrameIdentityTests {
    /// Sends the host the reports of a runtime about its document.
    static let posting = """
        navigator.serviceWorker;
        dispatchEvent(new Event("tellDocument"));
        const id = document.documentElement.dataset.document;
        const post = (path, body) => webkit.messageHandlers.SWWebView.postMessage(JSON.stringify({ document: id, path, body }));

        """

    /// The script that returns the page's own cache entry, unless the host no longer knows the page.
    private static let own = """
        const found = caches.open("own").then((cache) => cache.match("/own")).then((response) => response?.text());
        return await Promise.race([found, new Promise((resolve) => setTimeout(resolve, 60000, "the host is lost"))]);
        """

    @Test(arguments: ["nested", "top-level", "auxiliary"])
    func `a frame that announces itself under a URL of another origin gets none of its caches`(frameType: String)
        async throws
    {
        try await HostileFrames.with { app in
            try await app.view.call("await (await caches.open('own')).put('/own', new Response('mine'))")
            let taken = try await app.run(
                Self.posting + """
                    post("/Client/gone", { document: id });
                    post("/Client/ready", {
                        document: id, url: `${app}/taken`, frameType: "\(frameType)", visibilityState: "visible", focused: true });
                    const names = await Promise.race([
                        caches.keys(), new Promise((resolve) => setTimeout(resolve, 2000, []))]);
                    await caches.delete("own").catch(() => {});
                    return names;
                    """, in: .otherOrigin)
            #expect(taken as? [String] == [])
            #expect(try await app.view.call(Self.own) as? String == "mine")
        }
    }

    @Test func `a frame that announces itself again keeps its own origin`() async throws {
        try await HostileFrames.with { app in
            let names = try await app.run(
                Self.posting + """
                    await (await caches.open("others")).put("/x", new Response("x"));
                    post("/Client/gone", { document: id });
                    post("/Client/ready", { document: id, url: `${app}/taken`, frameType: "nested" });
                    return await caches.keys();
                    """, in: .otherOrigin)
            #expect(names as? [String] == ["others"])
        }
    }

    @Test func `a made-up document id is not found`() async throws {
        try await HostileFrames.with { app in
            try await app.view.call("await (await caches.open('own')).put('/own', new Response('mine'))")
            let status = try await app.run(
                """
                const id = "0123456789abcdef0123456789abcdef";
                const body = { document: id, url: location.href, frameType: "nested" };
                webkit.messageHandlers.SWWebView.postMessage(JSON.stringify({ document: id, path: "/Client/ready", body }));
                const request = new XMLHttpRequest();
                request.open("GET", `/___client___?document=${id}`, false);
                request.send();
                return request.status;
                """, in: .otherOrigin)
            #expect(status as? Int == 404)
        }
    }

    /// Another origin's announcement would have its service worker asked for the application's picture.
    @Test func `a frame cannot have its service worker answer an image of another origin`() async throws {
        let worker = """
            self.onfetch = (event) => {
                if (event.request.url.endsWith(".svg")) event.respondWith(new Response("", { status: 500 }));
            };
            """
        let script = LocalServer.Answer(headers: ["Content-Type": "text/javascript"], body: worker)
        let picture = LocalServer.Answer(
            headers: ["Content-Type": "image/svg+xml"],
            body: "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='7'/>")
        try await HostileFrames.with(["/worker.js": script, "/picture.svg": picture]) { app in
            _ = try await app.run(
                Self.posting + """
                    await navigator.serviceWorker.register("/worker.js", { scope: "/" });
                    await navigator.serviceWorker.ready;
                    """, in: .otherOrigin)
            _ = try await app.run(
                Self.posting + """
                    if (!navigator.serviceWorker.controller) throw new Error("no controller");
                    for (let count = 0; count < 9; count++)
                        post("/Client/asks", { document: id, url: `${app}/picture.svg`, mark: "destination=image" });
                    """, in: .otherOrigin)
            let width = try await app.view.call(
                """
                const image = new Image();
                image.src = "/picture.svg";
                await image.decode().catch(() => {});
                return image.naturalWidth;
                """)
            #expect(width as? Int == 7)
        }
    }
}
