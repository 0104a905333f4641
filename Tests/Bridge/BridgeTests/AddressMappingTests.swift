import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Pages of permitted hosts live under `sw://`; the application and the server see `http://`.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct AddressMappingTests {
    let navigations = Navigations()

    func makeView(permitting domains: String...) -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
        view.serviceWorkerPermittedDomains = domains
        view.navigationDelegate = navigations
        return view
    }

    nonisolated static let pages = [
        "/": "<title>Home</title><a id=a href='/next'>next</a>",
        "/next": "<title>Next</title>",
    ]

    @Test func `a page of a permitted host loads under sw and the application sees its http address`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView(permitting: "127.0.0.1")
            let navigation = view.load(URLRequest(url: try #require(URL(string: "\(server.origin)/?q=1#part"))))
            #expect(view.url?.absoluteString == "\(server.origin)/?q=1#part")
            await navigations.over()
            #expect(navigations.error == nil)
            #expect(view.title == "Home")
            #expect(try await view.evaluateJavaScript("location.protocol") as? String == "sw:")
            #expect(try await view.evaluateJavaScript("isSecureContext") as? Bool == true)
            #expect(view.url?.absoluteString == "\(server.origin)/?q=1#part")
            #expect(navigations.askedFor == ["\(server.origin)/?q=1#part"])
            #expect(navigations.responses.map { $0.response.url?.scheme } == ["http"])
            #expect((navigations.responses.first?.response as? HTTPURLResponse)?.statusCode == 200)
            #expect(navigations.navigations.allSatisfy { $0 === navigation })
            #expect(server.received.first?.path == "/")
        }
    }

    @Test func `a link to a permitted http address goes to sw after one policy question`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView(permitting: "127.0.0.1")
            await view.open(server.origin + "/", navigations)
            try await view.evaluateJavaScript("a.href = '\(server.origin)/next?x=1'; a.click()")
            await navigations.over()
            #expect(view.title == "Next")
            #expect(
                try await view.evaluateJavaScript("location.href") as? String
                    == "sw://127.0.0.1:\(server.port)/next?x=1")
            #expect(view.url?.absoluteString == "\(server.origin)/next?x=1")
            #expect(navigations.askedFor == ["\(server.origin)/", "\(server.origin)/next?x=1"])
            #expect(navigations.actions.last?.navigationType == .linkActivated)
            #expect(navigations.log.filter { $0 == "finish" }.count == 2)
            #expect(navigations.error == nil)
        }
    }

    @Test func `the policy question of a relative link names the http address`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView(permitting: "127.0.0.1")
            await view.open(server.origin + "/", navigations)
            try await view.evaluateJavaScript("a.click()")
            await navigations.over()
            #expect(view.title == "Next")
            #expect(navigations.askedFor == ["\(server.origin)/", "\(server.origin)/next"])
        }
    }

    @Test func `the list of pages, message frames and UI delegate calls show addresses as they were asked for`()
        async throws
    {
        final class Panels: NSObject, WKUIDelegate {
            var frames: [WKFrameInfo] = []
            var action: WKNavigationAction?

            func webView(
                _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
                initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor () -> Void
            ) {
                frames.append(frame)
                completionHandler()
            }

            func webView(
                _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
                for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
            ) -> WKWebView? {
                action = navigationAction
                return nil
            }
        }
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView(permitting: "127.0.0.1")
            let (panels, messages) = (Panels(), Messages())
            view.uiDelegate = panels
            view.configuration.userContentController.add(messages, name: "x")
            await view.open(server.origin + "/", navigations)
            let first = try #require(view.backForwardList.currentItem)
            #expect(first.url.absoluteString == server.origin + "/")
            #expect(first.initialURL == first.url)
            await view.open(server.origin + "/next", navigations)
            #expect(view.backForwardList.backItem === first)
            try await view.call(
                """
                webkit.messageHandlers.x.postMessage("page");
                alert("");
                window.open("/opened");
                const loaded = new Promise((resolve) => { onmessage = resolve; });
                document.body.insertAdjacentHTML("beforeend", `<iframe sandbox="allow-scripts" srcdoc="<script>
                    webkit.messageHandlers.x.postMessage('sandboxed'); parent.postMessage('', '*')</script>"></iframe>`);
                await loaded;
                """)
            await messages.wait(for: 2)
            for frame in [panels.frames.first, messages.received.first?.frameInfo] {
                #expect(frame?.isMainFrame == true)
                #expect(frame?.request.url?.absoluteString == server.origin + "/next")
                #expect(frame?.securityOrigin.protocol == "http")
                #expect(frame?.securityOrigin.host == "127.0.0.1")
                #expect(frame?.securityOrigin.port == Int(server.port))
            }
            #expect(messages.received.last?.frameInfo.securityOrigin.protocol == "", "an opaque origin stays opaque")
            let frame = try #require(messages.received.last).frameInfo
            #expect(try await view.evaluateJavaScript("origin", in: frame, contentWorld: .page) as? String == "null")
            #expect(panels.action?.request.url?.absoluteString == server.origin + "/opened")
            #expect(panels.action?.sourceFrame.request.url?.scheme == "http")
            view.go(to: first)
            await navigations.over()
            #expect(view.title == "Home")
            #expect(navigations.askedFor.last == server.origin + "/")
        }
    }

    @Test func `a link that the policy cancels requests nothing`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView(permitting: "127.0.0.1")
            await view.open(server.origin + "/", navigations)
            let refused = Gate()
            navigations.decideAction = { _ in
                refused.open()
                return .cancel
            }
            try await view.evaluateJavaScript("a.href = '\(server.origin)/next'; a.click()")
            await refused.pass()
            // The next load shows that the refused load has not begun.
            navigations.decideAction = { _ in .allow }
            await view.open(server.origin + "/", navigations)
            #expect(view.title == "Home")
            #expect(!server.received.contains { $0.path == "/next" })
        }
    }

    @Test func `going back and reloading show the http addresses`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView(permitting: "127.0.0.1")
            await view.open(server.origin + "/", navigations)
            await view.open(server.origin + "/next", navigations)
            view.goBack()
            await navigations.over()
            #expect(view.title == "Home")
            #expect(view.url?.absoluteString == "\(server.origin)/")
            view.reload()
            await navigations.over()
            #expect(view.title == "Home")
            #expect(navigations.askedFor == ["/", "/next", "/", "/"].map { server.origin + $0 })
            #expect(navigations.actions.map(\.navigationType) == [.other, .other, .backForward, .reload])
        }
    }

    @Test func `a redirect by the server is followed for pages and for fetch`() async throws {
        try await LocalServer.with({
            $0.path == "/old"
                ? .init(status: 302, headers: ["Location": "/next"]) : .init(body: Self.pages[$0.path] ?? "")
        }) { server in
            let view = makeView(permitting: "127.0.0.1")
            await view.open(server.origin + "/old", navigations)
            #expect(navigations.error == nil)
            #expect(view.title == "Next")
            #expect(server.received.map(\.path) == ["/old", "/next"])
            let text = try await view.call("return await (await fetch('/old')).text()")
            #expect((text as? String)?.contains("Next") == true)
        }
    }

    @Test func `a page with status 404 loads as a page`() async throws {
        try await LocalServer.with({ _ in .init(status: 404, body: "<title>Not here</title>") }) { server in
            let view = makeView(permitting: "127.0.0.1")
            await view.open(server.origin + "/", navigations)
            #expect(view.title == "Not here")
            #expect((navigations.responses.first?.response as? HTTPURLResponse)?.statusCode == 404)
        }
    }

    @Test func `a host that is not permitted loads over http without the bridge`() async throws {
        try await LocalServer.with(pages: Self.pages) { (server) async throws in
            let view = makeView(permitting: "app.example")
            await view.open(server.origin + "/", navigations)
            #expect(navigations.error == nil)
            #expect(view.title == "Home")
            #expect(try await view.evaluateJavaScript("location.protocol") as? String == "http:")
            #expect(try await view.evaluateJavaScript("typeof SWWebView") as? String == "undefined")
            #expect(view.url?.absoluteString == "\(server.origin)/")
            #expect(navigations.askedFor == ["\(server.origin)/"])
            #expect(view.bridgeStatus.openRequests == 0)
        }
    }

    @Test func `a load from a server that is down fails with cannotConnectToHost`() async throws {
        let port = try SilentPort()
        for view in [makeView(permitting: "127.0.0.1"), makeView()] {
            let navigations = Navigations()
            await view.open("http://127.0.0.1:\(port.number)/", navigations)
            #expect(navigations.log.last == "failProvisional")
            #expect(navigations.error?.domain == NSURLErrorDomain)
            #expect(navigations.error?.code == NSURLErrorCannotConnectToHost)
        }
    }

    @Test func `fetch to a host neither mapped nor permitted rejects with TypeError`() async throws {
        try await LocalServer.with(pages: Self.pages) { server in
            let view = makeView(permitting: "127.0.0.1")
            await view.open(server.origin + "/", navigations)
            let name = try await view.call(
                "try { await fetch('sw://other.example/'); } catch (error) { return error.name }")
            #expect(name as? String == "TypeError")
            #expect(try await view.call("return (await fetch('/next')).status") as? Int == 200)
        }
    }

    @Test func `a mapped folder is served as an origin that no path escapes`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sw-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("<title>Folder</title><script type=module src=main.js></script>".utf8)
            .write(to: folder.appendingPathComponent("index.html"))
        try Data("window.hasModule = true".utf8).write(to: folder.appendingPathComponent("main.js"))
        let view = makeView()
        view.loader = MappedLoader(map: try OriginMap(["sw://app.example=\(folder.path)"]))
        await view.open("sw://app.example/", navigations)
        #expect(navigations.error == nil)
        #expect(view.title == "Folder")
        // WebKit can report the end of the load before it runs a module that has come.
        let hasModule = try await view.call(
            """
            if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
            return hasModule;
            """)
        #expect(hasModule as? Bool == true)
        #expect(try await view.call("return await SWWebView.send('/ping', 1)") as? Int == 1)
        #expect(try await view.call("return (await fetch('/missing')).status") as? Int == 404)
        let escape = try await view.call("return (await fetch('/..%2f..%2fetc/passwd')).status")
        #expect(escape as? Int != 200)
    }
}
