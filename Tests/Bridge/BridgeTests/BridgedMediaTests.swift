import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Media of pages on `sw://`, and on the mapped scheme of an application.
@MainActor @Suite(.serialized, .hangLimit(minutes: 2))
struct BridgedMediaTests {
    let navigations = Navigations()

    private static let load = """
        const audio = document.createElement("audio");
        audio.muted = true;
        if (crossOrigin) audio.crossOrigin = crossOrigin;
        audio.src = address;
        document.body.append(audio);
        const outcome = await new Promise((resolve) => {
            audio.oncanplaythrough = () => resolve("plays");
            audio.onerror = () => resolve(`code ${audio.error.code}`);
        });
        return `${outcome} ${audio.currentSrc}`;
        """

    /// Serves pages with the policy that their path names.
    private func with(_ body: @MainActor (SWWebView) async throws -> Void) async throws {
        try await LocalServer.with { request in
            if request.path.hasPrefix("/sound.wav") {
                return .init(
                    headers: ["Content-Type": "audio/wav", "Access-Control-Allow-Origin": "*"],
                    bytes: SampleMedia.sound(seconds: 1))
            }
            let name = request.path.dropFirst("/policy/".count).replacing("_", with: "/")
            let policy = String(decoding: Data(base64Encoded: String(name)) ?? Data(), as: UTF8.self)
            return .init(
                headers: ["Content-Type": "text/html", "Content-Security-Policy": policy],
                body: "<title>Page</title><body>")
        } _: { server in
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.setURLSchemeHandler(MappedSchemeHandler(), forURLScheme: "capacitor")
            let view = SWWebView(frame: .zero, configuration: configuration)
            let origins = ["sw://app.example", "sw://other.example", "capacitor://localhost"]
            view.loader = MappedLoader(map: try OriginMap(origins.map { "\($0)=\(server.origin)" }))
            try await body(view)
        }
    }

    private func open(_ origin: String, policy: String, in view: SWWebView) async {
        let name = Data(policy.utf8).base64EncodedString().replacing("/", with: "_")
        await view.open("\(origin)/policy/\(name)", navigations)
    }

    @Test(arguments: [
        ("media-src sw://app.example", "sw://app.example/sound.wav", true), ("media-src sw:", "/sound.wav", true),
        ("default-src sw:", "sw://other.example/sound.wav", true), ("default-src 'self'", "/sound.wav", true),
        ("media-src sw://app.example", "sw://other.example/sound.wav", false),
        ("media-src 'none'", "/sound.wav", false),
    ])
    func `a policy permits what it names by its scheme`(_ policy: String, _ address: String, plays: Bool) async throws {
        try await with { view in
            await open("sw://app.example", policy: policy, in: view)
            let outcome = try await view.call(Self.load, ["address": address, "crossOrigin": ""])
            #expect((outcome as? String)?.hasPrefix(plays ? "plays sw://" : "code 4") == true, "\(outcome ?? "")")
        }
    }

    @Test(arguments: ["capacitor:", "capacitor://localhost"])
    func `a policy on an application's scheme permits its media`(_ source: String) async throws {
        try await with { view in
            await open("capacitor://localhost", policy: "media-src \(source)", in: view)
            for crossOrigin in ["", "use-credentials"] {
                let outcome = try await view.call(Self.load, ["address": "/sound.wav", "crossOrigin": crossOrigin])
                #expect(outcome as? String == "plays capacitor://localhost/sound.wav")
            }
        }
    }

    @Test func `media that the page's own element of a policy leaves out fail, and do not wait for ever`() async throws
    {
        try await with { view in
            await open("sw://app.example", policy: "", in: view)
            let meta = """
                const meta = document.createElement("meta");
                meta.httpEquiv = "Content-Security-Policy";
                meta.content = "media-src sw:";
                document.head.append(meta);

                """
            let outcome = try await view.call(meta + Self.load, ["address": "/sound.wav", "crossOrigin": ""])
            #expect(outcome as? String == "code 4 sw://app.example/sound.wav")
        }
    }

    @Test(arguments: ["", "anonymous"])
    func `an https address of a mapped host plays, and keeps its address`(_ crossOrigin: String) async throws {
        try await with { view in
            await open("sw://app.example", policy: "", in: view)
            let address = "https://other.example/sound.wav"
            let outcome = try await view.call(Self.load, ["address": address, "crossOrigin": crossOrigin])
            #expect(outcome as? String == "plays \(address)")
        }
    }
}
