import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Picture in picture, and devices to play on.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct VideoPresentationTests {
    let pages = Pages()
    let navigations = Navigations()

    /// A page with a video of a canvas, 32 by 16 pixels, that tells its events. It asks for picture in picture once without an activation.
    static let page = """
        <body style="margin: 0"><button style="width: 200px; height: 100px">ask</button>
        <canvas width="32" height="16"></canvas><video muted></video><video id="other" muted></video><script>
        const canvas = document.querySelector("canvas"), [video, other] = document.querySelectorAll("video"), seen = [];
        const draw = () => { canvas.getContext("2d").fillRect(0, 0, Math.random() * 32, 9); requestAnimationFrame(draw); };
        draw();
        for (const element of [video, other]) {
            for (const type of ["enterpictureinpicture", "leavepictureinpicture", "webkitpresentationmodechanged"])
                element.addEventListener(type, () => seen.push((element.id || "video") + " " + type));
        }
        const loaded = (element) => new Promise((resolve) => {
            element.onloadedmetadata = () => resolve();
            element.srcObject = canvas.captureStream();
        });
        const ask = () => video.requestPictureInPicture().then(
            (window) => webkit.messageHandlers.x.postMessage(`${window.width} of ${innerWidth}, ${window.height * 2 === window.width}`),
            (error) => webkit.messageHandlers.x.postMessage(error.name));
        document.querySelector("button").onclick = ask;
        const early = video.requestPictureInPicture().catch((error) => error.name);
        const ready = Promise.all([loaded(video), loaded(other)]);
        ready.then(ask);
        </script>
        """

    func openView(
        _ messages: Messages = Messages(), configure: (WKWebViewConfiguration) -> Void = { _ in }
    ) async -> WKWebView {
        pages["/"] = Self.page
        let view = makeView(pages, navigations) {
            $0.userContentController.add(messages, name: "x")
            configure($0)
        }
        await view.open("app://host/", navigations)
        return view
    }

    @Test func `a click lets a video into picture in picture, and a script alone does not`() async throws {
        let messages = Messages()
        let view = await openView(messages)
        #expect(try await view.call("return await early") as? String == "InvalidStateError")
        await messages.wait(for: 1)
        #expect(messages.bodies == ["NotAllowedError"])
        view.click(at: CGPoint(x: 20, y: 20))
        await messages.wait(for: 2)
        let width = Int(view.frame.width)
        #expect(messages.bodies.last == "\(width / 2) of \(width), true")
        let state = """
            const read = () => [document.pictureInPictureElement?.tagName, video.webkitPresentationMode].join();
            const before = read(), exit = document.exitPictureInPicture();
            await exit;
            const again = await document.exitPictureInPicture().catch((error) => error.name);
            return [before, read(), again, ...seen].join("; ");
            """
        #expect(
            try await view.call(state) as? String == """
                VIDEO,picture-in-picture; ,inline; InvalidStateError; video enterpictureinpicture; \
                video webkitpresentationmodechanged; video leavepictureinpicture; video webkitpresentationmodechanged
                """)
    }

    @Test func `one video is in picture in picture at a time, and the application can end it`() async throws {
        let view = await openView()
        let script = """
            await ready;
            const first = await video.requestPictureInPicture(), second = await other.requestPictureInPicture();
            return [first.width, second.width > 0, await other.requestPictureInPicture() === second, ...seen].join("; ");
            """
        #expect(
            try await view.call(script) as? String == """
                0; true; true; video enterpictureinpicture; video webkitpresentationmodechanged; video leavepictureinpicture; \
                video webkitpresentationmodechanged; other enterpictureinpicture; other webkitpresentationmodechanged
                """)
        await view.closeAllMediaPresentations()
        #expect(try await view.call("return document.pictureInPictureElement === null") as? Bool == true)
    }

    @Test func `a view that does not allow picture in picture has none`() async throws {
        let modes = """
            await ready;
            const modes = ["inline", "picture-in-picture"].map((mode) => video.webkitSupportsPresentationMode(mode));
            video.webkitSetPresentationMode("picture-in-picture");
            const outcome = await video.requestPictureInPicture().then(() => "shown", (error) => error.name);
            return [document.pictureInPictureEnabled, ...modes, outcome, video.webkitPresentationMode].join();
            """
        let allowing = await openView()
        #expect(try await allowing.call(modes) as? String == "true,true,true,shown,picture-in-picture")
        let refusing = await openView { $0.allowsPictureInPictureMediaPlayback = false }
        #expect(try await refusing.call(modes) as? String == "false,true,false,NotSupportedError,inline")
    }

    @Test func `media see no device to play on, and whether AirPlay is allowed`() async throws {
        let script = """
            const told = await new Promise((resolve) =>
                video.addEventListener("webkitplaybacktargetavailabilitychanged", resolve));
            const available = await new Promise((resolve, reject) =>
                video.remote.watchAvailability(resolve).catch((error) => resolve(error.name)));
            const prompt = await video.remote.prompt().catch((error) => error.name);
            return [told.availability, told instanceof WebKitPlaybackTargetAvailabilityEvent, available, prompt, video.remote.state,
                video.webkitCurrentPlaybackTargetIsWireless, video.webkitWirelessVideoPlaybackDisabled].join();
            """
        let allowing = await openView()
        #expect(
            try await allowing.call(script) as? String
                == "not-available,true,false,NotFoundError,disconnected,false,false")
        let refusing = await openView { $0.allowsAirPlayForMediaPlayback = false }
        #expect(
            try await refusing.call(script) as? String
                == "not-available,true,NotSupportedError,NotFoundError,disconnected,false,true")
    }

    @Test func `the members are the interfaces' own, and refuse other objects`() async throws {
        let view = await openView()
        let script = """
            const name = (run) => { try { return String(run()); } catch (error) { return error.name; } };
            return [
                name(() => new PictureInPictureWindow()), name(() => new RemotePlayback()),
                name(() => HTMLVideoElement.prototype.webkitPresentationMode),
                name(() => HTMLMediaElement.prototype.webkitWirelessVideoPlaybackDisabled),
                name(() => HTMLMediaElement.prototype.remote), name(() => video.webkitSetPresentationMode("wall")),
                name(() => new PictureInPictureEvent("x")), Object.keys(self).includes("RemotePlayback"),
                (video.disablePictureInPicture = true, video.outerHTML.includes("disablepictureinpicture")),
            ].join();
            """
        #expect(
            try await view.call(script) as? String
                == "TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,false,true")
    }
}
