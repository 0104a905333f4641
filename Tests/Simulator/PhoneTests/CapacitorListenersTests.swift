import SWWebView
import Simulator
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct CapacitorListenersTests {
    let navigations = Navigations()

    /// Adds listeners and returns the codes of their errors.
    private func add(_ count: Int, in view: SWWebView) async throws -> [String]? {
        try await view.call(
            """
            const codes = [];
            const answered = new Promise((resolve) => {
                Capacitor.fromNative = ({ callbackId, error }) => {
                    if (error) codes.push(error.code);
                    if (callbackId === "last") resolve();
                };
            });
            const send = (callbackId, methodName, options) => webkit.messageHandlers.bridge.postMessage(
                { type: "message", pluginId: "App", methodName, callbackId, options, origin: location.origin });
            for (let i = 0; i < \(count); i++) send(`${i}`, "addListener", { eventName: `event${i}` });
            send("last", "getState", {});
            await answered;
            return codes;
            """) as? [String]
    }

    @Test func `listeners of an earlier document make place for new ones`() async throws {
        let half = NativeHalf(.capacitor)
        let view = await openPage(of: half, navigations)
        #expect(try await add(1001, in: view) == ["TOO_MANY_LISTENERS"])
        view.loadHTMLString("<title>Second</title>", baseURL: URL(string: "sw://app.example/"))
        await navigations.over()
        #expect(try await add(1, in: view) == [])
    }
}
