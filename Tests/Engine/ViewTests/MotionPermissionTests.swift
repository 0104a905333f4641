import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The permission of pages to follow the device's orientation and motion.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct MotionPermissionTests {
    let pages = Pages()
    let navigations = Navigations()

    /// Decides, and records.
    final class Desk: NSObject, WKUIDelegate {
        var decision = WKPermissionDecision.grant
        var frames: [WKFrameInfo] = []
        var origins: [String] = []

        func webView(
            _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
            initiatedByFrame frame: WKFrameInfo, decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void
        ) {
            frames.append(frame)
            origins.append(origin.host)
            decisionHandler(decision)
        }
    }

    static let request = "return await DeviceOrientationEvent.requestPermission()"

    func openView(_ delegate: (any WKUIDelegate)?) async -> WKWebView {
        pages["/"] = "<p>page"
        let view = makeView(pages, navigations)
        view.uiDelegate = delegate
        await view.open("app://host/", navigations)
        return view
    }

    @Test(arguments: [(.grant, "granted"), (.deny, "denied"), (.prompt, "denied")] as [(WKPermissionDecision, String)])
    func `the delegate decides about orientation and motion, once for an origin`(
        decision: WKPermissionDecision, outcome: String
    ) async throws {
        let desk = Desk()
        desk.decision = decision
        let view = await openView(desk)
        #expect(try await view.call(Self.request) as? String == outcome)
        #expect(try await view.call("return await DeviceMotionEvent.requestPermission()") as? String == outcome)
        view.reload()
        await navigations.over()
        #expect(try await view.call(Self.request) as? String == outcome)
        #expect(desk.origins == ["host"])
        #expect(desk.frames.map(\.isMainFrame) == [true])
    }

    @Test func `a page still asks after JavaScript's memory has been collected`() async throws {
        let desk = Desk()
        let view = await openView(desk)
        let collect = """
            const unused = new WeakRef({});
            do {
                for (let count = 0; count < 100; count++) new Array(1e5).fill(count);
                await new Promise((resolve) => setTimeout(resolve));
            } while (unused.deref());
            """
        _ = try await view.call(collect)
        #expect(try await view.call(Self.request) as? String == "granted")
    }

    @Test func `without a delegate the permission is denied`() async throws {
        let view = await openView(nil)
        #expect(try await view.call(Self.request) as? String == "denied")
    }

    @Test func `a frame asks in its own name, and needs a gesture`() async throws {
        let desk = Desk()
        pages["/outer"] = "<body style='margin: 0'><iframe style='border: 0' src=app://other/inner></iframe>"
        pages["/inner"] = """
            <body style="margin: 0"><button style="width: 200px; height: 100px">ask</button><script>
            const ask = () => DeviceOrientationEvent.requestPermission().then(
                (outcome) => webkit.messageHandlers.x.postMessage(outcome),
                (error) => webkit.messageHandlers.x.postMessage(error.name));
            document.querySelector("button").onclick = ask;
            ask();
            </script>
            """
        let messages = Messages()
        let view = makeView(pages, navigations) { $0.userContentController.add(messages, name: "x") }
        view.uiDelegate = desk
        await view.open("app://host/outer", navigations)
        await messages.wait(for: 1)
        #expect(messages.bodies == ["NotAllowedError"])
        view.click(at: CGPoint(x: 20, y: 20))
        await messages.wait(for: 2)
        #expect(messages.bodies.last == "granted")
        #expect(desk.origins == ["other"])
        #expect(desk.frames.map(\.isMainFrame) == [false])
    }

    @Test func `the events have their members, and a page cannot see the channel`() async throws {
        let view = await openView(nil)
        let script = """
            const event = new DeviceOrientationEvent("deviceorientation", { alpha: 1, absolute: true });
            const isListed = Object.keys(self).includes("DeviceMotionEvent");
            return [event.alpha, event.beta, event.absolute, event instanceof Event, isListed, typeof webkit].join();
            """
        let values = try await view.call(script)
        #expect(values as? String == "1,,true,true,false,undefined")
    }
}
