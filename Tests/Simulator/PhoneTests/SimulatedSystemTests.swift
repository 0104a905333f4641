import Foundation
import SWWebView
import Simulator
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The places that show a simulated system: pages, workers, servers and plugins.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SimulatedSystemTests {
    private nonisolated static let facts = """
        const facts = () => [
            navigator.userAgent.match(/(iPhone|CPU) OS \\d+_\\d+/)[0], navigator.language, navigator.languages.join(),
            Intl.DateTimeFormat().resolvedOptions().timeZone,
            new Date(Date.UTC(2024, 0, 15, 12)).getHours(), navigator.platform,
        ];
        """

    private func view(of system: SimulatedSystem, _ store: WKWebsiteDataStore) throws -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        try configuration.simulate(system)
        let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: configuration)
        view.serviceWorkerPermittedDomains = ["127.0.0.1"]
        return view
    }

    @Test func `two views of one process have systems of their own`() async throws {
        let first = SimulatedSystem(
            device: try .named("iPhone 17 Pro"), version: .ios26,
            timeZone: TimeZone(identifier: "America/New_York"))
        let second = SimulatedSystem(
            device: try .named("iPad mini"), version: .ios16,
            timeZone: TimeZone(identifier: "Asia/Tokyo"))
        let expected = [
            "iPhone OS 18_6 en-US en-US America/New_York 7 iPhone", "CPU OS 16_0 en-US en-US Asia/Tokyo 21 iPad",
        ]
        let shapes = ["402 874 3 true", "744 1133 2 false"]
        let worker = "\(Self.facts) onmessage = () => postMessage(facts().join(' '));"
        let shared = "\(Self.facts) onconnect = ({ ports: [port] }) => port.postMessage(facts().join(' '));"
        let service = "\(Self.facts) onmessage = ({ ports: [port] }) => port.postMessage(facts().join(' '));"
        try await LocalServer.with({
            switch $0.path {
            case "/worker.js": .init(headers: ["Content-Type": "text/javascript"], body: worker)
            case "/shared.js": .init(headers: ["Content-Type": "text/javascript"], body: shared)
            case "/service.js": .init(headers: ["Content-Type": "text/javascript"], body: service)
            default: .init(body: "<script>\(Self.facts)</script>")
            }
        }) { server in
            // Both are there at the same time.
            let views = try [first, second].map { try view(of: $0, .nonPersistent()) }
            for (index, view) in views.enumerated() {
                await view.open(server.origin + "/page\(index)", Navigations())
                let found = try await view.call(
                    """
                    const { port1, port2 } = new MessageChannel();
                    const worker = new Worker("/worker.js");
                    const { port } = new SharedWorker("/shared.js");
                    const next = (target) => new Promise((resolve) => { target.onmessage = ({ data }) => resolve(data); });
                    const { installing } = await navigator.serviceWorker.register("/service.js", { scope: "/none" });
                    worker.postMessage(0);
                    installing.postMessage(0, [port2]);
                    return [facts().join(" "), await next(worker), await next(port), await next(port1)];
                    """)
                #expect(found as? [String] == Array(repeating: expected[index], count: 4))
                let shape = try await view.call(
                    "return [screen.width, screen.height, devicePixelRatio, 'withResolvers' in Promise].join(' ')")
                #expect(shape as? String == shapes[index])
                let request = server.received.first { $0.path == "/page\(index)" }
                #expect(request?.headers["user-agent"]?.contains(index == 0 ? "18_6" : "16_0") == true)
            }
        }
    }

    @Test func `what WebKitGTK cannot have apart is refused`() throws {
        let store = WKWebsiteDataStore.nonPersistent()
        let usual = SimulatedSystem()
        let view = try view(of: usual, store)
        let language = #expect(throws: SimulatedSystemError.self) {
            try self.view(of: SimulatedSystem(locale: "de-DE"), .nonPersistent())
        }
        #expect(language?.description.contains("de-DE needs a process of its own") == true)
        let elsewhere = SimulatedSystem(timeZone: TimeZone(identifier: "Asia/Tokyo"))
        let zone = #expect(throws: SimulatedSystemError.self) { try self.view(of: elsewhere, store) }
        #expect(zone?.description.contains("Asia/Tokyo needs a data store of its own") == true)
        var dark = usual
        dark.isDark = true
        let appearance = #expect(throws: SimulatedSystemError.self) { try self.view(of: dark, .nonPersistent()) }
        #expect(appearance?.description.contains("WebKitEnvironment.isDark") == true)
        var fonts = usual
        fonts.hasIOSFonts = true
        #expect(throws: SimulatedSystemError.fonts) { try self.view(of: fonts, .nonPersistent()) }
        (dark.isDark, fonts.hasIOSFonts) = (false, false)
        _ = try [usual, dark, fonts].map { try self.view(of: $0, store) }
        withExtendedLifetime(view) {}
    }

    @Test func `pages and workers have the clock of the system, and another view its own`() async throws {
        var system = SimulatedSystem()
        system.clock = FixedClock("2026-01-01T12:00Z")
        let read = "Date.now() === Date.UTC(2026, 0, 1, 12)"
        try await LocalServer.with({
            switch $0.path {
            case "/worker.js": .init(headers: ["Content-Type": "text/javascript"], body: "postMessage(\(read))")
            case "/shared.js":
                .init(
                    headers: ["Content-Type": "text/javascript"],
                    body: "onconnect = ({ ports: [port] }) => port.postMessage(\(read));")
            case "/service.js":
                .init(
                    headers: ["Content-Type": "text/javascript"],
                    body: "onmessage = ({ ports: [port] }) => port.postMessage(\(read));")
            default: .init(body: "<title>Clock</title>")
            }
        }) { server in
            for (system, stands) in [(system, true), (SimulatedSystem(), false)] {
                let view = try view(of: system, .nonPersistent())
                await view.open(server.origin + "/", Navigations())
                let found = try await view.call(
                    """
                    const { port1, port2 } = new MessageChannel();
                    const next = (target) => new Promise((resolve) => { target.onmessage = ({ data }) => resolve(data); });
                    const { installing } = await navigator.serviceWorker.register("/service.js", { scope: "/none" });
                    installing.postMessage(0, [port2]);
                    const { port } = new SharedWorker("/shared.js");
                    return [\(read), await next(new Worker("/worker.js")), await next(port), await next(port1)];
                    """)
                #expect(found as? [Bool] == [stands, stands, stands, stands])
            }
        }
    }

    @Test func `Capacitor's plugins report the system`() async throws {
        let half = NativeHalf(.capacitor)
        half.phone.system = SimulatedSystem(device: try .named("iPad Air 11"), version: .ios16, locale: "de-DE")
        let view = await openPage(of: half, Navigations())
        let found = try await view.call(
            """
            const answers = new Map();
            Capacitor.fromNative = ({ callbackId, data }) => answers.get(callbackId)(data);
            const ask = (pluginId, methodName) => new Promise((resolve) => {
                const callbackId = `${answers.size}`;
                answers.set(callbackId, resolve);
                webkit.messageHandlers.bridge.postMessage(
                    { type: "message", pluginId, methodName, callbackId, options: {}, origin: location.origin });
            });
            const { name, model, osVersion, iOSVersion, webViewVersion } = await ask("Device", "getInfo");
            const texts = [["Device", "getLanguageCode"], ["Device", "getLanguageTag"], ["App", "getAppLanguage"]];
            const languages = await Promise.all(texts.map(async (names) => (await ask(...names)).value));
            return [name, model, osVersion, iOSVersion, webViewVersion, ...languages].join(" ");
            """)
        #expect(found as? String == "iPad iPad15,3 16.0 160000 16.0 de de-DE de")
    }

    @Test func `Cordova's device plugin reports the system`() async throws {
        let half = NativeHalf(.cordova)
        half.phone.system = SimulatedSystem(device: try .named("iPhone SE"), version: .ios17)
        let view = await openPage(of: half, Navigations())
        let found = try await view.call(
            """
            const { model, version } = await new Promise((resolve) => {
                self.cordova = { require: () => ({ nativeCallback: (id, status, message) => resolve(message) }) };
                webkit.messageHandlers.cordova.postMessage(["info", "Device", "getDeviceInfo", []]);
            });
            return `${model} ${version}`;
            """)
        #expect(found as? String == "iPhone14,6 17.0")
    }
}
