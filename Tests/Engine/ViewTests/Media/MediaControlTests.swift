import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The application's hold on all media of a page.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct MediaControlTests {
    let navigations = Navigations()

    /// Serves the sound, and a page for each other path, from two origins.
    func with(
        pages: [String: String], _ body: @MainActor (WKWebView, LocalServer) async throws -> Void
    ) async throws {
        let answers: @Sendable (LocalServer.Received) async throws -> LocalServer.Answer = { request in
            guard request.path != "/sound.wav" else {
                return .init(headers: ["Content-Type": "audio/wav"], body: MediaTests.sound)
            }
            return pages[request.path].map { .init(body: $0) } ?? .init(status: 404)
        }
        try await LocalServer.with(answers) { server in
            let view = makeView(Pages(), navigations) { $0.mediaTypesRequiringUserActionForPlayback = [] }
            await view.open(server.origin + "/", navigations)
            try await body(view, server)
        }
    }

    /// A page whose function `begin` plays an element outside of the document until it is stopped.
    nonisolated static let page = """
        <script>
        const audio = new Audio("/sound.wav");
        audio.loop = true;
        const event = (name) => new Promise((resolve) => audio.addEventListener(name, resolve, { once: true }));
        const begin = async () => { await audio.play(); };
        </script>
        """

    @Test func `the state of media is none without media, playing while an element plays, and paused after`()
        async throws
    {
        try await with(pages: ["/": "<p>silent</p>", "/sound": Self.page]) { view, server in
            #expect(await view.requestMediaPlaybackState() == .none)
            await view.open(server.origin + "/sound", navigations)
            try await view.call("await begin()")
            #expect(await view.requestMediaPlaybackState() == .playing)
            try await view.call("audio.pause()")
            #expect(await view.requestMediaPlaybackState() == .paused)
        }
    }

    @Test func `pausing all media pauses an element outside of the document, which the page can play again`()
        async throws
    {
        try await with(pages: ["/": Self.page]) { view, _ in
            try await view.call("await begin()")
            await view.pauseAllMediaPlayback()
            #expect(try await view.call("return audio.paused") as? Bool == true)
            try await view.call("await begin()")
            #expect(await view.requestMediaPlaybackState() == .playing)
        }
    }

    @Test func `media of a frame from another origin are paused too`() async throws {
        let inner =
            "<audio src=/sound.wav loop autoplay onplaying=\"parent.postMessage('playing', '*')\" "
            + "onpause=\"parent.postMessage('paused', '*')\"></audio>"
        try await with(pages: ["/": "<p>outer</p>", "/inner": inner]) { view, server in
            let script = """
                const next = () =>
                    new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
                const playing = next(), frame = document.createElement("iframe");
                frame.allow = "autoplay *";
                frame.src = address;
                document.body.append(frame);
                const first = await playing;
                window.second = next();
                return first;
                """
            let address = "http://localhost:\(server.port)/inner"
            let first = try await view.call(script, ["address": address]) as? String
            #expect(first == "playing")
            #expect(await view.requestMediaPlaybackState() == .playing)
            await view.pauseAllMediaPlayback()
            let second = try await view.call("return await second") as? String
            #expect(second == "paused")
            #expect(await view.requestMediaPlaybackState() == .paused)
        }
    }

    @Test func `suspended media wait, also in the next page, and play when the suspension ends`() async throws {
        let autoplay = "<audio id=audio src=/sound.wav loop autoplay></audio>"
        try await with(pages: ["/": Self.page, "/next": autoplay]) { view, server in
            try await view.call("await begin()")
            await view.setAllMediaPlaybackSuspended(true)
            #expect(await view.requestMediaPlaybackState() == .suspended)
            #expect(try await view.call("return audio.paused") as? Bool == true)
            try await view.call("window.outcome = 'waits'; begin().then(() => (outcome = 'plays'))")
            #expect(try await view.call("return outcome") as? String == "waits")
            await view.setAllMediaPlaybackSuspended(false)
            try await view.call("while (outcome !== 'plays') await event('timeupdate')")
            #expect(await view.requestMediaPlaybackState() == .playing)

            await view.setAllMediaPlaybackSuspended(true)
            await view.open(server.origin + "/next", navigations)
            let isHeld =
                "const { readyState } = audio; if (readyState < 4) await new Promise((done) => (audio.oncanplaythrough = done));"
            try await view.call(isHeld)
            #expect(try await view.call("return audio.paused") as? Bool == true)
            try await view.call("window.playing = new Promise((done) => (audio.onplaying = done))")
            await view.setAllMediaPlaybackSuspended(false)
            try await view.call("await playing")
            #expect(await view.requestMediaPlaybackState() == .playing)
        }
    }

    @Test func `an audio context is paused and suspended like other media`() async throws {
        try await with(pages: ["/": "<p>context</p>"]) { view, _ in
            try await view.call("window.context = new AudioContext(); await context.resume()")
            #expect(await view.requestMediaPlaybackState() == .playing)
            await view.pauseAllMediaPlayback()
            let paused = try await view.call("while (context.state === 'running') await 0; return context.state")
            #expect(paused as? String == "suspended")
            let names =
                "return [context instanceof AudioContext, context.constructor === AudioContext, AudioContext.name].join()"
            #expect(try await view.call(names) as? String == "true,true,AudioContext")
        }
    }

    @Test func `an element enters and leaves fullscreen, and observers see each state`() async throws {
        let view = makeView(Pages(), navigations) { $0.preferences.isElementFullscreenEnabled = true }
        view.loadHTMLString("<p>page</p>", baseURL: URL("https://page.example/"))
        await navigations.over()
        #expect(view.fullscreenState == .notInFullscreen)
        var states: [WKWebView.FullscreenState] = []
        let (arrived, left) = (Gate(), Gate())
        let observation = view.observe(\.fullscreenState, options: [.new]) { _, change in
            states.append(change.newValue ?? .notInFullscreen)
            if change.newValue == .inFullscreen { arrived.open() }
            if change.newValue == .notInFullscreen { left.open() }
        }
        try await view.call("await document.querySelector('p').requestFullscreen()")
        await arrived.pass()
        await view.closeAllMediaPresentations()
        #expect(try await view.call("return document.fullscreenElement") is NSNull)
        await left.pass()
        #expect(states == [.enteringFullscreen, .inFullscreen, .exitingFullscreen, .notInFullscreen])
        withExtendedLifetime(observation) {}
    }
}
