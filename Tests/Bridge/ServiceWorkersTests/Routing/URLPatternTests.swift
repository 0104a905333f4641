import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct URLPatternTests {
    private func pattern(_ members: [String: String], ignoreCase: Bool = false) throws -> URLPattern {
        let names = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"]
        var strings: [String: Any] = Dictionary(uniqueKeysWithValues: names.map { ($0, members[$0] ?? "*") })
        strings["ignoreCase"] = ignoreCase
        return try JSONDecoder().decode(URLPattern.self, from: JSONSerialization.data(withJSONObject: strings))
    }

    @Test(
        arguments: [
            ("/", ["/"], ["/a"]), ("/a/*", ["/a/", "/a/b/c"], ["/a"]), ("*", ["/", "/a/b"], []),
            ("/:name", ["/a"], ["/", "/a/b"]), ("/:name?", ["/a"], ["/a/b"]),
            ("/a/:name?", ["/a", "/a/b"], ["/a/", "/a/b/c"]),
            ("/a/:name+", ["/a/b", "/a/b/c"], ["/a", "/a/", "/a/b//c"]),
            ("/a/:name*", ["/a", "/a/b", "/a/b/c"], ["/a/"]), ("/a{b}?c", ["/abc", "/ac"], ["/abbc"]),
            ("/a{b}+c", ["/abc", "/abbbc"], ["/ac"]), ("/{:name.png}", ["/a.png"], ["/a/b.png", "/.png"]),
            ("/{a-:name-b}*", ["/", "/a-x-b", "/a-x-ba-y-b"], ["/a--b"]), ("/a\\*b", ["/a*b"], ["/axb"]),
            ("/**/x.txt", ["/x.txt", "/a/x.txt", "/a/b/x.txt"], ["/a/x.txt.bak"]), ("/:all(.*)", ["/a/b"], []),
            ("/:part([^\\/]+?)", ["/a"], ["/a/b"]), ("", [], ["/"]),
        ] as [(String, [String], [String])])
    func `a pattern of paths matches whole paths`(_ text: String, _ matching: [String], _ others: [String]) throws {
        let pattern = try pattern(["pathname": text])
        for path in matching { #expect(pattern.matches(address("sw://app.example\(path)")), "\(path)") }
        for path in others { #expect(!pattern.matches(address("sw://app.example\(path)")), "\(path)") }
    }

    @Test(arguments: ["(", "()", "/(a|b)", "/:", "/:a/:a", "{", "}", "/a\\", "{a{b}}", "a+", "??", "*?+"])
    func `pattern strings that are none, and regexp groups, are refused`(_ text: String) {
        #expect(throws: ServiceWorkerError.self) { try pattern(["pathname": text]) }
    }

    @Test(
        arguments: [
            (["hostname": "*.example", "protocol": "https"], "sw://app.example/", true),
            (["hostname": ":sub.example"], "https://a.b.example/", false), (["protocol": "sw"], "sw://x/", true),
            (["protocol": "http"], "sw://x/", false), (["port": ""], "https://x:443/", true),
            (["port": ""], "sw://x:443/", true),
            (["port": "8443"], "sw://x:8443/", true), (["port": ""], "sw://x:8443/", false),
            (["hostname": "[:address]"], "sw://[fe80::1]:8/", true),
            (["username": "", "password": ""], "sw://a:b@x/", false),
            (["username": "a", "password": "b"], "sw://a:b@x/", true), (["search": "a=*"], "sw://x/?a=1#b", true),
            (["search": ""], "sw://x/?a=1", false), (["search": "", "hash": ""], "sw://x", true),
            (["hash": "b"], "sw://x/?a=1#b", true), (["pathname": "/"], "sw://x?a", true),
            (["protocol": "data", "pathname": ":all"], "data:a/b,c", true),
        ] as [([String: String], String, Bool)])
    func `each component has a pattern`(_ members: [String: String], _ url: String, _ matches: Bool) throws {
        #expect(try pattern(members).matches(address(url)) == matches)
    }

    @Test func `case is ignored in paths, queries and fragments only where the pattern says so`() throws {
        let members = ["pathname": "/A/:x", "search": "B", "hash": "c"]
        let url = address("sw://x/a/B?b#C")
        #expect(try pattern(members, ignoreCase: true).matches(url))
        #expect(try !pattern(members).matches(url))
    }

    @Test func `a pattern of many wildcards takes no longer for a text that does not match`() throws {
        let hostile = try pattern(["pathname": String(repeating: "{/*a}*", count: 200)])
        #expect(!hostile.matches(address("sw://x/" + String(repeating: "a/", count: 2000) + "b")))
        #expect(throws: ServiceWorkerError.self) {
            try pattern(["pathname": String(repeating: "*", count: URLPatternComponent.longest + 1)])
        }
    }
}
