import Foundation
import TestSupport
import Testing
import WebKit

/// A browser that is written as for iOS runs.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct BrowserHostTests {
    /// Answers the browser's own scheme.
    final class Site: NSObject, WKURLSchemeHandler {
        var asked: [String] = []

        func webView(_ webView: WKWebView, start task: WKURLSchemeTask) {
            guard let url = task.request.url else { return }
            asked.append(url.path)
            var headers = ["Content-Type": "text/html; charset=utf-8"]
            var text = "<title>\(url.path.dropFirst())</title><p>Needle and needle</p>"
            switch url.path {
            case "/one":
                text +=
                    "<div class=advertisement>Buy</div><img src=/tracker.png><a id=two href=/two target=_blank>two</a>"
            case "/report":
                headers = ["Content-Type": "application/pdf", "Content-Disposition": "attachment; filename=report.pdf"]
                text = "report"
            default: break
            }
            headers["Content-Length"] = String(text.utf8.count)
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers)
            if let response = response { task.didReceive(response) }
            task.didReceive(Data(text.utf8))
            task.didFinish()
        }

        func webView(_ webView: WKWebView, stop task: WKURLSchemeTask) {}
    }

    @Test func `a browser-like host blocks, searches, goes back, downloads, and manages its cookies`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let site = Site()
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(site, forURLScheme: "site")

        let blocker = ContentBlocker(folder: folder.appendingPathComponent("rules"))
        for _ in 0..<2 {
            let error: Error? = await withCheckedContinuation { continuation in
                blocker.install(on: configuration.userContentController) { continuation.resume(returning: $0) }
            }
            #expect(error == nil)
        }
        let identifiers: [String] = await withCheckedContinuation { continuation in
            blocker.identifiers { continuation.resume(returning: $0) }
        }
        #expect(identifiers == ["blocked"])

        let tab = BrowserTab(configuration: configuration, downloadFolder: folder)
        let (finished, refused, downloaded) = (Signal(), Signal(), Signal())
        tab.onFinish = { finished.fire() }
        tab.onRefusal = { refused.fire() }
        tab.downloads.onChange = {
            if let entry = tab.downloads.entries.last, entry.isFinished || entry.error != nil { downloaded.fire() }
        }

        tab.open("site://browser/one")
        await finished.wait()
        #expect(!site.asked.contains("/tracker.png"))
        let display = try await tab.webView.evaluateJavaScript(
            "getComputedStyle(document.querySelector('.advertisement')).display")
        #expect(display as? String == "none")
        let found: [Bool] = await withCheckedContinuation { continuation in
            tab.findInPage("NEEDLE") { first in
                tab.findInPage("absent") { continuation.resume(returning: [first, $0]) }
            }
        }
        #expect(found == [true, false])

        _ = try await tab.webView.evaluateJavaScript("document.getElementById('two').click()")
        await finished.wait(for: 2)
        tab.open("site://browser/three")
        await finished.wait(for: 3)
        #expect(tab.backTitles == ["two", "one"])
        tab.goBack(to: "one")
        await finished.wait(for: 4)
        #expect(tab.webView.title == "one" && tab.webView.canGoForward)
        #expect(tab.addresses.map(\.path) == ["/one", "/two", "/three", "/one"])
        #expect(tab.progress.last == 1)

        tab.open("itms-apps://store")
        await refused.wait()
        #expect(tab.refused.map(\.scheme) == ["itms-apps"])
        tab.open("site://browser/report")
        await downloaded.wait()
        let entry = try #require(tab.downloads.entries.last)
        #expect(entry.file?.lastPathComponent == "report.pdf")
        #expect(entry.error == nil && entry.isFinished)
        #expect(try String(contentsOf: try #require(entry.file), encoding: .utf8) == "report")

        let archive = try await withCheckedThrowingContinuation { continuation in
            tab.savePage { continuation.resume(with: $0) }
        }
        let list = try PropertyListSerialization.propertyList(from: archive, format: nil) as? [String: Any]
        #expect((list?["WebMainResource"] as? [String: Any])?["WebResourceURL"] as? String == "site://browser/one")

        let cookies = CookieJarModel(configuration.websiteDataStore)
        let changed = Signal()
        cookies.onChange = { changed.fire() }
        cookies.set("kept", to: "1", domain: "kept.example")
        await changed.wait()
        cookies.set("dropped", to: "1", domain: "www.dropped.example")
        await changed.wait(for: 2)
        #expect(cookies.names == ["dropped", "kept"])
        await withCheckedContinuation { continuation in
            cookies.clear(keeping: ["kept.example"]) { continuation.resume() }
        }
        let left = await configuration.websiteDataStore.httpCookieStore.allCookies().map(\.name)
        #expect(left == ["kept"])
    }

    @Test func `a browser-like host silences the media of its tab`() async {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let tab = BrowserTab(configuration: configuration, downloadFolder: FileManager.default.temporaryDirectory)
        let (finished, answered) = (Signal(), Signal())
        var states: [WKMediaPlaybackState] = []
        tab.onFinish = { finished.fire() }
        tab.onMediaState = {
            states.append($0)
            answered.fire()
        }
        tab.webView.loadHTMLString("<audio></audio>", baseURL: URL(string: "https://browser.example/"))
        await finished.wait()
        tab.silence()
        await answered.wait()
        #expect(states == [.paused])
        #expect(tab.webView.cameraCaptureState == .none && tab.webView.fullscreenState == .notInFullscreen)
    }
}
