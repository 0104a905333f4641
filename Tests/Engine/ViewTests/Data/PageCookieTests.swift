import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Cookies between a cookie store, a server and its pages.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct PageCookieTests {
    let navigations = Navigations()
    let dataStore = WKWebsiteDataStore.nonPersistent()
    var cookies: WKHTTPCookieStore { dataStore.httpCookieStore }

    private func makeView(isIntercepted: Bool = false) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = dataStore
        configuration.interceptsNetwork = isIntercepted
        return WKWebView(frame: .zero, configuration: configuration)
    }

    private func withServer(_ body: @MainActor (LocalServer) async throws -> Void) async throws {
        try await LocalServer.with(
            { request in
                var answer = LocalServer.Answer(body: "<p>page</p>")
                if request.path == "/login" { answer.headers["Set-Cookie"] = "session=secret; HttpOnly; Path=/" }
                return answer
            }, body)
    }

    @Test(arguments: [false, true])
    func `a cookie that is set is sent, and an HttpOnly one of the server is read`(isIntercepted: Bool) async throws {
        try await withServer { server in
            let view = makeView(isIntercepted: isIntercepted)
            await cookies.setCookie(try .test("mine", "1"))
            await view.open(server.origin + "/login", navigations)
            #expect(server.received.first { $0.path == "/login" }?.headers["cookie"] == "mine=1")
            let found = await cookies.allCookies().first { $0.name == "session" }
            #expect(found?.value == "secret" && found?.isHTTPOnly == true)
            #expect(try await view.call("return document.cookie") as? String == "mine=1")
            await view.open(server.origin + "/next", navigations)
            let sent = server.received.first { $0.path == "/next" }?.headers["cookie"] ?? ""
            #expect(Set(sent.components(separatedBy: "; ")) == ["mine=1", "session=secret"])
        }
    }

    @Test func `a deleted cookie is no longer sent`() async throws {
        try await withServer { server in
            let view = makeView()
            await view.open(server.origin + "/login", navigations)
            for cookie in await cookies.allCookies() { await cookies.deleteCookie(cookie) }
            await view.open(server.origin + "/next", navigations)
            let request = try #require(server.received.first { $0.path == "/next" })
            #expect(request.headers["cookie"] == nil)
        }
    }

    @Test func `a change of document.cookie reaches an observer`() async throws {
        try await withServer { server in
            let view = makeView()
            let changes = CookieChanges()
            cookies.add(changes)
            await view.open(server.origin + "/", navigations)
            #expect(changes.stores.isEmpty)
            try await view.call("document.cookie = 'page=1'")
            await changes.wait(for: 1)
            #expect(await cookies.allCookies().map(\.name) == ["page"])
        }
    }

    @Test func `disallowed cookies of the store are neither sent nor read, and are sent again when they are allowed`()
        async throws
    {
        try await withServer { server in
            let view = makeView()
            let changes = CookieChanges()
            await cookies.setCookies([try .test("one", "1"), try .test("two", "2", isHTTPOnly: true)])
            cookies.add(changes)
            await cookies.setCookiePolicy(.disallow)
            await view.open(server.origin + "/first", navigations)
            #expect(server.received.first { $0.path == "/first" }?.headers["cookie"] == nil)
            #expect(try await view.call("return document.cookie") as? String == "")
            #expect(await cookies.allCookies().map(\.name).sorted() == ["one", "two"])
            #expect(
                await dataStore.dataRecords(ofTypes: [WKWebsiteDataTypeCookies]).map(\.displayName) == ["127.0.0.1"])
            await cookies.setCookie(try .test("three", "3"))
            await cookies.setCookie(try .test("two", "changed"))
            await cookies.deleteCookie(try .test("one", ""))
            #expect(changes.stores.count == 2)
            await cookies.setCookiePolicy(.allow)
            #expect(changes.stores.count == 2)
            await view.open(server.origin + "/second", navigations)
            let sent = server.received.first { $0.path == "/second" }?.headers["cookie"] ?? ""
            #expect(Set(sent.components(separatedBy: "; ")) == ["two=2", "three=3"])
        }
    }

    @Test func `cookies of a persistent store that ends while they are disallowed are allowed in the next one`()
        async throws
    {
        let folder = try TemporaryFolder.untilExit()
        let end = Date(timeIntervalSinceNow: 3600)
        func use(_ body: @MainActor (WKHTTPCookieStore) async throws -> Void) async throws {
            let store = WKWebsiteDataStore.persistent(in: folder.url)
            try await body(store.httpCookieStore)
            withExtendedLifetime(store) {}
        }
        try await use { cookies in
            await cookies.setCookies([
                try .test("kept", "1", isHTTPOnly: true, expires: end), try .test("session", "1"),
            ])
            await cookies.setCookiePolicy(.disallow)
        }
        try await use { cookies in
            #expect(await cookies.cookiePolicy == .allow)
            #expect(await cookies.allCookies().map(\.name) == ["kept"])
            #expect(await cookies.allCookies().first?.isHTTPOnly == true)
            await cookies.setCookiePolicy(.disallow)
        }
        try await use { cookies in await cookies.setCookiePolicy(.disallow) }
        let store = WKWebsiteDataStore.persistent(in: folder.url)
        await store.removeData(ofTypes: [WKWebsiteDataTypeCookies], modifiedSince: .distantPast)
        #expect(await store.httpCookieStore.allCookies().isEmpty)
    }

    @Test func `cookies of servers and pages are refused while they are disallowed, and kept again after`() async throws
    {
        try await withServer { server in
            let view = makeView()
            #expect(await cookies.cookiePolicy == .allow)
            await cookies.setCookiePolicy(.disallow)
            #expect(await cookies.cookiePolicy == .disallow)
            await view.open(server.origin + "/login", navigations)
            let refused = try await view.call("document.cookie = 'page=1'; return document.cookie") as? String
            #expect(refused == "")
            #expect(await cookies.allCookies().isEmpty)
            await cookies.setCookiePolicy(.allow)
            #expect(await cookies.cookiePolicy == .allow)
            await view.open(server.origin + "/login", navigations)
            let kept = try await view.call("document.cookie = 'page=1'; return document.cookie") as? String
            #expect(kept == "page=1")
            #expect(await cookies.allCookies().map(\.name).sorted() == ["page", "session"])
        }
    }
}
