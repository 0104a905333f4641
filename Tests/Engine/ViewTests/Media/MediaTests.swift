import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Sound in a view that is off the screen.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct MediaTests {
    let navigations = Navigations()

    /// A tenth of a second of sound, 8 bits a sample, in bytes that are ASCII.
    nonisolated static let sound: String = {
        let samples = (0..<800).map { UInt8($0 / 8 % 2 == 0 ? 0x60 : 0x7F) }
        func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var file = Array("RIFF".utf8) + bytes(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
        file += bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(8000, 4) + bytes(1, 2) + bytes(8, 2)
        file += Array("data".utf8) + bytes(samples.count, 4) + samples
        return String(decoding: file, as: UTF8.self)
    }()

    /// Plays with and without sound, without a gesture.
    nonisolated static let page = """
        <script>
        async function outcome(isMuted) {
            const audio = new Audio("/sound.wav");
            audio.muted = isMuted;
            const seen = [];
            for (const name of ["loadedmetadata", "playing", "ended", "error"])
                audio.addEventListener(name, () => seen.push(name));
            const over = new Promise((resolve) => (audio.onended = audio.onerror = resolve));
            try {
                await audio.play();
                await over;
            } catch (error) {
                return error.name;
            }
            return seen.join();
        }
        const [audible, muted] = [outcome(false), outcome(true)];
        </script>
        """

    func with(
        _ playback: WKAudiovisualMediaTypes, _ body: @MainActor (WKWebView) async throws -> Void
    ) async throws {
        let answers: @Sendable (LocalServer.Received) async throws -> LocalServer.Answer = { request in
            request.path == "/sound.wav"
                ? .init(headers: ["Content-Type": "audio/wav"], body: Self.sound)
                : .init(body: Self.page)
        }
        try await LocalServer.with(answers) { server in
            let view = makeView(Pages(), navigations) { $0.mediaTypesRequiringUserActionForPlayback = playback }
            await view.open(server.origin + "/", navigations)
            try await body(view)
        }
    }

    @Test(
        arguments: [
            ([], "loadedmetadata,playing,ended", "loadedmetadata,playing,ended"),
            (.audio, "NotAllowedError", "loadedmetadata,playing,ended"),
            (.all, "NotAllowedError", "loadedmetadata,playing,ended"),
        ] as [(WKAudiovisualMediaTypes, String, String)])
    func `a sound plays to its end unless it is audible and requires a gesture`(
        waiting: WKAudiovisualMediaTypes, audible: String, muted: String
    ) async throws {
        try await with(waiting) { view in
            let outcomes = try await view.call("return await Promise.all([audible, muted])")
            #expect(outcomes as? [String] == [audible, muted])
        }
    }

    @Test func `a script of the application plays a sound that requires a gesture`() async throws {
        // Scripts of the application count as a gesture, as on iOS.
        try await with(.all) { view in
            let seen = try await view.call("return await outcome(false)")
            #expect(seen as? String == "loadedmetadata,playing,ended")
        }
    }
}
