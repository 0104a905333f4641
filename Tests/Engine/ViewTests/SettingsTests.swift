import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SettingsTests {
    let pages = Pages()
    let navigations = Navigations()

    init() {
        pages["/"] = """
            <title>Before</title><body><noscript><p id=n>none</p></noscript>
            <script>document.title = 'After'</script><script src=/more.js></script><img src=x onerror="window.handled = 1">
            """
        pages.on("/more.js") { $0.answer("window.more = 1", type: "text/javascript") }
    }

    /// A delegate that chooses the settings of each navigation.
    final class Chooser: NSObject, WKNavigationDelegate {
        var allowsScripts = true
        let navigations = Navigations()

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            preferences: WKWebpagePreferences,
            decisionHandler: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
        ) {
            preferences.allowsContentJavaScript = allowsScripts
            decisionHandler(.allow, preferences)
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            navigations.webView(webView, didFinish: navigation)
        }
    }

    @Test func `a page without content JavaScript runs only the application's scripts`() async throws {
        let view = makeView(pages, navigations) {
            let preferences = WKWebpagePreferences()
            preferences.allowsContentJavaScript = false
            $0.defaultWebpagePreferences = preferences
        }
        await view.open("app://host/", navigations)
        #expect(view.title == "Before")
        #expect(try await view.evaluateJavaScript("typeof more + typeof handled") as? String == "undefinedundefined")
        #expect(try await view.evaluateJavaScript("document.querySelector('noscript p') !== null") as? Bool == true)
        #expect(try await view.call("return 1 + 1") as? Int == 2)
    }

    @Test func `a delegate allows or forbids content JavaScript for each navigation`() async throws {
        let chooser = Chooser()
        let view = makeView(pages, navigations)
        view.navigationDelegate = chooser
        for (allows, title) in [(false, "Before"), (true, "After"), (false, "Before")] {
            chooser.allowsScripts = allows
            view.load(URLRequest(url: URL("app://host/")))
            await chooser.navigations.over()
            #expect(view.title == title)
        }
    }

    @Test func `the user agent is the custom one, or the usual one with the application's name`() async throws {
        let agent = "navigator.userAgent"
        let plain = makeView(pages, navigations)
        let usual = try #require(try await plain.evaluateJavaScript(agent) as? String)
        #expect(usual.contains("AppleWebKit"))
        plain.customUserAgent = "Mine/1.0"
        await plain.open("app://host/", navigations)
        #expect(try await plain.evaluateJavaScript(agent) as? String == "Mine/1.0")
        plain.customUserAgent = nil
        plain.reload()
        await navigations.over()
        #expect(try await plain.evaluateJavaScript(agent) as? String == usual)

        let named = makeView(pages, navigations) { $0.applicationNameForUserAgent = "App/2" }
        await named.open("app://host/", navigations)
        #expect(try await named.evaluateJavaScript(agent) as? String == "\(usual) App/2")
        named.customUserAgent = "Mine/1.0"
        named.reload()
        await navigations.over()
        #expect(try await named.evaluateJavaScript(agent) as? String == "Mine/1.0")
    }

    @Test func `a user agent of any text reaches servers, pages and workers as it is`() async throws {
        let text = "App (1 [FBAN/App;x=1]; bridge-components: [menu form]"
        try await LocalServer.with(pages: ["/": "<p>page</p>", "/asked": "<p>asked</p>"]) { server in
            let view = makeView(pages, navigations)
            view.customUserAgent = text + "\r\n\0"
            await view.open(server.origin + "/", navigations)
            let worker = """
                const code = new Blob(["postMessage(navigator.userAgent)"], { type: "text/javascript" });
                await fetch("/asked");
                const told = new Promise((resolve) => new Worker(URL.createObjectURL(code)).onmessage = resolve);
                return [navigator.userAgent, (await told).data];
                """
            #expect(try await view.call(worker) as? [String] == [text, text])
            let asked = server.received.filter { ["/", "/asked"].contains($0.path) }
            #expect(asked.map { $0.headers["user-agent"] } == [text, text])

            let named = makeView(pages, navigations) { $0.applicationNameForUserAgent = "App; parts: [menu]" }
            await named.open(server.origin + "/", navigations)
            let agent = try await named.evaluateJavaScript("navigator.userAgent") as? String
            #expect(agent?.hasSuffix(" App; parts: [menu]") == true)
            #expect(server.received.last?.headers["user-agent"] == agent)
        }
    }

    @Test func `a page has its view's size, and gets a resize event with the new one`() async throws {
        let view = makeView(pages, navigations, size: CGSize(width: 320, height: 240))
        await view.open("app://host/", navigations)
        #expect(try await view.evaluateJavaScript("`${innerWidth} ${innerHeight}`") as? String == "320 240")
        try await view.evaluateJavaScript("window.resized = new Promise((resolve) => onresize = resolve); 0")
        view.frame.size = CGSize(width: 500, height: 400)
        #expect(try await view.call("await resized; return `${innerWidth} ${innerHeight}`") as? String == "500 400")
    }
}
