import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Views of an application with app-bound domains.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct AppBoundNavigationTests {
    let pages = Pages()
    let navigations = Navigations()

    init() {
        pages["/bound"] = "<title>Bound</title><iframe src='app://elsewhere/frame'></iframe>"
        pages["/frame"] = "<p>frame</p>"
        pages["/other"] = "<title>Other</title>"
    }

    private func makeView(limited: Bool, delegate: Bool = true) -> WKWebView {
        let view = ViewTestSupport.makeView(pages, navigations) {
            $0.appBoundDomains = ["host"]
            $0.limitsNavigationsToAppBoundDomains = limited
        }
        if !delegate { view.navigationDelegate = nil }
        return view
    }

    @Test func `a limited view shows app-bound domains with their frames, and fails for other domains`() async throws {
        let view = makeView(limited: true)
        await view.open("app://host/bound", navigations)
        #expect(view.title == "Bound")
        #expect(pages.started.contains("/frame"))
        view.load(URLRequest(url: URL("app://elsewhere/other")))
        await navigations.over()
        #expect(navigations.error?.domain == WKErrorDomain)
        #expect(navigations.error?.code == WKError.navigationAppBoundDomain.rawValue)
        #expect(!pages.started.contains("/other"))
        #expect(try await view.evaluateJavaScript("document.title") as? String == "Bound")
    }

    @Test func `a page of a limited view cannot leave the app-bound domains`() async throws {
        let view = makeView(limited: true)
        await view.open("app://host/bound", navigations)
        view.evaluateJavaScript("location = 'app://elsewhere/other'", completionHandler: nil)
        await navigations.over()
        #expect(navigations.error?.code == WKError.navigationAppBoundDomain.rawValue)
        #expect(view.url == URL("app://host/bound"))
    }

    @Test func `a limited view without a navigation delegate stays in the app-bound domains`() async throws {
        let stayed = Gate()
        pages["/leaving"] = """
            <title>Leaving</title><script>
                location = "app://elsewhere/other";
                setTimeout(async () => { await fetch("/first"); await fetch("/second"); });
            </script>
            """
        pages.on("/second") { task in
            task.answer("")
            stayed.open()
        }
        let view = makeView(limited: true, delegate: false)
        view.load(URLRequest(url: URL("app://host/leaving")))
        await stayed.pass()
        #expect(view.title == "Leaving")
        #expect(!pages.started.contains("/other"))
    }

    @Test func `an application with app-bound domains runs no scripts in a view without the limit`() async throws {
        let view = makeView(limited: false)
        await view.open("app://host/bound", navigations)
        let refusal = await #expect(throws: WKError.self) { _ = try await view.evaluateJavaScript("document.title") }
        #expect(refusal?.code == .javaScriptAppBoundDomain)
        let call = await #expect(throws: WKError.self) {
            _ = try await view.callAsyncJavaScript("return 1", contentWorld: .defaultClient)
        }
        #expect(call?.code == .javaScriptAppBoundDomain)
    }

    @Test func `a view without the limit has no user scripts and handlers until it shows a page of this device`()
        async throws
    {
        let messages = Messages()
        let page =
            "<script>document.title = `${window.added} ${typeof window.webkit?.messageHandlers?.app}`</script>"
        pages["/bound"] = page
        try await LocalServer.with(pages: ["/": page]) { server in
            let view = ViewTestSupport.makeView(pages, navigations) {
                $0.appBoundDomains = ["host"]
                $0.userContentController.addUserScript(
                    WKUserScript(source: "window.added = 1", injectionTime: .atDocumentStart, forMainFrameOnly: false))
                $0.userContentController.add(messages, name: "app")
            }
            await view.open("app://host/bound", navigations)
            #expect(view.title == "undefined undefined")
            await view.open(server.origin + "/", navigations)
            #expect(view.title == "1 object")
            _ = try await view.evaluateJavaScript("webkit.messageHandlers.app.postMessage('here'); 0")
            await messages.wait(for: 1)
            #expect(messages.bodies == ["here"])
            view.load(URLRequest(url: URL("app://elsewhere/other")))
            await navigations.over()
            #expect(navigations.error?.code == WKError.navigationAppBoundDomain.rawValue)
        }
    }

    @Test(arguments: [false, true])
    func `pages have service workers only where the application's scripts may run`(limited: Bool) async {
        pages["/bound"] = "<script>document.title = 'serviceWorker' in navigator</script>"
        let view = makeView(limited: limited)
        await view.open("app://host/bound", navigations)
        #expect(view.title == "\(limited)")
    }
}
