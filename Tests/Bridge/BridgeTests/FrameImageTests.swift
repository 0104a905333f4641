import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Images of other origins that a controlled frame requests for elements outside of its document, which no part of WebKit
/// attributes to the frame.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct FrameImageTests {
    private static func image(width: Int) -> LocalServer.Answer {
        LocalServer.Answer(
            headers: ["Content-Type": "image/svg+xml", "Access-Control-Allow-Origin": "*"],
            body: "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(width)'/>")
    }

    private static let answers = [
        "/inner/": LocalServer.Answer(body: "<title>Inner</title>"),
        "/inner/worker.js": LocalServer.Answer(
            headers: ["Content-Type": "text/javascript", "Service-Worker-Allowed": "/"],
            body: """
                self.onfetch = (event) => {
                    if (event.request.url.includes("/image.svg")) event.respondWith(fetch("/worker.svg"));
                };
                """),
        "/image.svg": image(width: 7),
        "/worker.svg": image(width: 9),
    ]

    /// Opens a controlled frame, and defines `width`, which loads an image in one of the documents.
    private static let frame = """
        const registration = await navigator.serviceWorker.register("/inner/worker.js");
        const worker = registration.installing ?? registration.active;
        const activated = new Promise((resolve) => { worker.onstatechange = () => worker.state === "activated" && resolve(); });
        if (worker.state !== "activated") await activated;
        const frame = document.createElement("iframe");
        frame.src = "/inner/";
        document.body.append(frame);
        await new Promise((resolve) => { frame.onload = resolve; });
        const width = async (owner, crossOrigin) => {
            const image = new owner.Image();
            image.crossOrigin = crossOrigin;
            image.src = `sw://other.example/image.svg?${owner === self ? "page" : "frame"}`;
            await image.decode().catch(() => {});
            return image.naturalWidth;
        };

        """

    @Test(arguments: [nil, "anonymous", "use-credentials"])
    func `the service worker of a frame answers its images of other origins`(crossOrigin: String?) async throws {
        try await HostileFrames.with(Self.answers) { app in
            let widths = try await app.view.call(
                Self.frame + "return [await width(frame.contentWindow, crossOrigin), await width(self, null)].join();",
                ["crossOrigin": crossOrigin ?? NSNull()])
            #expect(widths as? String == "9,7")
        }
    }

    /// A frame of a third origin announces the images. Its own worker would answer them.
    @Test(arguments: [nil, "anonymous"])
    func `a frame that announces images of another page has no effect on them`(crossOrigin: String?) async throws {
        try await HostileFrames.with(Self.answers) { app in
            _ = try await app.run(
                """
                await navigator.serviceWorker.register("/inner/worker.js", { scope: "/" });
                await navigator.serviceWorker.ready;
                """, in: .otherOrigin)
            _ = try await app.run(
                FrameIdentityTests.posting
                    + """
                    if (!navigator.serviceWorker.controller) throw new Error("no controller");
                    const mark = "destination=image" + (crossOrigin ? "&mode=cors" : "");
                    for (let count = 0; count < 9; count++)
                        post("/Client/asks", { document: id, url: "sw://third.example/image.svg", mark });
                    """.replacing("crossOrigin ?", with: "\(crossOrigin != nil) ?"), in: .otherOrigin)
            let width = try await app.view.call(
                """
                const image = new Image();
                image.crossOrigin = crossOrigin;
                image.src = "sw://third.example/image.svg";
                await image.decode().catch(() => {});
                return image.naturalWidth;
                """, ["crossOrigin": crossOrigin ?? NSNull()])
            #expect(width as? Int == 7)
        }
    }
}
