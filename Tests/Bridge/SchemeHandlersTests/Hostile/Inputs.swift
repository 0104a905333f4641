import Foundation

/// Requests that mean harm, made anew from one seed: the same in every run.
struct HostileInputs {
    struct Input: Sendable {
        var method = "GET"
        var address: String
        var headers: [String: String] = [:]
        var body: String?
    }

    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(state: seed) }

    static let injections = [
        "'; DROP TABLE products; --", "' OR '1'='1", "\" OR \"\"=\"", "1; DELETE FROM secrets",
        "1 UNION SELECT word FROM secrets",
        "x') UNION SELECT word FROM secrets --", "\"; ATTACH 'x' AS y; --", "`products`", "[products]", "main.secrets",
        "products, secrets", "secrets", "sqlite_master", "(SELECT word FROM secrets)", "load_extension('x')",
        "id) FROM secrets --",
        "name\"", "\"name", "?", "?1", ":name", "@name", "$name", "/*", "*/", "--", "\\", "'", "\u{202E}", "𝕊𝔼𝕃𝔼ℂ𝕋",
        "%s%n", "${7*7}",
        "products WHERE 1=1", "rowid", "_rowid_", "oid", "pragma_table_info('secrets')", "json_each('[1]')", "ſecrets",
        "SECRETS",
    ]

    static let separators = [
        "..", "%2e%2e", "%2E%2E", ".%2e", "%252e%252e", "..%00", "%c0%ae%c0%ae", "%uff0e%uff0e", "..;", "....//", "．．",
    ]
    static let slashes = ["/", "%2f", "%2F", "\\", "%5c", "%5C", "%252f", "%c0%af", "//", "/./", "%e2%88%95"]

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[Int(random.next() % UInt64(list.count))] }

    private mutating func encoded() -> String {
        let text = pick(Self.injections)
        // Now and then as it is, as far as an address can hold it.
        return text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "x"
    }

    /// Requests to a database of which only `products` may be known.
    mutating func database(_ index: Int) -> Input {
        let text = encoded()
        switch index % 20 {
        case 0: return Input(address: "sqlite://\(text)")
        case 1: return Input(address: "sqlite://products?\(text)=1")
        case 2: return Input(address: "sqlite://products?select=\(text)")
        case 3: return Input(address: "sqlite://products?order=\(text).desc")
        case 4: return Input(address: "sqlite://products?limit=\(text)")
        case 5: return Input(address: "sqlite://products?id=gt.\(text)")
        case 6: return Input(address: "sqlite://products?or=(\(text))")
        case 7: return Input(address: "sqlite://products?id=in.(1,\(text))")
        case 8: return Input(address: "sqlite://products/\(text)")
        case 9:
            return Input(
                address:
                    "sqlite://products?limit=\(pick(["-1", "99999999999999999999", "1e9", "0x10", "１", " 1"]).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
            )
        case 10: return Input(address: "sqlite://products?name=a%00b&x=\(text)")
        case 11:
            return Input(
                address: "sqlite://products?name=\(pick(["%ff", "%c3%28", "%ed%a0%80", "%f8%88%80%80%80", "%c0%80"]))")
        case 12: return Input(method: "POST", address: "sqlite://products", body: "{\"\(text)\": 1}")
        case 13:
            let broken = pick([
                "{", "[", "{\"name\"", "{\"name\":}", "[1,2]", "nul", "{\"name\":\"\\u12\"}", "{\"name\":01}",
                "{'name':1}",
                "{\"name\":\"a\u{1}\"}", "[{\"name\":\"x\"},]", "{\"name\":NaN}", "\u{FEFF}{}", "{\"name\":\"x\"} x",
                "\"\\ud800\"",
            ])
            return Input(method: "POST", address: "sqlite://products", body: broken)
        case 14:
            let depth = 200 + Int(random.next() % 100_000)
            let nested = String(repeating: pick(["[", "{\"a\":"]), count: depth)
            return Input(method: "POST", address: "sqlite://products", body: "{\"tags\":\(nested)")
        case 15:
            return Input(
                method: pick(["PATCH", "DELETE"]), address: "sqlite://products?\(text)=1", body: "{\"stock\":1}")
        case 16:
            return Input(
                method: pick(["PUT", "PATCH", "DELETE"]), address: "sqlite://products", body: "{\"stock\":\"\(text)\"}")
        case 17: return Input(method: pick(["TRACE", "CONNECT", "BREW", "get;drop"]), address: "sqlite://products")
        case 18:
            return Input(
                address: "sqlite://products",
                headers: [
                    "Prefer": "handling=strict, \(pick(["rows=none", "count=planned; drop", "x=y", "return=all"]))"
                ])
        default:
            return Input(
                method: "POST", address: "sqlite://products?on_conflict=\(text)",
                headers: ["Prefer": "resolution=merge-duplicates"], body: "{\"name\":\"x\"}")
        }
    }

    /// Requests that would leave a folder.
    mutating func file(_ index: Int) -> Input {
        var path = pick(["", "folder/", "folder"])
        for _ in 0...(random.next() % 6) { path += pick(Self.separators) + pick(Self.slashes) }
        path += pick(["secret.txt", "etc/passwd", "outside/secret.txt", "link", "secret.txt%00.png", "SECRET.TXT"])
        if index % 7 == 0 {
            path = pick([
                "escape/secret.txt", "escape", "file-link", "folder/escape/secret.txt", "/proc/self/environ",
                "%2fetc%2fpasswd",
            ])
        }
        return Input(address: "assets://\(index % 3 == 0 ? "/" : "")\(path)")
    }
}

/// [SplitMix64](https://prng.di.unimi.it/splitmix64.c).
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
