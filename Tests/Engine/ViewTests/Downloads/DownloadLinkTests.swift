import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests of links with the `download` attribute, and of downloads whose view or web process ends.
@MainActor @Suite(.hangLimit(minutes: 1))
struct DownloadLinkTests {
    private let downloads: Downloads
    private let navigations: DownloadingNavigations

    init() throws {
        downloads = try Downloads.make()
        navigations = DownloadingNavigations(downloads)
    }

    private func makeDownloadingView() -> WKWebView {
        let view = makeView(Pages(), Navigations())
        view.navigationDelegate = navigations
        return view
    }

    private func withPage(
        _ body: String, _ test: @MainActor (WKWebView, LocalServer) async throws -> Void
    ) async throws {
        try await LocalServer.with({ request in
            request.path == "/"
                ? LocalServer.Answer(body: "<title>page</title>\(body)")
                : LocalServer.Answer(headers: ["Content-Type": "text/plain"], body: "file")
        }) { server in
            let view = makeDownloadingView()
            view.load(URLRequest(url: try #require(URL(string: server.origin + "/"))))
            await navigations.pages(1)
            try await test(view, server)
        }
    }

    @Test("a link with the `download` attribute sets `shouldPerformDownload`, and becomes a download")
    func link() async throws {
        navigations.action = { $0.shouldPerformDownload ? .download : .allow }
        try await withPage("<a id=a href=file download=own.txt>a</a>") { view, server in
            try await view.call("document.getElementById('a').click()")
            let download = try #require(await navigations.download())
            await downloads.over()
            #expect(downloads.text == "file")
            #expect(download.originalRequest?.url?.absoluteString == server.origin + "/file")
            #expect(navigations.actions.map(\.shouldPerformDownload) == [false, true])
        }
    }

    @Test("a link with the `download` attribute navigates where the delegate allows it")
    func allowedLink() async throws {
        try await withPage("<a id=a href=file download>a</a>") { view, server in
            try await view.call("document.getElementById('a').click()")
            await navigations.pages(2)
            #expect(view.url?.absoluteString == server.origin + "/file")
            #expect(try await view.call("return document.body.innerText") as? String == "file")
            #expect(navigations.actions.map(\.shouldPerformDownload) == [false, true])
            #expect(navigations.last == nil)
        }
    }

    @Test(
        "a link outside of the document or in a shadow tree asks the delegate once, with `shouldPerformDownload`",
        arguments: [
            "a.click()", "a.dispatchEvent(new MouseEvent('click'))",
            "host.attachShadow({ mode: 'open' }).append(a); a.click()",
            "host.attachShadow({ mode: 'closed' }).append(a); a.click()",
        ])
    func hiddenLink(click: String) async throws {
        navigations.action = { $0.shouldPerformDownload ? .download : .allow }
        try await withPage("<p id=host>") { view, server in
            let link = "const a = document.createElement('a'); a.href = 'file'; a.download = 'x';"
            try await view.call("\(link) \(click)")
            _ = try #require(await navigations.download())
            await downloads.over()
            #expect(downloads.text == "file")
            #expect(navigations.actions.map(\.shouldPerformDownload) == [false, true])
        }
    }

    @Test("a person's click on a link in a shadow tree is known as a download", arguments: ["open", "closed"])
    func shadowLink(mode: String) async throws {
        navigations.action = { $0.shouldPerformDownload ? .download : .allow }
        let page = """
            <body style="margin: 0"><p id=host style="margin: 0"><script>host.attachShadow({ mode: "\(mode)" }).innerHTML =
            "<a href=file download style='display: block; height: 50px'>file</a>"</script>
            """
        try await withPage(page) { view, server in
            view.click(at: CGPoint(x: 20, y: 20))
            _ = try #require(await navigations.download())
            await downloads.over()
            #expect(navigations.actions.map(\.shouldPerformDownload) == [false, true])
        }
    }

    @Test("a link in a closed shadow tree that HTML declares asks the delegate again, with `shouldPerformDownload`")
    func declaredLink() async throws {
        navigations.action = { $0.shouldPerformDownload ? .download : .allow }
        let page = """
            <body style="margin: 0"><p style="margin: 0"><template shadowrootmode=closed>
            <a href=file download style="display: block; height: 50px">file</a></template>
            """
        try await withPage(page) { view, server in
            view.click(at: CGPoint(x: 20, y: 20))
            _ = try #require(await navigations.download())
            await downloads.over()
            #expect(navigations.actions.map(\.shouldPerformDownload) == [false, false, true])
        }
    }

    @Test("the functions that make hidden clicks look and fail as WebKit's own")
    func functions() async throws {
        try await withPage("") { view, _ in
            let script = """
                const failures = [], link = document.createElement("a");
                for (const act of [
                    () => HTMLElement.prototype.click.call({}), () => link.dispatchEvent(), () => link.dispatchEvent({}),
                    () => Element.prototype.attachShadow.call(document.body, { mode: "none" }),
                ]) try { act() } catch (error) { failures.push(error.name) }
                const { click } = HTMLElement.prototype, { dispatchEvent } = EventTarget.prototype;
                EventTarget.prototype.dispatchEvent = () => "the page's own";
                failures.push(link.dispatchEvent(new Event("x")));
                EventTarget.prototype.dispatchEvent = dispatchEvent;
                return [...failures, click.name, click.length, String(click).includes("[native code]"),
                    Object.keys(HTMLElement.prototype).includes("click"), "prototype" in click].join();
                """
            let facts = try await view.call(script) as? String
            #expect(facts == "TypeError,TypeError,TypeError,TypeError,the page's own,click,0,true,true,false")
        }
    }

    @Test("a `blob:` address becomes a download with the link's name", arguments: [true, false])
    func blob(isInDocument: Bool) async throws {
        navigations.action = { $0.shouldPerformDownload ? .download : .allow }
        try await withPage("") { view, _ in
            try await view.call(
                """
                const a = document.createElement("a");
                if (inDocument) document.body.append(a);
                a.href = URL.createObjectURL(new Blob([1, 2, 3]));
                a.download = "name";
                a.click();
                """, ["inDocument": isInDocument])
            let download = try #require(await navigations.download())
            await downloads.over()
            #expect(downloads.text == "123")
            #expect(downloads.names == ["name"])
            #expect(download.originalRequest?.url?.scheme == "blob")
        }
    }

    @Test("a `data:` address can be downloaded")
    func data() async throws {
        let view = makeDownloadingView()
        let download = await view.startDownload(using: URLRequest(url: URL("data:text/plain;base64,aGVsbG8")))
        download.delegate = downloads
        await downloads.over()
        #expect(downloads.text == "hello")
        #expect(downloads.names == ["Unknown.txt"])
    }

    // MARK: Life

    // WebKit sniffs the type of a short piece and waits for more, so that these pieces are long.
    private nonisolated static let first = String(repeating: "first", count: 1000)
    private nonisolated static let other = String(repeating: "other", count: 1000)

    private func serveInHalves(_ permission: Permission) throws -> RawServer {
        try RawServer { request, connection in
            guard request.path != "/" else {
                connection.head("200 OK", ["Content-Type": "text/html"])
                return connection.send("<title>page</title>")
            }
            connection.head("200 OK", ["Content-Length": "10000", "Content-Type": "application/octet-stream"])
            connection.send(Self.first)
            permission.wait()
            connection.send(Self.other)
        }
    }

    private func begin(_ server: RawServer, in view: WKWebView, fromResponse: Bool) async throws -> WKDownload {
        let url = try #require(URL(string: server.origin + "/file"))
        navigations.response = { $0.response.url?.path == "/file" ? .download : .allow }
        if fromResponse {
            view.load(URLRequest(url: url))
            return try #require(await navigations.download())
        }
        let download = await view.startDownload(using: URLRequest(url: url))
        download.delegate = downloads
        return download
    }

    @Test("a download continues after the end of its view", arguments: [true, false])
    func viewGone(fromResponse: Bool) async throws {
        let permission = Permission()
        let server = try serveInHalves(permission)
        var view: WKWebView? = makeDownloadingView()
        weak let gone = view
        var download: WKDownload? = try await begin(server, in: try #require(view), fromResponse: fromResponse)
        await download?.saved(5000)
        view = nil
        #expect(gone == nil)
        #expect(download?.webView == nil)
        download = nil
        permission.give()
        await downloads.over()
        #expect(downloads.text == Self.first + Self.other)
        #expect(downloads.files == ["file"])
    }

    @Test("a download continues after the end of its web process", arguments: [true, false])
    func processGone(fromResponse: Bool) async throws {
        let permission = Permission()
        let server = try serveInHalves(permission)
        let view = makeDownloadingView()
        view.load(URLRequest(url: try #require(URL(string: server.origin + "/"))))
        await navigations.pages(1)
        let download = try await begin(server, in: view, fromResponse: fromResponse)
        await download.saved(5000)
        view.terminateWebProcess()
        view.load(URLRequest(url: try #require(URL(string: server.origin + "/"))))
        await navigations.pages(2)
        permission.give()
        await downloads.over()
        #expect(downloads.text == Self.first + Self.other)
    }

    @Test("a large body is never completely in memory", arguments: [true, false])
    func bigBody(fromResponse: Bool) async throws {
        let count = 256 << 20
        let server = try RawServer { _, connection in
            connection.head("200 OK", ["Content-Length": "\(count)", "Content-Type": "application/octet-stream"])
            let piece = Data(repeating: 7, count: 1 << 20)
            for _ in 0..<(count >> 20) { connection.send(piece) }
        }
        let view = makeDownloadingView()
        let before = try #require(Self.residentBytes)
        let download = try await begin(server, in: view, fromResponse: fromResponse)
        await download.saved(Int64(count) / 2)
        let during = try #require(Self.residentBytes)
        await downloads.over()
        #expect(during - before < 96 << 20)
        let size = try FileManager.default.attributesOfItem(atPath: downloads.file.path)[.size] as? Int
        #expect(size == count)
    }

    private static var residentBytes: Int? {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return fields.flatMap { $0.dropFirst().first }.flatMap { Int($0) }.map { $0 * 4096 }
    }

    @Test("a second answer of the delegate is misuse, and its first answer counts")
    func answersTwice() async throws {
        let permission = Permission()
        permission.give()
        let server = try serveInHalves(permission)
        let view = makeDownloadingView()
        let delegate = Answering(downloads.file)
        let url = try #require(URL(string: server.origin + "/file"))
        let misuse = await WKException.recording {
            let download = await view.startDownload(using: URLRequest(url: url))
            download.delegate = delegate
            await delegate.over.pass()
        }
        #expect(misuse.map(\.name) == [.internalInconsistencyException])
        #expect(delegate.error == nil)
    }

    /// A delegate that answers twice.
    private final class Answering: NSObject, WKDownloadDelegate {
        private let file: URL
        let over = Gate()
        private(set) var error: NSError?

        init(_ file: URL) { self.file = file }

        func download(
            _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
            completionHandler: @escaping @MainActor (URL?) -> Void
        ) {
            completionHandler(file)
            completionHandler(file)
        }

        func downloadDidFinish(_ download: WKDownload) { over.open() }

        func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {
            self.error = error as NSError
            over.open()
        }
    }
}
