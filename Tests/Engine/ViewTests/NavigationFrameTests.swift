import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// The frames that navigation actions name.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct NavigationFrameTests {
    let pages = Pages()
    let recorder = Recorder()

    /// Keeps the actions, and answers those that a test waits for.
    final class Recorder: NSObject, WKNavigationDelegate, WKUIDelegate {
        let navigations = Navigations()
        private(set) var actions: [WKNavigationAction] = []
        private(set) var opened: [WKNavigationAction] = []
        private(set) var downloads: [WKDownload] = []
        let downloaded = Gate()
        var refuses: @MainActor (WKNavigationAction) -> Bool = { _ in false }
        private var waiter: CheckedContinuation<WKNavigationAction, Never>?
        private var expected = ""

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
        ) {
            actions.append(navigationAction)
            let isDownload = navigationAction.request.url?.path == "/download"
            decisionHandler(refuses(navigationAction) ? .cancel : isDownload ? .download : .allow)
            note(navigationAction)
        }

        func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
            downloads.append(download)
            downloaded.open()
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            navigations.webView(webView, didFinish: navigation)
        }

        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? {
            opened.append(navigationAction)
            note(navigationAction)
            return nil
        }

        private func note(_ action: WKNavigationAction) {
            guard let waiter, action.request.url?.absoluteString == expected else { return }
            self.waiter = nil
            waiter.resume(returning: action)
        }

        /// Waits for the action to an address that `begin` causes.
        func action(to address: String, _ begin: @MainActor () -> Void) async -> WKNavigationAction {
            expected = address
            return await withCheckedContinuation {
                waiter = $0
                begin()
            }
        }
    }

    private static let frame = """
        <!doctype html><base href=app://host/><a id=self href=/link>self</a><a id=top href=/top target=_top>top</a>
        <a id=sibling href=/named target=sibling>named</a><a id=parent href=/parent target=_parent>parent</a>
        <a id=moving href=/before onclick="this.href = '/moved'">moving</a>
        <a id=window href=/window target=_blank>window</a><button id=opener onclick="window.open('/opened')">open</button>
        <form id=form action=/form method=post><input name=a value=1></form>
        <form id=across action=/across target=sibling><input name=a value=1></form>
        <div id=host></div><button id=button>detached</button><a id=download href=/download>download</a>
        <script>
        host.attachShadow({ mode: "open" }).innerHTML = "<a href=/shadow>shadow</a>";
        const detached = document.createElement("a");
        detached.href = "/detached";
        button.onclick = () => detached.click();
        addEventListener("click", (event) => { if (event.target.id === "self") event.stopImmediatePropagation(); }, true);
        </script>
        """

    private func open() async -> WKWebView {
        pages["/"] = """
            <!doctype html><iframe id=first name=inner src="app://host/frame"></iframe>
            <iframe id=second name=sibling src="app://host/sibling"></iframe>
            <a id=into href=/into target=inner>into</a>
            """
        pages["/frame"] = Self.frame
        pages["/sibling"] = "<p>sibling"
        for path in ["/link", "/moved", "/form", "/across", "/changed", "/named", "/into"] {
            pages[path] = "<p>\(path)"
        }
        let view = makeView(pages, recorder.navigations) { $0.preferences.javaScriptCanOpenWindowsAutomatically = true }
        view.navigationDelegate = recorder
        view.uiDelegate = recorder
        view.load(URLRequest(url: URL("app://host/")))
        await recorder.navigations.over()
        return view
    }

    private func told(_ frame: WKFrameInfo?) -> String {
        guard let frame else { return "new" }
        let origin = frame.securityOrigin
        return "\(frame.isMainFrame ? "main" : "sub") \(origin.protocol)://\(origin.host) "
            + (frame.request.url?.path ?? "")
    }

    private func told(_ action: WKNavigationAction) -> [String] {
        [told(action.sourceFrame), told(action.targetFrame)]
    }

    private func act(_ script: String, to path: String, in view: WKWebView) async -> [String] {
        let action = await recorder.action(to: "app://host\(path)") { view.evaluateJavaScript("\(script); 0") }
        return told(action)
    }

    @Test(arguments: [
        ("self", "/link", "sub app://host /frame"),
        ("moving", "/moved", "sub app://host /frame"),
        ("sibling", "/named", "sub app://host /sibling"),
        ("top", "/top", "main app://host /"),
        ("parent", "/parent", "main app://host /"),
    ])
    func `a click on a link in a frame names that frame, and the one that the link's target names`(
        link: String, path: String, target: String
    ) async {
        let view = await open()
        let frames = await act("first.contentDocument.getElementById('\(link)').click()", to: path, in: view)
        #expect(frames == ["sub app://host /frame", target])
    }

    @Test func `a link in a shadow tree, and one outside of the document, name the frame of the click`() async {
        let view = await open()
        let document = "first.contentDocument"
        let frames = ["sub app://host /frame", "sub app://host /frame"]
        recorder.refuses = { ["/shadow", "/detached"].contains($0.request.url?.path) }
        #expect(
            await act("\(document).getElementById('host').shadowRoot.firstChild.click()", to: "/shadow", in: view)
                == frames)
        #expect(await act("\(document).getElementById('button').click()", to: "/detached", in: view) == frames)
    }

    @Test func `a link of the page into a frame names the main frame and that frame`() async {
        let view = await open()
        #expect(await act("into.click()", to: "/into", in: view) == ["main app://host /", "sub app://host /frame"])
    }

    @Test(arguments: [
        ("into.click()", "/into", ["main app://host /", "sub app://host /frame"]),
        ("location.href = '/moved'", "/moved", ["main app://host /", "main app://host /"]),
        (
            "first.contentDocument.getElementById('sibling').click()", "/named",
            ["sub app://host /frame", "sub app://host /sibling"]
        ),
        (
            "first.contentDocument.getElementById('top').click()", "/top",
            ["sub app://host /frame", "main app://host /"]
        ),
    ])
    func `a page that comes back from the back-forward cache names the same frames`(
        script: String, path: String, frames: [String]
    ) async {
        let view = await open()
        view.load(URLRequest(url: URL("app://host/changed")))
        await recorder.navigations.over()
        view.goBack()
        await recorder.navigations.over()
        #expect(await act(script, to: path, in: view) == frames)
    }

    @Test func `a form of a frame names that frame, with and without a submit event`() async {
        let view = await open()
        let form = "first.contentDocument.getElementById"
        #expect(
            await act("\(form)('form').requestSubmit()", to: "/form", in: view)
                == ["sub app://host /frame", "sub app://host /frame"])
        let another = await open()
        #expect(
            await act("\(form)('across').submit()", to: "/across?a=1", in: another)
                == ["sub app://host /frame", "sub app://host /sibling"])
    }

    @Test func `a frame that the page sends elsewhere by its src names the page and the frame`() async {
        let view = await open()
        #expect(
            await act("second.src = '/changed'", to: "/changed", in: view)
                == ["main app://host /", "sub app://host /sibling"])
    }

    @Test func `the first load of a frame names the document with the element`() async {
        _ = await open()
        let first = recorder.actions.first { $0.request.url?.path == "/frame" }
        #expect(first.map { told($0.sourceFrame) } == "main app://host /")
        #expect(first?.targetFrame?.isMainFrame == false)
    }

    @Test func `a window that a click in a frame opens names that frame`() async {
        let view = await open()
        let element = "first.contentDocument.getElementById"
        #expect(await act("\(element)('window').click()", to: "/window", in: view) == ["sub app://host /frame", "new"])
        #expect(await act("\(element)('opener').click()", to: "/opened", in: view) == ["sub app://host /frame", "new"])
    }

    @Test func `a frame that reloads itself names itself`() async {
        let view = await open()
        #expect(
            await act("first.contentWindow.location.reload()", to: "/frame", in: view)
                == ["sub app://host /frame", "sub app://host /frame"])
    }

    @Test func `a step back in a frame's history names a subframe`() async throws {
        let view = await open()
        _ = await act("first.contentDocument.getElementById('self').click()", to: "/link", in: view)
        try await view.call(
            "if (first.contentDocument.URL !== 'app://host/link') await new Promise((r) => first.onload = r)")
        let action = await recorder.action(to: "app://host/frame") { view.evaluateJavaScript("history.back(); 0") }
        #expect(action.targetFrame?.isMainFrame == false)
    }

    @Test func `a script of a frame on a web server names that frame, also after a redirect`() async throws {
        try await LocalServer.with({ request in
            if request.path == "/moved" { return .init(status: 302, headers: ["Location": "/there"]) }
            let body =
                request.path == "/"
                ? "<iframe src=/frame></iframe>" : "<script>onmessage = () => location = '/moved'</script>"
            return .init(body: body)
        }) { server in
            let view = makeView(pages, recorder.navigations)
            view.navigationDelegate = recorder
            view.load(URLRequest(url: try #require(URL(string: "\(server.origin)/"))))
            await recorder.navigations.over()
            let action = await recorder.action(to: "\(server.origin)/there") {
                view.evaluateJavaScript("frames[0].postMessage(0, '*'); 0")
            }
            #expect(told(action) == ["sub http://127.0.0.1 /frame", "sub http://127.0.0.1 /frame"])
            let first = recorder.actions.first { $0.request.url?.path == "/moved" }
            #expect(first.map { told($0) } == ["sub http://127.0.0.1 /frame", "sub http://127.0.0.1 /frame"])
        }
    }

    @Test func `a form of a custom scheme has its method and headers in the action's request`() async {
        let view = await open()
        let action = await recorder.action(to: "app://host/form") {
            view.evaluateJavaScript("first.contentDocument.getElementById('form').submit(); 0")
        }
        #expect(action.request.httpMethod == "POST")
        #expect(action.request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
        #expect(action.request.value(forHTTPHeaderField: "Origin") == "app://host")
    }

    @Test func `a download names the frame with the link`() async {
        let view = await open()
        _ = await act("first.contentDocument.getElementById('download').click()", to: "/download", in: view)
        await recorder.downloaded.pass()
        #expect(recorder.downloads.map { told($0.originatingFrame) } == ["sub app://host /frame"])
    }

    @Test func `a click with keys held has the keys and the button in the action`() async {
        pages["/"] = "<body style='margin: 0'><a href=/link style='display: block; height: 50px'>link</a>"
        let view = makeView(pages, recorder.navigations)
        view.navigationDelegate = recorder
        view.load(URLRequest(url: URL("app://host/")))
        await recorder.navigations.over()
        let action = await recorder.action(to: "app://host/link") {
            view.click(at: CGPoint(x: 10, y: 10), modifiers: [.shift, .alt])
        }
        #expect(action.modifierFlags == [.shift, .alternate])
        #expect(action.buttonNumber == .primary && action.navigationType == .linkActivated)
    }
}
