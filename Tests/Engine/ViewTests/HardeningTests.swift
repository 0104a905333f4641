import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Hardened pages, see ``WKWebpagePreferences/isLockdownModeEnabled`` and ``WKWebpagePreferences/securityRestrictionMode``.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct HardeningTests {
    let navigations = Navigations()
    let pages = Pages()
    /// What a page has, in words.
    private let facts = """
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(typeof WebAssembly)'])));
        const inWorker = await new Promise((resolve) => { worker.onmessage = (event) => resolve(event.data); });
        const found = ['WebAssembly', 'AudioContext', 'indexedDB', 'caches', 'FileReader', 'WebGLRenderingContext']
            .filter((name) => name in window);
        return [...found, 'worker ' + inWorker].join(' ');
        """
    private let usual =
        "WebAssembly AudioContext indexedDB caches FileReader WebGLRenderingContext worker object"
    private let locked = "worker undefined"

    init() {
        pages.on("/") { $0.answer("<title>page</title>") }
        pages.on("/b") { $0.answer("<title>other</title>") }
    }

    @Test func `a page in Lockdown Mode has no WebAssembly, nor has its worker, and lacks features`() async throws {
        let view = makeView(pages, navigations) { $0.defaultWebpagePreferences.isLockdownModeEnabled = true }
        await view.open("app://a/", navigations)
        #expect(try await view.call(facts) as? String == locked)
        #expect(navigations.log == ["action main app://a/", "start", "response 200", "commit", "finish"])
        view.configuration.defaultWebpagePreferences.isLockdownModeEnabled = false
        await view.open("app://a/b", navigations)
        #expect(try await view.call(facts) as? String == usual)
        #expect(navigations.terminations == 0 && view.backForwardList.backList.map(\.url) == [URL("app://a/")])
    }

    @Test func `a document that the application gives is locked down too`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://a/", navigations)
        #expect(try await view.call(facts) as? String == usual)
        view.configuration.defaultWebpagePreferences.securityRestrictionMode = .lockdown
        view.loadHTMLString("<p>given", baseURL: URL("app://a/given"))
        await navigations.over()
        #expect(try await view.call(facts) as? String == locked)
    }

    @Test func `a delegate locks single navigations down, as a link does and a script's change of address`()
        async throws
    {
        let view = makeView(pages, navigations)
        let chooser = PreferenceChooser { $0.isLockdownModeEnabled = true }
        view.navigationDelegate = chooser
        view.load(URLRequest(url: URL("app://a/")))
        await chooser.navigations.over()
        #expect(try await view.call(facts) as? String == locked)
        chooser.change = { $0.isLockdownModeEnabled = false }
        try await view.evaluateJavaScript("void (location = '/b')")
        await chooser.navigations.over()
        #expect(view.title == "other")
        #expect(try await view.call(facts) as? String == usual)
        #expect(chooser.navigations.log == ["start", "finish", "start", "finish"])
    }

    @Test func `a view without a delegate follows the default preferences`() async throws {
        let view = makeView(pages, navigations) { $0.defaultWebpagePreferences.isLockdownModeEnabled = true }
        let shown = Gate()
        let observation = view.observe(\.title) { view, _ in
            if view.title == "other" { MainActor.assumeIsolated { shown.open() } }
        }
        view.navigationDelegate = nil
        view.load(URLRequest(url: URL("app://a/b")))
        await shown.pass()
        #expect(try await view.call(facts) as? String == locked)
        observation.invalidate()
    }

    @Test func `a load from a restricted port fails where its page needs another process, too`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://a/", navigations)
        view.configuration.defaultWebpagePreferences.isLockdownModeEnabled = true
        await view.open("http://127.0.0.1:25/", navigations)
        #expect(navigations.log.last == "failProvisional")
        #expect(navigations.error?.domain == WebKitErrorDomain && navigations.error?.code == 103)
        #expect(view.url == URL("app://a/"))
    }

    @Test func `the mode of most compatibility takes the compiler away and nothing else`() async throws {
        let view = makeView(pages, navigations) {
            $0.defaultWebpagePreferences.securityRestrictionMode = .maximizeCompatibility
        }
        await view.open("app://a/", navigations)
        let found = try #require(try await view.call(facts) as? String)
        #expect(found.contains("AudioContext indexedDB caches FileReader WebGLRenderingContext"))
        let hardened = try await duration(in: view)
        view.configuration.defaultWebpagePreferences.securityRestrictionMode = .none
        await view.open("app://a/b", navigations)
        let compiled = try await duration(in: view)
        #expect(hardened > 3 * compiled, "\(hardened) ms, and \(compiled) ms compiled")
    }

    /// Returns how long a loop of arithmetic takes in a view's page, in milliseconds.
    private func duration(in view: WKWebView) async throws -> Double {
        let text = """
            const begin = performance.now();
            let sum = 0;
            for (let i = 0; i < 5e7; i++) sum = (sum + i) | 0;
            return performance.now() - begin + sum * 0;
            """
        return try #require(try await view.call(text) as? Double)
    }

    @Test func `a window shares the process of its opener`() async throws {
        let view = makeView(pages, navigations) { $0.defaultWebpagePreferences.isLockdownModeEnabled = true }
        let opener = Opener()
        view.uiDelegate = opener
        await view.open("app://a/", navigations)
        let opened = Navigations()
        opener.navigations = opened
        try await view.evaluateJavaScript("void open('/b')")
        await opened.over()
        let window = try #require(opener.window)
        #expect(try await window.call(facts) as? String == locked)
        #expect(navigations.terminations == 0)
    }

    private final class Opener: NSObject, WKUIDelegate {
        var navigations: Navigations?
        var window: WKWebView?

        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? {
            window = WKWebView(frame: .zero, configuration: configuration)
            window?.navigationDelegate = navigations
            return window
        }
    }
}
