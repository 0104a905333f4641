import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests that frames of other origins cannot read an application's media.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct HostileMediaTests {
    private static let answers: [String: LocalServer.Answer] = [
        "/video.webm": .init(headers: ["Content-Type": "video/webm"], bytes: SampleMedia.video),
        "/shared.webm": .init(
            headers: ["Content-Type": "video/webm", "Access-Control-Allow-Origin": "*"], bytes: SampleMedia.video),
        "/sound.wav": .init(headers: ["Content-Type": "audio/wav"], bytes: SampleMedia.sound(seconds: 2)),
    ]

    private static let helpers = """
        const load = async (element, source, crossOrigin) => {
            element.muted = element.localName === "video";
            if (crossOrigin) element.crossOrigin = crossOrigin;
            element.src = source;
            const isLoaded = await new Promise((resolve) => {
                element.oncanplay = () => resolve(true);
                element.onerror = () => resolve(false);
            });
            if (!isLoaded) return false;
            await element.play();
            await new Promise((resolve) => (element.ontimeupdate = resolve));
            return true;
        };
        const pixels = async (source, crossOrigin) => {
            const video = document.createElement("video");
            if (!await load(video, source, crossOrigin)) return "no video";
            const context = document.createElement("canvas").getContext("2d");
            context.drawImage(video, 0, 0, 8, 8);
            try {
                return `read ${context.getImageData(0, 0, 1, 1).data.length}`;
            } catch (error) { return error.name; }
        };
        const volume = async (source) => {
            const context = new AudioContext();
            const audio = document.createElement("audio");
            const analyser = context.createAnalyser();
            context.createMediaElementSource(audio).connect(analyser);
            analyser.connect(context.destination);
            context.resume();
            if (!await load(audio, source)) return "no sound";
            const samples = new Float32Array(analyser.fftSize);
            for (let turn = 0; turn < 20; turn++) {
                await new Promise((resolve) => setTimeout(resolve, 30));
                analyser.getFloatTimeDomainData(samples);
                if (samples.some((sample) => sample)) return "heard";
            }
            return "silence";
        };
        const app = "sw://app.example";

        """

    private static let reads = """
        return [
            await pixels(`${app}/video.webm`), await pixels(`${app}/video.webm`, "anonymous"),
            await pixels(`${app}/video.webm`, "use-credentials"), await pixels(`${app}/shared.webm`, "anonymous"),
            await volume(`${app}/sound.wav`),
        ].join();
        """

    @Test func `the page reads its own media`() async throws {
        try await HostileFrames.with(Self.answers) { app in
            let outcomes = try await app.view.call(Self.helpers + Self.reads)
            #expect(outcomes as? String == "read 4,read 4,read 4,read 4,heard")
        }
    }

    @Test(arguments: HostileFrame.allCases)
    func `a foreign frame reads only media that are shared`(kind: HostileFrame) async throws {
        try await HostileFrames.with(Self.answers) { app in
            let script = Self.helpers.replacing("const app = \"sw://app.example\";", with: "") + Self.reads
            let outcomes = try await app.run(script, in: kind)
            #expect(outcomes as? String == "SecurityError,no video,no video,read 4,silence")
        }
    }

    @Test(arguments: HostileFrame.allCases)
    func `addresses that a foreign frame marks by hand have no effect`(kind: HostileFrame) async throws {
        try await HostileFrames.with(Self.answers) { app in
            _ = try await app.view.call(Self.helpers + "return await pixels(`${app}/video.webm`)")
            let answers = try await app.run(
                """
                const id = "0123456789abcdef0123456789abcdef", answers = [];
                for (const mark of [`#___swmedia-${id}`, "#___swmedia-", "#___swmedia-sw-1"]) {
                    const headers = { "X-SWWebView-Media": "video", Range: "bytes=1-" };
                    for (const scheme of ["sw", "https"]) {
                        const address = `${scheme}://app.example/secret${mark}`;
                        answers.push(read("GET", address), read("GET", address, headers));
                        answers.push(await fetch(address, { headers }).then((answer) => answer.text(), () => "refused"));
                    }
                }
                return answers;
                """, in: kind)
            #expect((answers as? [String])?.filter { $0.contains("secret") } == [])
        }
    }
}
