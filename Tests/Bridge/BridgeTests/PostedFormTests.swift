import SWWebView
import Simulator
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Navigations with bodies that WebKit does not supply: of forms with files, and of redirects that preserve the method.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct PostedFormTests {
    private static let there = LocalServer.Answer(body: "<title>There</title>")

    private static func redirect(_ status: Int, to location: String) -> LocalServer.Answer {
        LocalServer.Answer(status: status, headers: ["Location": location])
    }

    /// A script that sends a form with a Blob to a frame. Only a listener adds the Blob.
    private static let makeForm = """
        document.body.innerHTML = `<form method=post enctype=multipart/form-data target=target action="/form">
            <button style="position: absolute; inset: 0; width: 200px; height: 100px">Send</button>
            </form><iframe name=target></iframe>`;
        document.forms[0].addEventListener("formdata", ({ formData }) => formData.append("more", new Blob(["text"]), "more.bin"));
        """

    private func received(_ path: String, by server: LocalServer) async -> LocalServer.Received {
        await server.request { $0.method == "POST" && $0.path == path }
    }

    private func shown(in view: WKWebView) async {
        let changes = Changes()
        let observation = view.observe(\.title) { _, _ in MainActor.assumeIsolated { changes.tell() } }
        await changes.wait { view.title == "There" }
        observation.invalidate()
    }

    // MARK: Redirects

    /// Submits a form of a frame of another origin, whose answer redirects to the application with the method and the body.
    private func redirectFrame(_ attributes: String, in app: HostileFrames) async throws {
        _ = try await app.run(
            """
            await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
            document.body.innerHTML = `<iframe name=target \(attributes)></iframe>
                <form method=post target=target action="/away"><input name=a value=forged></form>`;
            document.forms[0].submit();
            """, in: .otherOrigin)
    }

    private static let away = ["/away": redirect(307, to: "sw://app.example/there"), "/there": there]

    @Test func `a redirect that a frame without scripts cannot follow changes no later navigation`() async throws {
        try await HostileFrames.with(Self.away) { app in
            try await redirectFrame("sandbox=allow-forms", in: app)
            let navigations = app.navigations
            await navigations.questions.wait {
                navigations.responses.contains { $0.response.url?.path == "/away" }
            }
            await openThere(in: app)
            #expect(app.asked.filter { $0.hasSuffix(" /there") } == ["GET /there"])
        }
    }

    @Test func `a redirect that the delegate refuses changes no later navigation`() async throws {
        try await HostileFrames.with(Self.away) { app in
            app.navigations.decideAction = { $0.request.url?.path == "/there" ? .cancel : .allow }
            try await redirectFrame("", in: app)
            let navigations = app.navigations
            await navigations.questions.wait {
                navigations.actions.contains { $0.request.url?.path == "/there" }
            }
            app.navigations.decideAction = { _ in .allow }
            await openThere(in: app)
            #expect(app.asked.filter { $0.hasSuffix(" /there") } == ["GET /there"])
        }
    }

    private func openThere(in app: HostileFrames) async {
        await app.view.open("sw://app.example/there", app.navigations)
        await shown(in: app.view)
    }

    /// Submits a form of the page, and waits for the page at the end of its redirects.
    private func submit(to path: String, in app: HostileFrames) async throws {
        try await app.view.call(
            """
            document.body.innerHTML = `<form method=post action="\(path)"><input name=a value=1></form>`;
            document.forms[0].submit();
            """)
        await shown(in: app.view)
    }

    @Test func `a redirect to another origin preserves the method and the body, and adds no entry to the list`()
        async throws
    {
        let answers = ["/out": Self.redirect(307, to: "sw://other.example/there"), "/there": Self.there]
        try await HostileFrames.with(answers) { app in
            try await submit(to: "/out", in: app)
            #expect(app.asked.suffix(2) == ["POST /out", "POST /there"])
            #expect(app.server.received.last.map { String(decoding: $0.body, as: UTF8.self) } == "a=1")
            #expect(app.server.received.last?.headers["content-type"] == "application/x-www-form-urlencoded")
            #expect(app.view.backForwardList.backList.map(\.url.absoluteString) == ["sw://app.example/"])
        }
    }

    @Test func `a redirect after one that has become a GET sends no body`() async throws {
        let answers = [
            "/login": Self.redirect(302, to: "/next"), "/next": Self.redirect(307, to: "sw://other.example/there"),
            "/there": Self.there,
        ]
        try await HostileFrames.with(answers) { app in
            try await submit(to: "/login", in: app)
            #expect(app.asked.suffix(3) == ["POST /login", "GET /next", "GET /there"])
        }
    }

    // MARK: Files

    @Test func `a form sends the entries that listeners add at a user's click`() async throws {
        try await HostileFrames.with(["/form": .init()]) { app in
            try await app.view.call(Self.makeForm)
            app.view.click(at: CGPoint(x: 50, y: 50))
            let form = await received("/form", by: app.server)
            let text = String(decoding: form.body, as: UTF8.self)
            #expect(text.contains("name=\"more\"; filename=\"more.bin\""))
            #expect(!text.contains("___sw"))
        }
    }

    @Test func `a simulated version that loses files sends the form without a body`() async throws {
        try await LocalServer.with({ _ in .init() }) { server in
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.simulate(IOSVersion.ios18)
            let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
            view.loader = MappedLoader(map: try OriginMap(["sw://app.example=\(server.origin)"]))
            await view.open("sw://app.example/", Navigations())
            try await view.call(Self.makeForm + "document.forms[0].submit();")
            let form = await received("/form", by: server)
            #expect(form.body.isEmpty)
            #expect(form.headers["content-type"]?.hasPrefix("multipart/form-data; boundary=") ?? false)
        }
    }
}
