import Foundation
import Testing

@testable import ServiceWorkers

struct MatchingTests {
    private static let key = StorageKey(rawValue: "sw://x")

    @Test(arguments: [
        ("sw://x/", "sw://x/" as String?), ("sw://x/app", "sw://x/"), ("sw://x/app/", "sw://x/app/"),
        ("sw://x/app/a/b?c#d", "sw://x/app/"), ("sw://x/prefix-of/page", "sw://x/prefix"), ("sw://x", "sw://x/"),
        ("sw://y/", nil),
    ])
    func `match finds the registration of the longest scope that the address begins with`(
        _ url: String, _ scope: String?
    ) {
        var map = RegistrationMap<String>()
        for scope in ["sw://x/", "sw://x/app/", "sw://x/prefix"] { map[Self.key, address(scope)] = scope }
        map[StorageKey(rawValue: "sw://z"), address("sw://x/app/a/")] = "another key's"
        #expect(map.match(Self.key, address(url)) == scope)
    }

    @Test func `a registration that replaces one of the same scope takes its place in the order`() {
        var map = RegistrationMap<Int>()
        map[Self.key, address("sw://x/a/")] = 1
        map[Self.key, address("sw://x/b/")] = 2
        map[Self.key, address("sw://x/a/#part")] = 3
        #expect(map.all(Self.key) == [3, 2])
        map[Self.key, address("sw://x/a/")] = nil
        #expect(map[Self.key, address("sw://x/a/")] == nil)
    }

    @Test(arguments: [
        ("/", "/sw.js", nil as String?, true), ("/js/", "/js/sw.js", nil, true), ("/js", "/js/sw.js", nil, false),
        ("/", "/js/sw.js", "/", true), ("/", "/foo/bar/sw.js", "/foo", false),
        ("/foo/x", "/foo/bar/sw.js", "/foo", true),
        ("/js/deep/", "/js/sw.js", "./deep/", true), ("/js/", "/js/sw.js", "./deep/", false),
        ("/", "/js/sw.js", "../", true), ("/", "/js/sw.js", "sw://other/", false),
        ("/a", "/b////sw.js", nil, false), ("/b/a", "/b////sw.js", nil, false),
    ])
    func `a scope is allowed within the folder of its script or of Service-Worker-Allowed`(
        _ scope: String, _ script: String, _ allowed: String?, _ isAllowed: Bool
    ) {
        let found = ScopeRule.allows(
            scope: address("sw://x" + scope), script: address("sw://x" + script), allowed: allowed)
        #expect(found == isAllowed)
    }

    @Test(arguments: [
        ("text/javascript", true), ("TEXT/JavaScript; charset=utf-8", true), (" application/x-javascript ;", true),
        ("text/javascript1.5", true), ("text/html", false), ("", false), ("text/javascript2", false),
        ("application/json", false),
    ])
    func `a JavaScript MIME type is known without regard to case and parameters`(_ type: String, _ isJavaScript: Bool) {
        #expect(JavaScriptMIMEType.matches(type) == isJavaScript)
    }

    @Test func `a storage key leaves out the default port, and an address without a host has none`() {
        #expect(StorageKey(of: address("https://X.example:443/a")) == StorageKey(rawValue: "https://x.example"))
        #expect(StorageKey(of: address("sw://x:8443/")) == StorageKey(rawValue: "sw://x:8443"))
        #expect(StorageKey(of: address("about:blank")) == nil)
    }
}
