import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Navigations about which the application doesn't decide, and the main document of requests.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct UndecidedNavigationTests {
    let pages = Pages()

    /// Follows loads, and decides about none.
    final class Follower: NSObject, WKNavigationDelegate {
        private(set) var log: [String] = []
        private var ends = AsyncStream.makeStream(of: String.self)
        let downloads: Downloads?
        var failed: @MainActor (any Error) -> Void = { _ in }

        init(downloads: Downloads? = nil) { self.downloads = downloads }

        func end() async -> String? {
            var iterator = ends.stream.makeAsyncIterator()
            return await iterator.next()
        }

        func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
            log.append("start")
        }

        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            log.append("fail \((error as NSError).code)")
            failed(error)
            ends.continuation.yield("fail")
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            log.append("finish \(webView.url?.absoluteString ?? "")")
            ends.continuation.yield("finish")
        }

        func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
            log.append("download")
            download.delegate = downloads
        }
    }

    private func open(_ follower: Follower?) async -> WKWebView {
        pages["/"] = """
            <a id=tel href="tel:123">call</a><a id=app href="nobody://host/">open</a>
            <a id=file href="/file" download>save</a>
            """
        let view = makeView(pages, Navigations())
        view.navigationDelegate = follower
        if follower == nil {
            view.load(URLRequest(url: URL("app://host/")))
            for await isLoading in view.values(of: \.isLoading) where !isLoading && view.url != nil { break }
        } else {
            view.load(URLRequest(url: URL("app://host/")))
            _ = await follower?.end()
        }
        return view
    }

    @Test func `a link to an address that cannot be loaded does nothing, and loads go on`() async throws {
        for hasDelegate in [true, false] {
            let follower = Follower()
            let view = await open(hasDelegate ? follower : nil)
            for id in ["tel", "app"] { try await view.call("document.getElementById(id).click()", ["id": id]) }
            view.load(URLRequest(url: URL("mailto:someone@example.com")))
            view.navigationDelegate = follower
            view.load(URLRequest(url: URL("app://host/?next")))
            while await follower.end() != "finish" || view.url?.query != "next" {}
            let loads = hasDelegate ? ["start", "finish app://host/", "start", "finish app://host/?next"] : []
            if hasDelegate { #expect(follower.log == loads) }
            #expect(!follower.log.contains { $0.hasPrefix("fail") }, "\(follower.log)")
        }
    }

    @Test func `a document that the application gives is shown below any address`() async throws {
        let view = makeView(pages, Navigations())
        let follower = Follower()
        view.navigationDelegate = follower
        for address in ["nobody://host/page", "tel:123", nil] {
            let base = address.flatMap { Foundation.URL(string: $0) }
            view.loadHTMLString("<title>\(address ?? "none")</title>", baseURL: base)
            #expect(await follower.end() == "finish")
            #expect(view.title == address ?? "none")
        }
    }

    @Test func `a link with the attribute download becomes a download`() async throws {
        pages.on("/file") { $0.answer("bytes", type: "text/plain") }
        let downloads = try Downloads.make()
        let follower = Follower(downloads: downloads)
        let view = await open(follower)
        try await view.call("document.getElementById('file').click()")
        await downloads.over()
        #expect(downloads.text == "bytes")
        #expect(follower.log == ["start", "finish app://host/", "download"])
    }

    @Test func `a load from a restricted port fails with the error of iOS, and the page stays`() async throws {
        let follower = Follower()
        let view = await open(follower)
        var errors: [NSError] = []
        follower.failed = { errors.append($0 as NSError) }
        view.load(URLRequest(url: URL("http://127.0.0.1:25/mail")))
        #expect(await follower.end() == "fail")
        #expect(errors.map(\.domain) == [WebKitErrorDomain] && errors.map(\.code) == [103], "\(errors)")
        #expect(errors.first?.userInfo[NSURLErrorFailingURLErrorKey] as? URL == URL("http://127.0.0.1:25/mail"))
        #expect(view.url == URL("app://host/"))
        #expect(follower.log == ["start", "finish app://host/", "start", "fail 103"])
    }

    @Test func `a load from a restricted port leaves the page of a view without a delegate`() async throws {
        let view = await open(nil)
        view.load(URLRequest(url: URL("http://127.0.0.1:25/mail")))
        for await url in view.values(of: \.url) where url?.port == nil { break }
        #expect(try await view.call("return location.href") as? String == "app://host/")
        #expect(view.url == URL("app://host/"))
    }

    // MARK: The main document

    @Test func `a load with its own Accept header is its own main document`() async throws {
        var seen: [String] = []
        pages["/"] = "<title>page</title>"
        pages.on("/data") { task in
            let accept = task.request.value(forHTTPHeaderField: "Accept") ?? ""
            seen.append("\(accept) \(task.request.mainDocumentURL?.path ?? "nil")")
            task.answer("{}", type: "application/json")
        }
        let navigations = Navigations()
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        var request = URLRequest(url: URL("app://host/data"))
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        view.load(request)
        await navigations.over()
        #expect(seen == ["application/json /data"])
    }

    @Test func `a frame of an address whose load has failed names the page as its main document`() async throws {
        var seen: [String] = []
        pages["/"] = "<title>page</title>"
        pages.on("/part") { task in
            seen.append(task.request.mainDocumentURL?.path ?? "nil")
            if seen.count == 1 { return task.didFailWithError(URLError(.unknown)) }
            task.answer("part")
        }
        let navigations = Navigations()
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        await view.open("app://host/part", navigations)
        #expect(navigations.log.last == "failProvisional")
        try await view.call(
            """
            const frame = document.body.appendChild(document.createElement('iframe'));
            await new Promise((resolve) => { frame.onload = resolve; frame.src = '/part'; });
            """)
        #expect(seen == ["/part", "/"])
    }

    @Test func `actions and the tasks of handlers name the main document`() async throws {
        var seen: [String] = []
        let navigations = Navigations()
        let view = makeView(pages, navigations)
        func note(_ kind: String, _ request: URLRequest) {
            seen.append("\(kind) \(request.url?.path ?? "") \(request.mainDocumentURL?.path ?? "nil")")
        }
        navigations.decideAction = {
            note("action", $0.request)
            return .allow
        }
        let texts = [
            "/page": "<script src=/script.js></script><iframe src=/frame></iframe>", "/script.js": "",
            "/frame": "<script>fetch('/data')</script>", "/data": "data", "/next": "<p>next",
        ]
        for (path, text) in texts {
            pages.on(path) {
                note("task", $0.request)
                $0.answer(text, type: path == "/script.js" ? "text/javascript" : "text/html")
            }
        }
        await view.open("app://host/page", navigations)
        try await view.call("await (await fetch('/data')).text()")
        #expect(
            Set(seen) == [
                "action /page /page", "task /page /page", "task /script.js /page", "action /frame /page",
                "task /frame /page", "task /data /page",
            ])
        seen = []
        try await view.call("location.href = '/next'")
        await navigations.over()
        #expect(seen == ["action /next /next", "task /next /next"])
    }
}
