import Foundation
import TestSupport
import Testing
import WebKit

/// Hosts that are written as for iOS, in Swift 5 and without a Linux name, run.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct HostTests {
    @Test func `a plain host loads a page, talks with it both ways, and answers its dialogs`() async throws {
        let host = WebController()
        let (finished, events) = (Signal(), Signal())
        host.onFinish = { finished.fire() }
        host.onEvent = { events.fire() }
        host.loadView()
        host.show(
            """
            <title>Plain</title><a id=out href="https://elsewhere.example/">out</a>
            <script>function add(a) { return a.x + a.y; }</script>
            """)
        await finished.wait()
        #expect(host.lastError == nil)
        #expect(host.titles.last == "Plain")
        let answered = Signal()
        var sum: Any?
        host.callPage("add", with: ["x": 1, "y": 2]) { value, _ in
            sum = value
            answered.fire()
        }
        await answered.wait()
        #expect(sum as? Int == 3)
        let script = """
            webkit.messageHandlers.native.postMessage({ name: "ready", isInApp, agent: navigator.userAgent });
            alert("one"); const said = [confirm("two"), prompt("three", "text")];
            webkit.messageHandlers.native.postMessage({ name: "said", said });
            document.getElementById("out").click();
            """
        _ = try await host.webView.evaluateJavaScript(script + "0")
        await events.wait(for: 3)
        #expect(host.events.first?["isInApp"] as? Bool == true)
        #expect((host.events.first?["agent"] as? String)?.hasSuffix("PlainHost/1.0") == true)
        #expect(host.panels == ["alert: one", "confirm: two", "prompt: three"])
        let said = host.events.last?["said"] as? [Any]
        #expect(said?.first as? Bool == true && said?.last as? String == "text!")
        #expect(host.externalLinks.map(\.absoluteString) == ["https://elsewhere.example/"])
        #expect(host.webView.url?.host == "plain.example")
    }

    final class Camera: Plugin {
        let name = "Camera"

        func handle(_ call: PluginCall) {
            if call.method == "getPhoto" {
                DispatchQueue.global().async {
                    call.resolve(["path": "photo.jpg", "quality": call.options["quality"] ?? 0])
                }
            } else {
                call.reject("\(call.method) is not implemented")
            }
        }
    }

    @Test func `a host with plugins serves its files, and answers calls by script and by prompt`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = [
            "index.html": "<title>App</title><script src='app.js'></script>", "app.js": "var isLoaded = true;",
            "media.bin": "0123456789",
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        let bridge = PluginBridge()
        bridge.register(Camera())
        let webView = bridge.makeWebView(scheme: "capacitor", root: folder)
        let loads = Loads()
        webView.navigationDelegate = loads
        webView.load(URLRequest(url: try #require(URL(string: "capacitor://localhost/route/deep"))))
        await loads.finished.wait()
        #expect(webView.title == "App")
        let result = try await webView.callAsyncJavaScript(
            """
            const photo = await Host.call("Camera", "getPhoto", { quality: 90 });
            const failure = await Host.call("Camera", "fly").catch((error) => error.message);
            const missing = await Host.call("Nothing", "at").catch((error) => error.message);
            const part = await (await fetch("/media.bin", { headers: { Range: "bytes=4-" } })).text();
            return [photo.path, photo.quality, failure, missing, Host.callNow("App", "state").echo, part, location.origin];
            """, contentWorld: .page)
        let expected: [AnyHashable] = [
            "photo.jpg", 90, "fly is not implemented", "Nothing is not implemented", "App.state", "456789",
            "capacitor://localhost",
        ]
        #expect(result as? [AnyHashable] == expected)
    }

    @Test func `a host with a command queue answers with results, failures and progress`() async throws {
        let queue = CommandQueue()
        queue.register("Device", "getInfo") { _, finish in finish(.success(["platform": "iOS", "cores": 2])) }
        queue.register("File", "copy") { arguments, finish in
            finish(.progress(0.5))
            finish(.success(arguments))
        }
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.add(queue, name: "cordova")
        configuration.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs")
        let webView = WKWebView(frame: .zero, configuration: configuration)
        queue.webView = webView
        let loads = Loads()
        webView.navigationDelegate = loads
        webView.loadHTMLString(
            """
            <script>
            const pending = {};
            function exec(service, action, args) {
                return new Promise((resolve, reject) => {
                    const id = service + Object.keys(pending).length;
                    pending[id] = { resolve, reject, progress: [] };
                    webkit.messageHandlers.cordova.postMessage([id, service, action, args]);
                });
            }
            function nativeCallback(id, isSuccess, [payload], keeps) {
                if (keeps) pending[id].progress.push(payload);
                else if (isSuccess) pending[id].resolve([payload, pending[id].progress]);
                else pending[id].reject(payload);
            }
            </script>
            """, baseURL: nil)
        await loads.finished.wait()
        let text = try await webView.callAsyncJavaScript(
            """
            return JSON.stringify([await exec("Device", "getInfo", []), await exec("File", "copy", [1, null, "two"]),
                await exec("File", "burn", []).catch((message) => message)]);
            """, contentWorld: .page)
        let seen = try #require(text as? String)
        #expect(seen.contains(#""platform":"iOS""#) && seen.contains(#""cores":2"#))
        #expect(seen.contains(#"[[1,null,"two"],[0.5]]"#))
        #expect(seen.contains("File.burn does not exist"))
    }

    @Test func `a host with injected scripts gets messages, and decides about loads later`() async throws {
        let component = MessagingWebView()
        component.injectedJavaScriptBeforeContentLoaded = "window.order = ['before'];"
        component.injectedJavaScript =
            "order.push('after'); ReactNativeWebView.postMessage(order.join() + ' ' + navigator.userAgent);"
        let (messages, ends) = (Signal(), Signal())
        var received: [String] = []
        var asked: [String] = []
        var progress: [Double] = []
        component.onMessage = {
            received.append($0)
            messages.fire()
        }
        component.onLoadEnd = { ends.fire() }
        component.onLoadProgress = { progress.append($0) }
        component.onShouldStartLoadWithRequest = { request, decide in
            asked.append(request.url?.absoluteString ?? "")
            DispatchQueue.main.async { decide(request.url?.host != "refused.example") }
        }
        component.prepare()
        component.webView?.loadHTMLString(
            "<script>order.push('page'); addEventListener('message', ({ data }) => ReactNativeWebView.postMessage(data + '!'))</script>",
            baseURL: URL(string: "https://component.example/"))
        await ends.wait()
        await messages.wait()
        #expect(received == ["before,page,after MessagingWebView"])
        component.postMessage("hello")
        await messages.wait(for: 2)
        #expect(received.last == "hello!")
        component.injectJavaScript("location.href = 'https://refused.example/'; true;")
        component.injectJavaScript("ReactNativeWebView.postMessage(location.host)")
        await messages.wait(for: 3)
        #expect(received.last == "component.example")
        #expect(progress.last == 1)
        #expect(asked.first == "https://component.example/")
    }

    /// Answers proposals with visits.
    @MainActor final class Navigator: @preconcurrency SessionDelegate {
        let (proposed, rendered, heard) = (Signal(), Signal(), Signal())
        var proposals: [String] = []
        var events: [String] = []

        func session(_ session: Session, didProposeVisitTo url: URL, action: String) {
            proposals.append("\(action) \(url.path)")
            session.visit(url)
            proposed.fire()
        }

        func sessionDidRender(_ session: Session) { rendered.fire() }

        func session(_ session: Session, component: String, didReceive event: String, data: [String: AnyHashable]) {
            events.append("\(component) \(event) \((data["items"] as? [String])?.joined(separator: "+") ?? "")")
            if event == "connect" { session.reply(to: component, event: "selected", data: ["index": 1]) }
            heard.fire()
        }
    }

    @Test func `a host with visits in a subclass's one view answers proposals and components, and sees scrolling`()
        async throws
    {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let session = Session(configuration: configuration)
        let navigator = Navigator()
        session.delegate = navigator
        let titles = Signal()
        session.onTitle = { titles.fire() }
        let page = """
            <title>First</title><div style="height: 4000px">page</div><script>
            const post = (name, data = {}) => webkit.messageHandlers.session.postMessage({ name, data });
            const adapter = {
                visit(location) {
                    document.title = location;
                    history.pushState({}, "", location);
                    post("visitRendered");
                },
                reply(component, event, data) { post(component, { event, items: [event, String(data.index)] }); },
            };
            addEventListener("load", () => {
                post("pageLoaded");
                post("visitProposed", { location: location.origin + "/next", options: { action: "replace" } });
                post("menu", { event: "connect", items: ["a", "b"] });
            });
            </script>
            """
        session.webView.loadHTMLString(page, baseURL: URL(string: "https://visits.example/"))
        await navigator.heard.wait(for: 2)
        await navigator.rendered.wait()
        #expect(navigator.proposals == ["replace /next"])
        #expect(navigator.events == ["menu connect a+b", "menu selected selected+1"])
        #expect(session.webView.evaluated.first == "adapter.visit('https://visits.example/next')")
        #expect(session.webView.url?.path == "/next")
        var titleCount = 0
        while session.seenTitles.last != "https://visits.example/next" {
            titleCount += 1
            await titles.wait(for: titleCount)
        }
        let agent = try await session.webView.callAsyncJavaScript("return navigator.userAgent", contentWorld: .page)
        #expect((agent as? String)?.contains("Native/1.0; bridge-components: [menu form]") == true, "\(agent ?? "")")
        session.webView.scrollView.setContentOffset(CGPoint(x: 0, y: 300), animated: false)
        #expect(session.offsets == [300])
        #expect(try await session.webView.evaluateJavaScript("scrollY") as? Int == 300)
    }
}

/// A delegate that reports the ends of loads.
final class Loads: NSObject, WKNavigationDelegate {
    let finished = Signal()

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished.fire() }
}
