import Observation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// ``WebPage``: pages without views, for Swift.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct WebPageTests {
    private let site = Site()

    private func makePage() throws -> WebPage { WebPage(configuration: try configuration()) }

    private func configuration() throws -> WebPage.Configuration {
        var configuration = WebPage.Configuration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.urlSchemeHandlers[try #require(URLScheme("app"))] = site
        return configuration
    }

    /// Reads all events of a navigation.
    private func events(
        _ sequence: some AsyncSequence<WebPage.NavigationEvent, any Error>
    ) async throws -> [WebPage.NavigationEvent] {
        var found: [WebPage.NavigationEvent] = []
        for try await event in sequence { found.append(event) }
        return found
    }

    private let whole: [WebPage.NavigationEvent] = [.startedProvisionalNavigation, .committed, .finished]

    @Test func `a load tells of its steps, and the page has an address, a title and a list`() async throws {
        let page = try makePage()
        #expect(page.url == nil && page.title.isEmpty && page.currentNavigationEvent == nil && !page.isLoading)
        #expect(try await events(page.load(URL("app://a/one"))) == whole)
        #expect(page.url == URL("app://a/one") && page.title == "one" && page.estimatedProgress == 1)
        #expect(page.currentNavigationEvent == .finished && !page.isLoading)
        #expect(try await events(page.load(URLRequest(url: URL("app://a/two")))) == whole)
        #expect(try await events(page.reload()) == whole)
        #expect(page.backForwardList.backList.map(\.url) == [URL("app://a/one")])
        let first = try #require(page.backForwardList[-1])
        #expect(first.title == "one" && page.backForwardList[1] == nil)
        #expect(try await events(page.load(first)).last == .finished)
        #expect(page.title == "one" && page.backForwardList.currentItem?.id == first.id)
        #expect(page.backForwardList.forwardList.map(\.title) == ["two"])
    }

    @Test func `given documents are loaded, and simulated responses`() async throws {
        let page = try makePage()
        #expect(try await events(page.load(html: "<title>html</title>")).last == .finished)
        #expect(page.title == "html")
        let latin = try #require("<title>Grüße</title>".data(using: .isoLatin1))
        let load = page.load(latin, mimeType: "text/html", characterEncoding: .isoLatin1, baseURL: URL("app://a/data"))
        #expect(try await events(load) == whole)
        #expect(page.title == "Grüße" && page.url == URL("app://a/data"))
        let simulated = page.load(
            simulatedRequest: URLRequest(url: URL("app://a/s")), responseHTML: "<title>simulated</title>")
        #expect(try await events(simulated).last == .finished)
        #expect(page.title == "simulated" && page.url == URL("app://a/s"))
    }

    @Test func `a load without an address, and one that fails, throw`() async throws {
        let page = try makePage()
        await #expect {
            try await events(page.load(nil as URL?))
        } throws: { if case WebPage.NavigationError.invalidURL = $0 { true } else { false } }
        let all = page.navigations
        await #expect {
            try await events(page.load(URL("app://a/fails")))
        } throws: {
            guard case WebPage.NavigationError.failedProvisionalNavigation(let error) = $0 else { return false }
            return (error as NSError).domain == "Site" && (error as NSError).code == 7
        }
        await #expect(throws: WebPage.NavigationError.self) { try await events(all) }
    }

    @Test func `scripts run with arguments, in a frame and in a world of their own`() async throws {
        let page = try makePage()
        _ = try await events(page.load(URL("app://a/one")))
        let sum = try await page.callJavaScript("return a + await b", arguments: ["a": 1, "b": 2]) as? Int
        #expect(sum == 3)
        #expect(try await page.callJavaScript("") == nil)
        try await page.callJavaScript("window.mark = 1")
        let mark = try await page.callJavaScript("return typeof mark", contentWorld: .defaultClient) as? String
        #expect(mark == "undefined")
        await #expect(throws: WKError.self) { try await page.callJavaScript("throw new Error('no')") }
    }

    @Test func `a handler's answer streams, and ends with the page's interest`() async throws {
        let page = try makePage()
        _ = try await events(page.load(URL("app://a/one")))
        let text = try await page.callJavaScript(
            """
            const response = await fetch('/stream');
            const reader = response.body.getReader();
            const { value } = await reader.read();
            await reader.cancel();
            return [response.status, response.headers.get('X-Own'), new TextDecoder().decode(value)].join(' ');
            """)
        #expect(text as? String == "201 yes piece")
        await site.streamEnded()
    }

    @Test func `a decider that is a value keeps what it counts, cancels, and changes preferences`() async throws {
        struct Decider: WebPage.NavigationDeciding {
            let log: Log
            var count = 0

            mutating func decidePolicy(
                for action: WebPage.NavigationAction, preferences: inout WebPage.NavigationPreferences
            ) async -> WKNavigationActionPolicy {
                count += 1
                log.lines.append("\(count) \(action.request.url?.path() ?? "") \(action.target?.isMainFrame ?? false)")
                preferences.allowsContentJavaScript = action.request.url?.path() != "/script"
                return action.request.url?.path() == "/two" ? .cancel : .allow
            }

            mutating func decidePolicy(for response: WebPage.NavigationResponse) async -> WKNavigationResponsePolicy {
                count += 1
                log.lines.append("\(count) \(response.canShowMimeType)")
                return .allow
            }
        }
        let log = Log()
        let page = WebPage(configuration: try configuration(), navigationDecider: Decider(log: log))
        #expect(try await events(page.load(URL("app://a/script"))) == whole)
        #expect(page.title == "before")
        #expect(log.lines == ["1 /script true", "2 true"])
        await #expect(throws: WebPage.NavigationError.self) { try await events(page.load(URL("app://a/two"))) }
        #expect(try await events(page.load(URL("app://a/one"))) == whole)
        #expect(log.lines.dropFirst(2) == ["3 /two true", "4 /one true", "5 true"])
    }

    @Test func `a load that another one replaces before it starts does not take that one along`() async throws {
        struct Decider: WebPage.NavigationDeciding {
            func decidePolicy(
                for action: WebPage.NavigationAction, preferences: inout WebPage.NavigationPreferences
            ) async -> WKNavigationActionPolicy { action.request.url?.path() == "/two" ? .cancel : .allow }
        }
        let page = WebPage(configuration: try configuration(), navigationDecider: Decider())
        let replaced = page.load(URL("app://a/two"))
        #expect(try await events(page.load(URL("app://a/one"))) == whole)
        #expect(page.title == "one")
        await #expect(throws: WebPage.NavigationError.self) { try await events(replaced) }
    }

    @Test func `dialogs are presented, and cancelled without a presenter`() async throws {
        struct Presenter: WebPage.DialogPresenting {
            let log: Log
            func handleJavaScriptAlert(message: String, initiatedBy frame: WebPage.FrameInfo) async {
                log.lines.append("\(message) \(frame.isMainFrame)")
            }
            func handleJavaScriptConfirm(
                message: String, initiatedBy frame: WebPage.FrameInfo
            ) async -> WebPage.JavaScriptConfirmResult { .ok }
            func handleJavaScriptPrompt(
                message: String, defaultText: String?, initiatedBy frame: WebPage.FrameInfo
            ) async -> WebPage.JavaScriptPromptResult { .ok("\(defaultText ?? "")!") }
        }
        let script = "alert('hello'); return `${confirm('c')} ${prompt('p', 'text')}`"
        let log = Log()
        let page = WebPage(configuration: try configuration(), dialogPresenter: Presenter(log: log))
        _ = try await events(page.load(URL("app://a/one")))
        #expect(try await page.callJavaScript(script) as? String == "true text!")
        #expect(log.lines == ["hello true"])
        let quiet = try makePage()
        _ = try await events(quiet.load(URL("app://a/one")))
        #expect(try await quiet.callJavaScript(script) as? String == "false null")
    }

    @Test func `properties can be observed`() async throws {
        let page = try makePage()
        let changed = Gate()
        withObservationTracking {
            _ = page.title
        } onChange: {
            MainActor.assumeIsolated { changed.open() }
        }
        page.load(URL("app://a/one"))
        await changed.pass()
        #expect(page.title == "one")
    }

    @Test func `a page leaves as a picture, a PDF, an archive and an address`() async throws {
        let page = try makePage()
        _ = try await events(
            page.load(html: "<body style='margin:0'><div style='width:40px;height:3000px;background:red'></div>"))
        let whole = try #require(WKSnapshotImage(pngData: try await page.exported(as: .image())))
        #expect(whole.size == CGSize(width: 1024, height: 3000))
        let rect = CGRect(x: 0, y: 2900, width: 20, height: 10)
        let part = try #require(WKSnapshotImage(pngData: try await page.exported(as: .image(region: .rect(rect)))))
        #expect(part.size == rect.size)
        let wide = try await page.exported(as: .image(region: .rect(rect), snapshotWidth: 40))
        #expect(WKSnapshotImage(pngData: wide)?.size == CGSize(width: 40, height: 20))
        #expect(try await page.exported(as: .pdf()).starts(with: Data("%PDF".utf8)))
        _ = try await events(page.load(URL("app://a/one")))
        #expect(String(decoding: try await page.exported(as: .url), as: UTF8.self) == "app://a/one")
        #expect(try await !page.exported(as: .webArchive).isEmpty)
        await #expect(throws: WKError.self) { try await page.exported(as: .mp3) }
    }

    @Test func `a page that goes ends its sequences`() async throws {
        var page: WebPage? = try makePage()
        let all = try #require(page?.navigations)
        let load = page?.load(URL("app://a/never"))
        page = nil
        #expect(try await events(all).isEmpty)
        await #expect(throws: WebPage.NavigationError.self) {
            if let load { _ = try await events(load) }
        }
    }

    @Test func `only names that WebKit does not handle are schemes of the application`() {
        #expect(URLScheme("app") != nil && URLScheme("a+b-c.1")?.rawValue == "a+b-c.1")
        for name in ["http", "HTTPS", "file", "", "1a", "a b", "ä", "a\n"] { #expect(URLScheme(name) == nil) }
        #expect(WebPage.handlesURLScheme("https") && !WebPage.handlesURLScheme("app"))
    }
}

/// The lines that a test's delegate writes.
@MainActor
private final class Log {
    var lines: [String] = []
}

/// A site of pages whose titles are their names.
private final class Site: URLSchemeHandler, Sendable {
    private let ended = AsyncStream.makeStream(of: Void.self)

    func streamEnded() async { for await _ in ended.stream { return } }

    func reply(for request: URLRequest) -> AsyncThrowingStream<URLSchemeTaskResult, any Error> {
        AsyncThrowingStream { reply in
            guard let url = request.url else { return reply.finish(throwing: URLError(.badURL)) }
            let name = String(url.path().dropFirst())
            switch name {
            case "never": break
            case "fails": reply.finish(throwing: NSError(domain: "Site", code: 7))
            case "stream":
                let response = HTTPURLResponse(
                    url: url, statusCode: 201, httpVersion: nil,
                    headerFields: ["X-Own": "yes", "Content-Type": "text/plain"])
                if let response { reply.yield(.response(response)) }
                reply.yield(.data(Data("piece".utf8)))
                reply.onTermination = { [ended] _ in ended.continuation.yield() }
            default:
                reply.yield(
                    .response(
                        URLResponse(
                            url: url, mimeType: "text/html", expectedContentLength: -1, textEncodingName: "utf-8")))
                let title =
                    name == "script" ? "before</title><script>document.title = 'after'</script>" : "\(name)</title>"
                reply.yield(.data(Data("<!doctype html><title>\(title)<p>\(name)".utf8)))
                reply.finish()
            }
        }
    }
}
