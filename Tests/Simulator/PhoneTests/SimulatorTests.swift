import Foundation
import SWWebView
import Simulator
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The public API of a simulated phone with an app.
@MainActor @Suite(.hangLimit(minutes: 1))
struct SimulatorTests {
    private static func app(_ page: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(page, to: "index.html")
        return folder
    }

    /// Asks a plugin of Capacitor, as `@capacitor/core` does, and returns the answer as JSON.
    private func ask(_ plugin: String, _ method: String, in view: SWWebView) async throws -> String? {
        try await view.callAsyncJavaScript(
            "return JSON.stringify(await Capacitor.nativePromise(plugin, method, {}))",
            arguments: ["plugin": plugin, "method": method], contentWorld: .page) as? String
    }

    @Test func `an app's page opens, and its plugins know the system`() async throws {
        let files = try Self.app("<title>Shop</title>")
        let simulator = Simulator(
            app: .capacitor, system: SimulatedSystem(device: try .named("iPad Air 11"), version: .ios16),
            files: files.url)
        let view = try await simulator.open("/orders/7")
        #expect(view.url?.absoluteString == "capacitor://localhost/orders/7")
        #expect(view.title == "Shop")
        #expect(view.frame.size == simulator.options.viewSize)
        #expect(view.frame.size != CGSize(width: 1024, height: 768))
        let info = try #require(try await ask("Device", "getInfo", in: view))
        #expect(info.contains(#""osVersion":"16.0""#))
        #expect(info.contains(try SimulatedDevice.named("iPad Air 11").modelIdentifier))
        #expect(simulator.calls.map(\.handler) == ["Device.getInfo"])
    }

    @Test func `two simulators of a process are two phones`() async throws {
        let files = try Self.app("<title>Two</title>")
        let phones = try [("iPhone 17", "Asia/Tokyo"), ("iPad Air 11", "America/New_York")].map { name, zone in
            Simulator(
                app: .capacitor,
                system: SimulatedSystem(
                    device: try .named(name), version: .ios18, timeZone: TimeZone(identifier: zone)),
                files: files.url)
        }
        phones[1].phone.battery.level = 0.5
        var seen: [[String?]] = []
        for phone in phones {
            let view = try await phone.open()
            seen.append([
                try await view.evaluateJavaScript("Intl.DateTimeFormat().resolvedOptions().timeZone") as? String,
                try await view.evaluateJavaScript("navigator.userAgent") as? String,
                try await view.evaluateJavaScript("String(innerWidth)") as? String,
                try await ask("Device", "getBatteryInfo", in: view),
            ])
        }
        for member in seen[0].indices { #expect(seen[0][member] != seen[1][member]) }
        #expect(seen.allSatisfy { !$0.contains(nil) })
        #expect(phones.map(\.calls.count) == [1, 1])
    }

    @Test func `a message handler of an app without a framework answers`() async throws {
        let files = try Self.app("<title>Plain</title>")
        let simulator = Simulator(files: files.url)
        simulator.native.handle("login") { body, frame in
            ["user": body["user"] ?? .null, "isMainFrame": .bool(frame.isMainFrame)]
        }
        let view = try await simulator.open("index.html")
        let answer = try await view.callAsyncJavaScript(
            "const answer = await webkit.messageHandlers.login.postMessage({ user: 'Ada' }); return `${answer.user} ${answer.isMainFrame}`",
            contentWorld: .page)
        #expect(answer as? String == "Ada true")
    }

    @Test func `handlers answer as long as the view lives`() async throws {
        let files = try Self.app("<title>Kept</title>")
        weak var half: NativeHalf?
        func opened() async throws -> SWWebView {
            let simulator = Simulator(files: files.url)
            simulator.native.handle("ping") { _, _ in "pong" }
            half = simulator.native
            return try await simulator.open()
        }
        var view: SWWebView? = try await opened()
        let answer = try await view?.callAsyncJavaScript(
            "return await webkit.messageHandlers.ping.postMessage(null)", contentWorld: .page)
        #expect(answer as? String == "pong")
        view = nil
        for _ in 0..<1000 where half != nil { await Task.yield() }
        #expect(half == nil)
    }

    @Test func `all views of a native half receive an event`() async throws {
        let files = try Self.app("<title>Window</title>")
        let simulator = Simulator(app: .cordova, files: files.url)
        let views = [try await simulator.open(), try await simulator.open()]
        for view in views {
            try await view.evaluateJavaScript(
                "window.heard = new Promise((resolve) => addEventListener('hello', (event) => resolve(event.detail))); 0"
            )
        }
        simulator.native.fire("hello", detail: "Ada")
        for view in views {
            #expect(try await view.callAsyncJavaScript("return heard", contentWorld: .page) as? String == "Ada")
        }
    }

    @Test func `a page that does not load is an error that names the address`() async throws {
        let files = try Self.app("<title>Missing</title>")
        let simulator = Simulator(files: files.url)
        let missing = await #expect(throws: PageLoadError.self) { try await simulator.open("/nothing.html") }
        #expect(missing?.description == "sw://app.localhost/nothing.html was answered with status 404")
        let refused = await #expect(throws: PageLoadError.self) { try await simulator.open("http://localhost:1/") }
        #expect(refused?.description.hasPrefix("http://localhost:1/ could not be loaded: ") == true)
    }
}
