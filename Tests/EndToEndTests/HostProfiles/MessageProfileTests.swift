import HostProfiles
import NativeHosts
import SWWebView
import Testing
import URLInterception
import WebKit

/// Tests of the frameworks whose app itself answers messages.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1)))
struct MessageProfileTests {
    let navigations = Navigations()

    private func open(_ host: ProfileHost) async -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: configuration)
        host.attach(to: view)
        view.navigationDelegate = navigations
        view.loadHTMLString("<title>Page</title>", baseURL: URL(string: "sw://app.example/"))
        await navigations.over()
        return view
    }

    @Test func `React Native's page posts texts, and the app's answer is a message event`() async throws {
        let host = ProfileHost(.reactNative)
        host.phone.injectedObject = ["user": "Ada"]
        host.plugins["ReactNativeWebView"] = SimulatedPlugin([
            "message": .promise { call in .string("heard \(call.arguments["data"]?.string ?? "")") }
        ])
        let view = await open(host)
        let answer = try await view.call(
            """
            const heard = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data)));
            ReactNativeWebView.postMessage({ toString: () => "text" });
            return [await heard, JSON.parse(ReactNativeWebView.injectedObjectJson()).user];
            """)
        #expect(answer as? [String] == ["heard text", "Ada"])
        #expect(host.native.calls.map { $0.body["title"]?.string } == ["Page"])
    }

    @Test func `a message of React Native's app reaches the page, also when its text is a script`() async throws {
        let host = ProfileHost(.reactNative)
        let view = await open(host)
        let text = #"'); document.title = "taken"; (' </script> \u2028"# + "\u{2028}"
        try await view.call(
            "window.heard = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)))")
        host.post(.string(text))
        #expect(try await view.call("return await heard") as? String == text)
        #expect(view.title == "Page")
    }

    @Test func `Flutter's handlers resolve and reject promises, and its channels receive texts`() async throws {
        let host = ProfileHost(.flutter)
        host.plugins["Toaster"] = SimulatedPlugin([
            "postMessage": .promise { _ in nil },
            "callHandler": .promise { call in
                if call.arguments.array?.first?.number == 0 { throw NativeCallError("zero") }
                if call.arguments.array == [] {
                    _ = try FileManager.default.contentsOfDirectory(atPath: "/secret/place")
                }
                return ["sum": .number((call.arguments.array ?? []).compactMap(\.number).reduce(0, +))]
            },
        ])
        let view = await open(host)
        let answers = try await view.call(
            """
            Toaster.postMessage("hello");
            const sum = await flutter_inappwebview.callHandler("Toaster", 1, 2, 3);
            const zero = await flutter_inappwebview.callHandler("Toaster", 0).catch((error) => error.message);
            const none = await flutter_inappwebview.callHandler("Nobody").catch((error) => error.message);
            const failed = await flutter_inappwebview.callHandler("Toaster").catch((error) => error.message);
            return [`${sum.sum}`, zero, none, `${failed.includes("/secret")}`];
            """)
        #expect(answers as? [String] == ["6", "zero", "not implemented", "false"])
        #expect(host.native.calls.first?.body == "hello")
    }

    @Test func `a call has the origin of its frame, and not an origin from the message`() async throws {
        let host = ProfileHost(.capacitor)
        let view = await open(host)
        try await view.call(
            """
            const frame = document.createElement("iframe");
            frame.srcdoc = `<script>webkit.messageHandlers.bridge.postMessage({
                type: "message", pluginId: "App", methodName: "getInfo", callbackId: "1", options: {}, origin: "capacitor://localhost",
            })</${"script"}>`;
            frame.sandbox = "allow-scripts";
            document.body.append(frame);
            """)
        let call = try #require(await host.native.nextCall(of: "App.getInfo"))
        #expect(call.frame.origin == "" && !call.frame.isMainFrame)
    }

    @Test func `a view without a profile has no bridge, and a host ends with its view`() async throws {
        weak var host: ProfileHost?
        do {
            let plain = ProfileHost(.plain)
            let view = await open(plain)
            #expect(try await view.evaluateJavaScript("typeof window.Capacitor") as? String == "undefined")
            let kept = ProfileHost(.capacitor)
            host = kept
            _ = await open(kept)
        }
        for _ in 0..<1000 where host != nil { await Task.yield() }
        #expect(host == nil)
    }
}
