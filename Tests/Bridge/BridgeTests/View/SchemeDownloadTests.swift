import Foundation
import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Tests of downloads of custom schemes, which WebKitGTK does not support, and of pages under `sw://`.
@MainActor @Suite(.hangLimit(minutes: 1))
struct SchemeDownloadTests {
    private let downloads: Downloads
    private let navigations: DownloadingNavigations
    private let pages = Pages()

    init() throws {
        downloads = try Downloads.make()
        navigations = DownloadingNavigations(downloads)
    }

    private func makeOwnView() -> WKWebView {
        let view = makeView(pages, Navigations())
        view.navigationDelegate = navigations
        return view
    }

    private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test("the response of a scheme task becomes a download with all its bytes; the handler receives one task")
    func response() async throws {
        let view = makeOwnView()
        pages.on("/file") { task in
            task.respond(type: "application/pdf", headers: ["Content-Length": "300000"])
            for _ in 0..<3 { task.didReceive(Data(Self.text(100_000).utf8)) }
            task.didFinish()
        }
        navigations.response = { _ in .download }
        view.load(URLRequest(url: URL("app://host/file")))
        let download = try #require(await navigations.download())
        await downloads.over()
        #expect(downloads.text == Self.text(300_000))
        #expect(downloads.names == ["file.pdf"])
        #expect(download.progress.totalUnitCount == 300_000)
        #expect(await navigations.failure()?.code == 102)
        #expect(pages.started == ["/file"] && pages.stopped == [])
    }

    @Test("later bytes of a handler, and the end of its response, reach the file")
    func laterBytes() async throws {
        let view = makeOwnView()
        var task: (any WKURLSchemeTask)?
        pages.on("/file") {
            task = $0
            $0.respond(headers: [:])
            $0.didReceive(Data("first ".utf8))
        }
        navigations.response = { _ in .download }
        view.load(URLRequest(url: URL("app://host/file")))
        let download = try #require(await navigations.download())
        await download.saved(6)
        _ = await navigations.failure()
        _ = try await view.call("return 1")
        task?.didReceive(Data("second".utf8))
        task?.didFinish()
        await downloads.over()
        #expect(downloads.text == "first second")
        #expect(pages.stopped == [])
    }

    @Test("a navigation to a fragment keeps no answer to a script for a download")
    func fragment() async throws {
        let view = makeOwnView()
        weak var task: (any WKURLSchemeTask)?
        pages.on("/") {
            task = $0
            $0.respond()
            $0.didReceive(Data("<title>page</title>".utf8))
            $0.didFinish()
        }
        view.load(URLRequest(url: URL("app://host/")))
        await navigations.pages(1)
        let script = """
            await new Promise((resolve) => { onhashchange = resolve; location.hash = "part"; });
            return await (await fetch("/")).text();
            """
        #expect(try await view.call(script) as? String == "<title>page</title>")
        #expect(navigations.actions.count == 2 && pages.started == ["/", "/"])
        #expect(task == nil)
    }

    @Test("an action on a custom scheme becomes a download that the handler answers")
    func action() async throws {
        let view = makeOwnView()
        pages["/file"] = "text"
        navigations.action = { _ in .download }
        view.load(URLRequest(url: URL("app://host/file")))
        _ = try #require(await navigations.download())
        await downloads.over()
        #expect(downloads.text == "text")
        #expect(downloads.names == ["file.html"])
        #expect(navigations.log == ["action", "action became"])
    }

    @Test("`startDownload` gives the handler the whole request; cancelling stops its task")
    func start() async throws {
        let view = makeOwnView()
        var request = URLRequest(url: URL("app://host/file"))
        request.httpMethod = "PUT"
        request.httpBody = Data("body".utf8)
        var seen: URLRequest?
        pages.on("/file") { task in
            seen = task.request
            task.respond(headers: [:])
            task.didReceive(Data("part".utf8))
        }
        let download = await view.startDownload(using: request)
        download.delegate = downloads
        await download.saved(4)
        #expect(seen?.httpMethod == "PUT" && seen?.httpBody == Data("body".utf8))
        #expect(await download.cancel() == nil)
        #expect(pages.stopped == ["/file"])
        #expect(downloads.text == "part")
    }

    @Test("an error of the handler fails the download")
    func failure() async throws {
        let view = makeOwnView()
        pages.on("/file") { $0.didFailWithError(NSError(domain: "Own", code: 7)) }
        let download = await view.startDownload(using: URLRequest(url: URL("app://host/file")))
        download.delegate = downloads
        await downloads.over()
        #expect(downloads.error?.domain == "Own" && downloads.error?.code == 7)
    }

    @Test("a download of a custom scheme resumes with a range that its handler answers")
    func resume() async throws {
        let view = makeOwnView()
        pages.on("/file") { task in
            if let range = task.request.value(forHTTPHeaderField: "Range") {
                #expect(range == "bytes=5-")
                task.respond(status: 206, headers: ["Content-Range": "bytes 5-9/10", "ETag": "\"1\""])
                task.didReceive(Data("other".utf8))
                task.didFinish()
            } else {
                task.respond(headers: ["Content-Length": "10", "ETag": "\"1\""])
                task.didReceive(Data("first".utf8))
            }
        }
        let download = await view.startDownload(using: URLRequest(url: URL("app://host/file")))
        download.delegate = downloads
        await download.saved(5)
        let data = try #require(await download.cancel())
        let resumed = await view.resumeDownload(fromResumeData: data)
        resumed.delegate = downloads
        await downloads.over()
        #expect(downloads.text == "firstother")
    }

    @Test("a handler's download continues after the end of the web process")
    func deadProcess() async throws {
        let view = makeOwnView()
        var task: (any WKURLSchemeTask)?
        pages.on("/file") {
            task = $0
            $0.respond(headers: [:])
            $0.didReceive(Data("first ".utf8))
        }
        pages["/"] = "<title>page</title>"
        navigations.response = { $0.response.url?.path == "/file" ? .download : .allow }
        view.load(URLRequest(url: URL("app://host/")))
        await navigations.pages(1)
        view.load(URLRequest(url: URL("app://host/file")))
        let download = try #require(await navigations.download())
        await download.saved(6)
        view.terminateWebProcess()
        view.load(URLRequest(url: URL("app://host/")))
        await navigations.pages(2)
        task?.didReceive(Data("second".utf8))
        task?.didFinish()
        await downloads.over()
        #expect(downloads.text == "first second")
    }

    @Test("a handler's download fails at the end of its view")
    func viewGone() async throws {
        var view: WKWebView? = makeOwnView()
        pages.on("/file") {
            $0.respond(headers: [:])
            $0.didReceive(Data("first".utf8))
        }
        let download = try #require(await view?.startDownload(using: URLRequest(url: URL("app://host/file"))))
        download.delegate = downloads
        await download.saved(5)
        view = nil
        await downloads.over()
        #expect(downloads.error?.code == NSURLErrorNetworkConnectionLost)
        #expect(download.webView == nil)
        #expect(downloads.text == "first")
        #expect(pages.stopped == ["/file"])
    }

    // MARK: sw://

    private func makeBridgedView(_ folder: TemporaryFolder) throws -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = SWWebView(frame: .zero, configuration: configuration)
        view.loader = MappedLoader(map: try OriginMap(["sw://app.example=\(folder.url.path)"]))
        view.serviceWorkerPermittedDomains = ["app.example"]
        view.navigationDelegate = navigations
        return view
    }

    @Test("pages under `sw://` download from their folder, under the application's addresses")
    func bridged() async throws {
        let folder = try TemporaryFolder()
        try folder.write("<title>page</title>", to: "index.html")
        try folder.write(Self.text(3_000_000), to: "big.bin")
        let view = try makeBridgedView(folder)
        navigations.response = { $0.response.url?.path == "/big.bin" ? .download : .allow }
        view.load(URLRequest(url: URL("https://app.example/")))
        await navigations.pages(1)
        view.load(URLRequest(url: URL("https://app.example/big.bin")))
        let download = try #require(await navigations.download())
        await downloads.over()
        #expect(downloads.bytes?.count == 3_000_000)
        #expect(download.originalRequest?.url?.absoluteString == "https://app.example/big.bin")
        #expect(downloads.responses.first?.url?.absoluteString == "https://app.example/big.bin")
        #expect(downloads.names == ["big.bin"])

        try FileManager.default.removeItem(at: downloads.file)
        let other = await view.startDownload(using: URLRequest(url: URL("https://app.example/big.bin")))
        other.delegate = downloads
        await downloads.over()
        #expect(downloads.bytes?.count == 3_000_000)
        #expect(other.originalRequest?.url?.absoluteString == "https://app.example/big.bin")

        try FileManager.default.removeItem(at: downloads.file)
        navigations.action = { $0.request.url?.path == "/big.bin" ? .download : .allow }
        try await view.call("location.href = 'big.bin'")
        await downloads.over()
        #expect(downloads.bytes?.count == 3_000_000)
        #expect(navigations.actions.last?.request.url?.absoluteString == "https://app.example/big.bin")
        #expect(navigations.log.last == "action became")
    }
}
