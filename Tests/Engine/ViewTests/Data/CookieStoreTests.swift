import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct CookieStoreTests {
    let dataStore = WKWebsiteDataStore.nonPersistent()
    var cookies: WKHTTPCookieStore { dataStore.httpCookieStore }

    private func values() async -> [String] { await cookies.allCookies().map { "\($0.name)=\($0.value)" }.sorted() }

    @Test func `a data store has one cookie store, and another data store another`() {
        #expect(dataStore.httpCookieStore === cookies)
        #expect(WKWebsiteDataStore.nonPersistent().httpCookieStore !== cookies)
    }

    @Test func `cookies that are set before any load are read with all their attributes`() async throws {
        #expect(await cookies.allCookies().isEmpty)
        let end = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 3600).rounded())
        await cookies.setCookie(try .test("one", "1", domain: "www.app.example", path: "/path"))
        await cookies.setCookie(
            try .test("two", "2", domain: ".app.example", isSecure: true, isHTTPOnly: true, expires: end))
        let found = await cookies.allCookies().sorted { $0.name < $1.name }
        try #require(found.count == 2)
        #expect(found[0].value == "1" && found[0].domain == "www.app.example" && found[0].path == "/path")
        #expect(!found[0].isSecure && !found[0].isHTTPOnly && found[0].isSessionOnly && found[0].expiresDate == nil)
        #expect(found[1].value == "2" && found[1].domain == ".app.example" && found[1].path == "/")
        #expect(found[1].isSecure && found[1].isHTTPOnly && !found[1].isSessionOnly && found[1].expiresDate == end)
    }

    @Test func `setting a cookie replaces its twin, and deleting one leaves the others`() async throws {
        await cookies.setCookies([try .test("a", "1"), try .test("b", "1"), try .test("a", "other", path: "/path")])
        await cookies.setCookie(try .test("a", "2"))
        #expect(await values() == ["a=2", "a=other", "b=1"])
        await cookies.deleteCookie(try .test("a", "of no matter"))
        #expect(await values() == ["a=other", "b=1"])
    }

    @Test func `only an HttpOnly cookie replaces or deletes an HttpOnly cookie`() async throws {
        await cookies.setCookie(try .test("a", "1", isHTTPOnly: true))
        await cookies.setCookie(try .test("a", "2", isHTTPOnly: true))
        #expect(await values() == ["a=2"])
        await cookies.setCookie(try .test("a", "3"))
        #expect(await values() == ["a=2"])
        await cookies.deleteCookie(try .test("a", "2"))
        #expect(await values() == ["a=2"])
        await cookies.deleteCookie(try .test("a", "2", isHTTPOnly: true))
        #expect(await values().isEmpty)
    }

    @Test func `calls that do not wait for each other take effect in order`() async throws {
        cookies.setCookie(try .test("a", "1", isHTTPOnly: true), completionHandler: nil)
        cookies.setCookie(try .test("a", "2"), completionHandler: nil)
        cookies.setCookie(try .test("b", "1"), completionHandler: nil)
        cookies.setCookie(try .test("b", "2"), completionHandler: nil)
        #expect(await values() == ["a=1", "b=2"])
    }

    @Test func `a handler is called after the call returns, also for a store that has gone`() async throws {
        var owner: WKWebsiteDataStore? = .nonPersistent()
        let orphan = try #require(owner).httpCookieStore
        owner = nil
        for store in [cookies, orphan] {
            var isCalled = false
            await withCheckedContinuation { continuation in
                store.getAllCookies { found in
                    isCalled = true
                    #expect(found.isEmpty)
                    continuation.resume()
                }
                #expect(!isCalled)
            }
        }
    }

    @Test func `each observer hears of each change, and a removed one no more`() async throws {
        let (one, other) = (CookieChanges(), CookieChanges())
        cookies.add(one)
        cookies.add(one)
        cookies.add(other)
        let cookie = try HTTPCookie.test("a", "1")
        await cookies.setCookie(cookie)
        await one.wait(for: 1)
        await other.wait(for: 1)
        cookies.remove(other)
        await cookies.deleteCookie(cookie)
        await one.wait(for: 2)
        _ = await cookies.allCookies()
        #expect(one.stores.count == 2 && other.stores.count == 1)
        #expect(one.stores.allSatisfy { $0 === cookies })
    }

    @Test func `an observer is not kept alive`() async throws {
        var observer: CookieChanges? = CookieChanges()
        weak let kept = observer
        try cookies.add(#require(observer))
        observer = nil
        #expect(kept == nil)
        await cookies.setCookie(try .test("a", "1"))
        #expect(await values() == ["a=1"])
    }

    @Test func `a persistent store keeps cookies with an end, and a session's only as long as it lives`() async throws {
        let folder = try TemporaryFolder.untilExit()
        func use() async throws -> [String] {
            let store = WKWebsiteDataStore.persistent(in: folder.url)
            defer { withExtendedLifetime(store) {} }
            let cookies = store.httpCookieStore
            let before = await cookies.allCookies().map(\.name)
            await cookies.setCookie(try .test("session", "1"))
            await cookies.setCookie(try .test("kept", "1", expires: Date(timeIntervalSinceNow: 3600)))
            return before
        }
        #expect(try await use() == [])
        #expect(try await use() == ["kept"])
    }
}
