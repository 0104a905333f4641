import SWWebView
import Simulator
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct FlutterConsoleTests {
    let navigations = Navigations()

    @Test func `an app that listens to the console receives the texts of the main frame's output`() async throws {
        let half = NativeHalf(.flutter)
        half.plugins["fltConsoleMessage"] = SimulatedPlugin(["postMessage": .promise { _ in nil }])
        let view = await openPage(of: half, navigations)
        try await view.call(
            """
            const cycle = { name: "a", list: [1] }, shared = {};
            cycle.self = cycle;
            console.log("a", 1, null, undefined, cycle, [shared, shared]);
            console.warn("x".repeat(4000));
            const frame = document.createElement("iframe");
            document.body.append(frame);
            frame.contentWindow.console.error("of the frame");
            console.error(new Error("e") instanceof Error);
            console.info(Symbol("s"), 5n);
            console.debug();
            """)
        var texts: [NativeValue] = []
        while texts.count < 5 { texts.append(try #require(await half.nextCall()).body) }
        #expect(
            texts == [
                #"{"level":"log","message":"a, 1, null, undefined, {\"name\":\"a\",\"list\":[1]}, [{},{}]"}"#,
                .string(#"{"level":"warning","message":""# + String(repeating: "x", count: 3000) + #""}"#),
                #"{"level":"error","message":"true"}"#, #"{"level":"info","message":"Symbol(s), 5"}"#,
                #"{"level":"debug","message":""}"#,
            ])
    }

    @Test func `only plugins with the method postMessage are channels`() async throws {
        let half = NativeHalf(.flutter)
        half.plugins["Channel"] = SimulatedPlugin(["postMessage": .promise { _ in nil }])
        half.plugins["Handler"] = SimulatedPlugin(["callHandler": .promise { _ in 1 }])
        let view = await openPage(of: half, navigations)
        let answers = try await view.call(
            """
            const log = String(console.log).includes("native code");
            return [typeof Channel, typeof window.Handler, `${await flutter_inappwebview.callHandler("Handler")}`, `${log}`];
            """)
        #expect(answers as? [String] == ["object", "undefined", "1", "true"])
    }
}
