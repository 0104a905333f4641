import SWWebView
import Simulator
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Tests of the frameworks whose app itself answers messages.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct MessageProfileTests {
    let navigations = Navigations()

    @Test func `React Native's page posts texts, and the app's answer is a message event`() async throws {
        let half = NativeHalf(.reactNative)
        half.phone.injectedObject = ["user": "Ada"]
        half.plugins["ReactNativeWebView"] = SimulatedPlugin([
            "message": .promise { call in
                .string("heard \(call.arguments["data"]?.string ?? "") of \(call.arguments["title"]?.string ?? "")")
            }
        ])
        let view = await openPage(of: half, navigations)
        let answer = try await view.call(
            """
            const heard = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data)));
            ReactNativeWebView.postMessage({ toString: () => "text" });
            return [await heard, JSON.parse(ReactNativeWebView.injectedObjectJson()).user];
            """)
        #expect(answer as? [String] == ["heard text of Page", "Ada"])
        // The log has no state of the view.
        #expect(half.calls.map(\.body) == [["data": "text", "url": "sw://app.example/"]])
    }

    @Test func `React Native's app gets other values than texts as they are, and the URL of the frame`() async throws {
        let half = NativeHalf(.reactNative)
        half.originWhitelist = ["*"]
        let view = await openPage(of: half, navigations)
        try await view.call(
            """
            webkit.messageHandlers.ReactNativeWebView.postMessage({ items: [1, null] });
            const frame = document.createElement("iframe");
            frame.srcdoc = `<script>parent.bridge = typeof ReactNativeWebView;
                webkit.messageHandlers.ReactNativeWebView.postMessage("from the frame")</${"script"}>`;
            document.body.append(frame);
            """)
        let first = try #require(await half.nextCall(of: "ReactNativeWebView.message"))
        #expect(first.body["data"] == ["items": [1, nil]])
        #expect(first.body["url"] == "sw://app.example/")
        let second = try #require(await half.nextCall(of: "ReactNativeWebView.message"))
        #expect(second.body["data"] == "from the frame")
        #expect(second.body["url"]?.string == second.frame.url && second.body["url"] == "about:srcdoc")
        // The function exists in the main frame only, and the handler in every frame.
        #expect(try await view.evaluateJavaScript("bridge") as? String == "undefined")
    }

    @Test func `malformed messages to React Native's handlers have no effect on later messages`() async throws {
        let half = NativeHalf(.reactNative)
        half.plugins["ReactNativeWebView"] = SimulatedPlugin([
            "message": .promise { call in .string("heard \(call.arguments["data"]?.string ?? "another value")") },
            "navigationStateChange": .promise { _ in throw NativeCallError("no") },
        ])
        let view = await openPage(of: half, navigations)
        let answers = try await view.call(
            """
            const { ReactNativeWebView: messages, ReactNativeHistoryShim: history } = webkit.messageHandlers;
            let deep = {};
            for (let depth = 0; depth < 600; depth++) deep = { deep };
            const heard = [], end = new Promise((resolve) => addEventListener("message", ({ data }) => {
                heard.push(data);
                if (data === "heard text") resolve(heard.join());
            }));
            for (const body of [null, undefined, deep, NaN, new Date(NaN), "'); throw 1; ('"]) {
                messages.postMessage(body);
                history.postMessage(body);
            }
            messages.postMessage("text");
            return await end;
            """)
        let other = "heard another value"
        #expect(answers as? String == "\(other),\(other),\(other),\(other),heard '); throw 1; (',heard text")
    }

    @Test func `native.js injects React Native's object in the order of its members`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "export default { injectedJavaScriptObject: { user: 'Ada', age: 36, born: 'London' } }", to: "native.js")
        let script = try await NativeScript.load(folder.path("native.js"))
        let half = NativeHalf(.reactNative, script: script)
        let view = await openPage(of: half, navigations)
        #expect(
            try await view.evaluateJavaScript("ReactNativeWebView.injectedObjectJson()") as? String
                == #"{"user":"Ada","age":36,"born":"London"}"#)
    }

    @Test func `the JSON of React Native's injected object is the text of a template`() async throws {
        let half = NativeHalf(.reactNative)
        half.phone.injectedObject = ["path": #"a\b"#]
        let view = await openPage(of: half, navigations)
        // As on iOS: the template turns the two backslashes of the JSON into one.
        #expect(
            try await view.evaluateJavaScript("ReactNativeWebView.injectedObjectJson()") as? String
                == #"{"path":"a\b"}"#)
    }

    @Test func `a message of React Native's app reaches the page, also when its text is a script`() async throws {
        let half = NativeHalf(.reactNative)
        let view = await openPage(of: half, navigations)
        let text = #"'); document.title = "taken"; (' </script> \u2028"# + "\u{2028}"
        try await view.call(
            "window.heard = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)))")
        half.post(.string(text))
        #expect(try await view.call("return await heard") as? String == text)
        #expect(view.title == "Page")
    }

    @Test func `Flutter's handlers resolve and reject promises, and its channels receive texts`() async throws {
        let half = NativeHalf(.flutter)
        half.plugins["Toaster"] = SimulatedPlugin([
            "postMessage": .promise { _ in nil },
            "callHandler": .promise { call in
                if call.arguments.array?.first?.number == 0 { throw NativeCallError("zero") }
                if call.arguments.array == [] {
                    _ = try FileManager.default.contentsOfDirectory(atPath: "/secret/place")
                }
                return ["sum": .number((call.arguments.array ?? []).compactMap(\.number).reduce(0, +))]
            },
        ])
        let view = await openPage(of: half, navigations)
        let answers = try await view.call(
            """
            Toaster.postMessage("hello");
            const sum = await flutter_inappwebview.callHandler("Toaster", 1, 2, 3);
            const zero = await flutter_inappwebview.callHandler("Toaster", 0).catch((error) => error.message);
            const none = await flutter_inappwebview.callHandler("Nobody");
            const failed = await flutter_inappwebview.callHandler("Toaster").catch((error) => error.message);
            return [`${sum.sum}`, zero, `${none}`, `${failed.includes("/secret")}`];
            """)
        #expect(answers as? [String] == ["6", "error, Exception: zero", "null", "false"])
        #expect(half.calls.first?.body == "hello")
        #expect(half.calls.first { $0.handler == "Nobody.callHandler" }?.outcome == .success(.null))
    }

    @Test func `Flutter's handlers ignore messages that do not come from the bridge's own script`() async throws {
        let half = NativeHalf(.flutter)
        half.plugins["Toaster"] = SimulatedPlugin(["callHandler": .promise { _ in "toast" }])
        let view = await openPage(of: half, navigations)
        let answer = try await view.call(
            """
            const { callHandler } = webkit.messageHandlers;
            const forged = { handlerName: "Toaster", _callHandlerID: 1, args: "[]" };
            for (const secret of [{}, { _bridgeSecret: "" }, { _bridgeSecret: crypto.randomUUID() }]) {
                callHandler.postMessage({ ...forged, ...secret });
            }
            let deep = {};
            for (let depth = 0; depth < 600; depth++) deep = { deep };
            for (const body of [null, "text", [], { handlerName: 1 }, deep]) callHandler.postMessage(body);
            // The page cannot observe the secret either.
            let seen = "";
            JSON.stringify = Reflect.apply = Function.prototype.call = (...values) => { seen += values; };
            const answer = await flutter_inappwebview.callHandler("Toaster");
            return [answer, seen];
            """)
        #expect(answer as? [String] == ["toast", ""])
        #expect(half.calls.count == 1)
    }

    @Test func `Flutter's platform is ready after the page has loaded`() async throws {
        let half = NativeHalf(.flutter)
        let view = await openPage(of: half, navigations)
        view.loadHTMLString(
            """
            <script>
            const events = [];
            for (const name of ["flutterInAppWebViewPlatformReady", "DOMContentLoaded", "load"]) addEventListener(name, () => events.push(name));
            const ready = new Promise((resolve) => addEventListener("flutterInAppWebViewPlatformReady", resolve));
            </script>
            """, baseURL: URL(string: "sw://app.example/"))
        await navigations.over()
        #expect(
            try await view.call("await ready; return events") as? [String]
                == ["DOMContentLoaded", "load", "flutterInAppWebViewPlatformReady"])
    }

    @Test func `a page of each framework has the user agent of an iPhone, unless the app chose another`() async throws {
        for profile in AppFramework.allCases {
            let agent =
                try await openPage(of: NativeHalf(profile), navigations).evaluateJavaScript("navigator.userAgent")
                as? String
            let isPhone = profile != .plain && profile != .swwebview
            #expect(agent?.contains("(iPhone; CPU iPhone OS") == isPhone, "\(profile)")
        }
        let configuration = WKWebViewConfiguration()
        configuration.customUserAgent = "Mine/1"
        let view = SWWebView(frame: .zero, configuration: configuration)
        let half = NativeHalf(.cordova)
        half.attach(to: view)
        #expect(view.customUserAgent == "Mine/1")
    }

    @Test func `a call has the origin of its frame, and not an origin from the message`() async throws {
        let half = NativeHalf(.capacitor)
        let view = await openPage(of: half, navigations)
        try await view.call(
            """
            const frame = document.createElement("iframe");
            frame.srcdoc = `<script>webkit.messageHandlers.bridge.postMessage({
                type: "message", pluginId: "App", methodName: "getInfo", callbackId: "1", options: {}, origin: "capacitor://localhost",
            })</${"script"}>`;
            frame.sandbox = "allow-scripts";
            document.body.append(frame);
            """)
        let call = try #require(await half.nextCall(of: "App.getInfo"))
        #expect(call.frame.origin == "" && !call.frame.isMainFrame)
    }

    @Test func `a view without a profile has no bridge, and a host ends with its view`() async throws {
        weak var half: NativeHalf?
        do {
            let plain = NativeHalf(.plain)
            let view = await openPage(of: plain, navigations)
            #expect(try await view.evaluateJavaScript("typeof window.Capacitor") as? String == "undefined")
            let kept = NativeHalf(.capacitor)
            half = kept
            _ = await openPage(of: kept, navigations)
        }
        for _ in 0..<1000 where half != nil { await Task.yield() }
        #expect(half == nil)
    }
}
