import Foundation
import SWWebView
import Simulator
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The public API of an app on the home screen.
@MainActor @Suite(.hangLimit(minutes: 1))
struct WebAppTests {
    private static let worker = """
        oninstall = () => skipWaiting();
        onpush = (event) => event.waitUntil(registration.showNotification(event.data.text(), { tag: "pushed", body: "Body" }));
        onnotificationclick = (event) => event.waitUntil(caches.open(`click ${event.notification.title}`));
        onnotificationclose = (event) => event.waitUntil(caches.open(`close ${event.notification.title}`));
        onsync = (event) => event.waitUntil(caches.open(`sync ${event.tag}`));
        """

    private func open(_ features: WebApp.Features?) async throws -> (Simulator, SWWebView, TemporaryFolder) {
        let folder = try TemporaryFolder()
        try folder.write("<title>App</title>", to: "index.html")
        try folder.write(Self.worker, to: "worker.js")
        var options = SimulatorOptions()
        options.files = folder.url
        options.system.webApp = features
        let simulator = try await Simulator(options)
        return (simulator, try await simulator.open(), folder)
    }

    /// Subscribes the page's worker. Returns the name of the error, or the endpoint.
    private func subscribe(in view: SWWebView) async throws -> String? {
        try await view.callAsyncJavaScript(
            """
            const registration = await navigator.serviceWorker.register("worker.js");
            await navigator.serviceWorker.ready;
            const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
            const applicationServerKey = await crypto.subtle.exportKey("raw", pair.publicKey);
            const subscription = registration.pushManager?.subscribe({ userVisibleOnly: true, applicationServerKey });
            return subscription ? subscription.then(({ endpoint }) => endpoint, ({ name }) => name) : "none";
            """, arguments: [:], contentWorld: .page) as? String
    }

    private func caches(of view: SWWebView) async throws -> [String]? {
        try await view.callAsyncJavaScript("return await caches.keys()", arguments: [:], contentWorld: .page)
            as? [String]
    }

    @Test func `the host sends a push message, taps and removes notifications, and fires sync`() async throws {
        let (simulator, view, folder) = try await open([.push, .sync])
        defer { withExtendedLifetime(folder) {} }
        let endpoint = try await subscribe(in: view)
        let subscription = try #require(try await view.webApp.subscriptions().first)
        #expect(subscription.endpoint.absoluteString == endpoint)
        #expect(subscription.p256dh.count == 65 && subscription.auth.count == 16)
        #expect(try await view.webApp.push(Data("one".utf8), to: subscription.endpoint))
        try await simulator.phone.push(Data("two".utf8))
        var shown = try await view.webApp.notifications()
        #expect(
            shown.map(\.title) == ["two"] && shown.first?.body == "Body" && shown.first?.scope == subscription.scope)
        try await view.webApp.click(try #require(shown.first).id)
        await #expect(throws: WebAppError.noNotification) { try await view.webApp.click(shown[0].id) }
        try await simulator.phone.push(Data("three".utf8))
        shown = try await view.webApp.notifications()
        try await view.webApp.close(try #require(shown.first).id)
        simulator.phone.setConnected(false)
        _ = try await view.callAsyncJavaScript(
            "await (await navigator.serviceWorker.ready).sync.register('later')", arguments: [:], contentWorld: .page)
        #expect(try await caches(of: view) == ["click two", "close three"])
        try await view.webApp.fireSync("later")
        #expect(try await caches(of: view)?.last == "sync later")
        await #expect(throws: WebAppError.noTag) { try await view.webApp.fireSync("later") }
        try await view.webApp.expireSubscription(subscription.endpoint)
        await #expect(throws: WebAppError.noSubscription) {
            try await view.webApp.push(nil, to: subscription.endpoint)
        }
    }

    @Test func `the phone's permission is one fact for pages and plugins`() async throws {
        let (simulator, view, folder) = try await open(.push)
        defer { withExtendedLifetime(folder) {} }
        simulator.phone.permissions["receive"] = "denied"
        #expect(view.webApp.permission(.notifications) == .denied)
        #expect(view.webApp.permission(.periodicBackgroundSync) == .denied)
        #expect(try await subscribe(in: view) == "NotAllowedError")
        simulator.phone.permissions["receive"] = "prompt"
        simulator.phone.dialogAnswers = [.accept()]
        #expect(try await subscribe(in: view)?.hasPrefix("https:") == true)
        #expect(simulator.phone.permissions["receive"] == "granted")
        #expect(simulator.phone.dialogAnswers.isEmpty)
    }

    @Test func `an app with a WKWebView has none of it`() async throws {
        let (simulator, view, folder) = try await open(nil)
        defer { withExtendedLifetime(folder) {} }
        #expect(try await subscribe(in: view) == "none")
        #expect(simulator.phone.webApp == nil)
        #expect(view.webApp.features.isEmpty && view.webApp.permission(.push) == .denied)
        await #expect(throws: NativeCallError.self) { try await simulator.phone.push(nil) }
    }

    @Test func `without a delegate nobody answers for the user`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("<title>App</title>", to: "index.html")
        try folder.write(Self.worker, to: "worker.js")
        let view = try Simulator(files: folder.url).makeView()
        view.webApp.features = .push
        #expect(view.webApp.permission(.notifications) == .prompt)
        let navigations = Navigations()
        await view.open("sw://app.localhost/", navigations)
        #expect(try await subscribe(in: view) == "NotAllowedError")
    }
}
