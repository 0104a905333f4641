import Foundation
import SWWebView
import Simulator
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests of the navigations and windows that a framework's app decides about.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ProfileNavigationTests {
    let navigations = Navigations()

    @Test("The page of a window replaces the page", arguments: [AppFramework.reactNative, .flutter])
    func window(_ profile: AppFramework) async throws {
        let view = await openPage(of: NativeHalf(profile), navigations)
        try await LocalServer.with(pages: ["/": "<title>Window</title>"]) { server in
            let isNull = try await view.evaluateJavaScript("open('\(server.origin)/') === null")
            #expect(isNull as? Bool == true)
            await navigations.over()
            #expect(view.title == "Window")
        }
    }

    @Test("A page opens no file of this machine", arguments: [AppFramework.cordova, .flutter, .reactNative])
    func fileWindow(_ profile: AppFramework) async throws {
        let half = NativeHalf(profile)
        half.originWhitelist = ["*"]
        var heard = warnings(of: half).makeAsyncIterator()
        let view = await openPage(of: half, navigations)
        try await view.call("open('file:///etc/hostname')")
        #expect(await heard.next() == "The app did not load file:///etc/hostname")
        #expect(view.url?.scheme == "sw")
        #expect(!navigations.log.contains { $0.contains("file:") })
    }

    @Test func `a failed visit of Hotwire opens no file of this machine`() async throws {
        let half = NativeHalf(.hotwire)
        var heard = warnings(of: half).makeAsyncIterator()
        let view = await openPage(of: half, navigations)
        try await view.call(Self.failedVisit(to: "file:///etc/hostname"))
        #expect(await heard.next() == "The app did not load file:///etc/hostname")
        #expect(!navigations.log.contains { $0.contains("file:") })
    }

    @Test func `the page of a window does not make its origin the app's own`() async throws {
        let pages = ["/in/page": "<title>In</title>", "/out": "<title>Out</title>"]
        try await LocalServer.with(pages: pages) { server in
            let half = NativeHalf(.cordova)
            half.cordova.allowedNavigation = ["\(server.origin)/in/*"]
            var heard = warnings(of: half).makeAsyncIterator()
            let view = await openPage(of: half, navigations)
            try await view.call("open('\(server.origin)/in/page')")
            await navigations.over()
            #expect(view.title == "In")
            try await view.call("location.href = '\(server.origin)/out'")
            #expect(await heard.next() == "The app opened \(server.origin)/out outside of the app")
            #expect(view.title == "In")
        }
    }

    @Test func `React Native's app with a method for windows keeps its page`() async throws {
        let half = NativeHalf(.reactNative)
        half.plugins["ReactNativeWebView"] = SimulatedPlugin(["openWindow": .promise { _ in nil }])
        let view = await openPage(of: half, navigations)
        try await view.call("open('https://other.example/window')")
        let call = try #require(await half.nextCall(of: "ReactNativeWebView.openWindow"))
        #expect(call.body == ["targetUrl": "https://other.example/window"])
        #expect(view.title == "Page")
    }

    private static let addFrame = """
        window.heard = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data)));
        const frame = document.createElement("iframe");
        frame.srcdoc = "<script>parent.postMessage('loaded', '*')</scr" + "ipt>";
        document.body.append(frame);
        """

    private func warnings(of half: NativeHalf) -> AsyncStream<String> {
        let (warnings, warn) = AsyncStream.makeStream(of: String.self)
        half.hear = { if case .warning(let text) = $0 { warn.yield(text) } }
        return warnings
    }

    @Test func `React Native's page loads what its list of origins allows`() async throws {
        let half = NativeHalf(.reactNative)
        half.originWhitelist = ["about:*"]
        let view = await openPage(of: half, navigations)
        try await view.call(Self.addFrame)
        #expect(try await view.call("return await heard") as? String == "loaded")
    }

    @Test func `React Native's page does not load what its list of origins lacks`() async throws {
        let half = NativeHalf(.reactNative)
        var heard = warnings(of: half).makeAsyncIterator()
        let view = await openPage(of: half, navigations)
        try await view.call(Self.addFrame)
        #expect(await heard.next() == "The app did not load about:srcdoc")
        try await view.call("location.href = 'tel:+12025550123'")
        #expect(await heard.next() == "The app opened tel:+12025550123 outside of the app")
        #expect(half.phone.openedURLs == ["tel:+12025550123"])
    }

    @Test func `Cordova's page loads the frames that its config.xml allows`() async throws {
        let half = NativeHalf(.cordova)
        half.cordova.allowedNavigation = ["about:*"]
        let view = await openPage(of: half, navigations)
        try await view.call(Self.addFrame)
        #expect(try await view.call("return await heard") as? String == "loaded")
    }

    @Test func `Cordova's page loads no frame that its config.xml does not allow`() async throws {
        let half = NativeHalf(.cordova)
        var heard = warnings(of: half).makeAsyncIterator()
        let view = await openPage(of: half, navigations)
        try await view.call(Self.addFrame)
        #expect(await heard.next() == "The app did not load about:srcdoc")
        try await view.call(
            "document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://other.example/' }))")
        #expect(await heard.next() == "The app did not load https://other.example/")
        #expect(half.phone.openedURLs.isEmpty)
    }

    /// Returns a script that reports a visit of Turbo without a response.
    private static func failedVisit(to location: String) -> String {
        """
        const post = (name, data) => webkit.messageHandlers.turbo.postMessage({ name, data });
        post("visitStarted", { identifier: "1" });
        post("visitRequestFailedWithNonHttpStatusCode", { identifier: "1", statusCode: 0, location: "\(location)" });
        """
    }

    @Test(
        "A visit of Hotwire that fails leaves the app for another host, or loads the page anew",
        arguments: [true, false])
    func failedVisit(isRedirected: Bool) async throws {
        let half = NativeHalf(.hotwire)
        let view = await openPage(of: half, navigations)
        let answers: @Sendable (LocalServer.Received) async throws -> LocalServer.Answer = { request in
            guard request.path == "/out", let host = request.headers["host"] else {
                return .init(body: "<title>Anew</title>")
            }
            let location = "http://\(host.replacing("127.0.0.1", with: "localhost"))/in"
            return .init(status: 302, headers: ["Location": location])
        }
        try await LocalServer.with(answers) { server in
            let location = "\(server.origin)/\(isRedirected ? "out" : "in")"
            try await view.call(Self.failedVisit(to: location))
            if isRedirected {
                let proposed = try #require(await half.nextCall(of: "Turbo.visitProposed"))
                #expect(proposed.body["location"]?.string?.hasSuffix("/in") == true)
                #expect(half.phone.openedURLs.count == 1 && half.phone.hasBrowser)
                #expect(view.title == "Page")
            } else {
                await navigations.over()
                #expect(view.title == "Anew")
            }
        }
    }
}
