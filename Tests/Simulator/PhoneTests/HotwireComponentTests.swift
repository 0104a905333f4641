import SWWebView
import Simulator
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct HotwireComponentTests {
    let navigations = Navigations()

    @Test func `a component replies at each tap on its control, and not before`() async throws {
        let half = NativeHalf(.hotwire)
        half.plugins["echo"] = SimulatedPlugin(["ask": .promise { _ in [:] }])
        let view = await openPage(of: half, navigations)
        let tap: NativeValue = ["notify": "form.tap", "data": [:]]
        await #expect(throws: NativeCallError.self) { try await half.command(tap) }
        try await view.call(
            """
            window.replies = [];
            window.next = () => new Promise((resolve) => window.heard = resolve);
            nativeBridge.replyWith = ({ component }) => { replies.push(component); heard(); };
            window.send = (id, component, event) => webkit.messageHandlers.bridge.postMessage({ id, component, event, data: {} });
            const reply = next();
            send("1", "form", "connect");
            send("2", "echo", "ask");
            await reply;
            """)
        #expect(try await view.call("return replies.join()") as? String == "echo")
        for _ in 1...2 { _ = try await half.command(tap) }
        try await view.call("while (replies.length < 3) await next()")
        #expect(try await view.call("return replies.join()") as? String == "echo,form,form")
    }
}
