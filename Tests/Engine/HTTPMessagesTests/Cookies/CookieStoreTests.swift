import Foundation
import Testing

@testable import HTTPMessages

struct CookieStoreTests {
    private let page = "https://www.app.example/shop/cart"

    private func access(
        _ address: String, site: CookieAccess.Site = .same, isScript: Bool = false, isSecure: Bool = true,
        isTopLevelNavigation: Bool = false
    ) throws -> CookieAccess {
        CookieAccess(
            try #require(URL(string: address)), site: site, isScript: isScript, isSecure: isSecure,
            isTopLevelNavigation: isTopLevelNavigation)
    }

    /// A store that takes the last two labels of a host for its registrable domain.
    private func makeStore() -> CookieStore {
        CookieStore { host in
            Int(host.split(separator: ".").last ?? "") == nil
                ? host.split(separator: ".").suffix(2).joined(separator: ".") : host
        }
    }

    /// Sets cookies from the page, and returns what an address gets.
    private func found(_ lines: [String], at address: String, from setting: CookieAccess? = nil) throws -> String {
        var store = makeStore()
        for line in lines { _ = store.set(line, for: try setting ?? access(page)) }
        return CookieStore.text(of: store.cookies(for: try access(address)))
    }

    @Test(arguments: [
        ("a=1", "a=1"), ("a = 1 ", "a=1"), ("a=1=2", "a=1=2"), ("a=", "a="), ("=1", "1"), ("alone", "alone"), ("", ""),
        ("=", ""),
        ("a=\u{7}", ""), ("a=\"q\"", "a=\"q\""), ("a=1; secure; httponly; unknown=x", "a=1"), ("å=ø", "å=ø"),
    ])
    func `a text is taken apart into a name and a value`(text: String, expected: String) throws {
        #expect(try found([text], at: page) == expected)
    }

    @Test func `a pair and an attribute have a limit`() throws {
        #expect(try found(["a=" + String(repeating: "x", count: 4095)], at: page).utf8.count == 4097)
        #expect(try found(["a=" + String(repeating: "x", count: 4096)], at: page) == "")
        let long = "a=1; path=/" + String(repeating: "x", count: 1024)
        #expect(try found([long], at: page) == "a=1", "an attribute that is too long is ignored")
    }

    @Test(arguments: [
        ("https://www.app.example/shop/other", "dir=1; root=2; wide=3"),
        ("https://www.app.example/shop", "dir=1; root=2; wide=3"),
        ("https://www.app.example/shopping", "root=2; wide=3"),
        ("https://www.app.example/", "root=2; wide=3"),
        ("https://app.example/", "wide=3"),
        ("https://api.app.example/", "wide=3"),
        ("https://wwww.app.example.evil/", ""),
        ("https://evilapp.example/", ""),
    ])
    func `a cookie goes to its path and its domain`(address: String, expected: String) throws {
        let lines = ["wide=3; path=/; domain=app.example", "root=2; path=/", "dir=1", "no=4; domain=other.example"]
        // Longer paths come first, and then older cookies.
        let sorted = expected.replacing("root=2; wide=3", with: "wide=3; root=2")
        #expect(try found(lines, at: address) == sorted)
    }

    @Test func `a public suffix is no domain of a cookie, and an address of numbers has no domain above it`() throws {
        #expect(try found(["a=1; domain=example; path=/"], at: page) == "")
        let numbers = try access("http://127.0.0.1/")
        #expect(
            try found(["a=1; domain=0.0.1", "b=2; domain=127.0.0.1"], at: "http://127.0.0.1/", from: numbers) == "b=2")
    }

    @Test func `a cookie ends with its date, and Max-Age counts before Expires`() throws {
        let start = Date(timeIntervalSince1970: 1_000_000_000)
        let address = try access(page)
        var store = makeStore()
        for line in [
            "a=1; max-age=10", "b=2; expires=Sun, 09 Sep 2001 01:46:45 GMT",
            "c=3; max-age=10; expires=Thu, 01 Jan 1970 00:00:00 GMT",
            "d=4; max-age=abc", "e=5; max-age=-1", "f=6; max-age=999999999999",
        ] { _ = store.set(line, for: address, now: start) }
        let text = { (seconds: TimeInterval) in CookieStore.text(of: store.cookies(for: address, now: start + seconds))
        }
        #expect(text(0) == "a=1; b=2; c=3; d=4; f=6")
        #expect(text(6) == "a=1; c=3; d=4; f=6")
        #expect(text(11) == "d=4; f=6")
        #expect(text(401 * 86400) == "d=4")
        let old = store[Cookie.Key(name: "d", domain: "www.app.example", path: "/shop")]
        #expect(
            store.set("d=; expires=Thu, 01 Jan 1970 00:00:00 GMT", for: address, now: start) == old.map { .removed($0) }
        )
        #expect(store.set("d=; max-age=0", for: address, now: start) == nil, "the cookie is not there")
    }

    @Test(
        arguments: [
            ("Wed, 09 Jun 2021 10:18:14 GMT", 1_623_233_894), ("Wednesday, 09-Jun-21 10:18:14 GMT", 1_623_233_894),
            ("Wed Jun  9 10:18:14 2021", 1_623_233_894), ("9 june 2021 10:18:14.5", 1_623_233_894),
            ("10:18:14 2021 jun 9", 1_623_233_894),
            ("Wed, 31 Jun 2021 10:18:14 GMT", nil), ("Wed, 09 Jun 2021", nil), ("09 Jun 1600 10:18:14", nil),
            ("Wed, 09 Jun 2021 24:00:00 GMT", nil), ("", nil),
        ] as [(String, Int?)])
    func `a date has its parts in any order`(text: String, seconds: Int?) {
        #expect(CookieDate.parse(text).map { Int($0.timeIntervalSince1970) } == seconds)
    }

    @Test func `a script sees and sets no HttpOnly cookie, and an insecure address no secure one`() throws {
        var store = makeStore()
        let (server, script) = (try access(page), try access(page, isScript: true))
        let insecure = try access(page.replacing("https", with: "http"), isSecure: false)
        #expect(store.set("h=1; httponly", for: script) == nil)
        _ = store.set("h=1; httponly", for: server)
        #expect(store.set("h=2", for: script) == nil, "it does not replace the server's")
        #expect(store.set("s=1; secure", for: insecure) == nil)
        _ = store.set("s=1; secure", for: server)
        #expect(store.set("s=2", for: insecure) == nil, "it does not hide the secure one")
        #expect(CookieStore.text(of: store.cookies(for: server)) == "h=1; s=1")
        #expect(CookieStore.text(of: store.cookies(for: script)) == "s=1")
        #expect(CookieStore.text(of: store.cookies(for: insecure)) == "h=1")
    }

    @Test func `SameSite decides which requests of other sites a cookie goes with`() throws {
        var store = makeStore()
        for line in ["n=1; samesite=none", "l=2; SameSite=Lax", "s=3; samesite=strict", "w=4; samesite=what"] {
            _ = store.set(line, for: try access(page))
        }
        let text = { (site: CookieAccess.Site) in CookieStore.text(of: store.cookies(for: try access(page, site: site)))
        }
        #expect(try text(.same) == "n=1; l=2; s=3; w=4")
        #expect(try text(.navigation) == "n=1; l=2; w=4")
        #expect(try text(.other) == "n=1; w=4")
        #expect(store.set("x=1; samesite=lax", for: try access(page, site: .other)) == nil)
        #expect(store.set("x=1; samesite=lax", for: try access(page, site: .other, isTopLevelNavigation: true)) != nil)
    }

    @Test(arguments: [
        ("__Secure-a=1; secure", true), ("__Secure-a=1", false), ("__secure-a=1", false),
        ("__Host-a=1; secure; path=/", true), ("__Host-a=1; secure", false), ("__Host-a=1; path=/", false),
        ("__Host-a=1; secure; path=/; domain=www.app.example", false), ("=__Host-a=1; secure; path=/", false),
        ("__secure-a", false), ("__Other-a=1", true),
    ])
    func `a name's prefix is a promise`(line: String, isSet: Bool) throws {
        var store = makeStore()
        #expect((store.set(line, for: try access(page)) != nil) == isSet)
    }

    @Test func `a site has a limited number of cookies, and the oldest go`() throws {
        var store = makeStore()
        for number in 0..<200 { _ = store.set("c\(number)=", for: try access(page)) }
        let names = store.cookies(for: try access(page)).map(\.name)
        #expect(names.count == CookieStore.mostOfSite)
        #expect(names.first == "c20")
        _ = store.set("c20=new", for: try access(page))
        #expect(store.cookies(for: try access(page)).first?.name == "c20", "a new value keeps the cookie's place")
    }
}
