import Foundation

/// The text of a `Set-Cookie` header, or what a script assigns to `document.cookie`, taken apart:
/// [RFC 6265bis, section 5.6](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.6).
struct SetCookie {
    /// The most bytes of a name and its value, and of an attribute's value.
    private static let (longestPair, longestAttribute) = (4096, 1024)
    /// The longest time that a cookie lives: 400 days.
    private static let longestLife: TimeInterval = 400 * 86400

    let name: String
    let value: String
    private(set) var domain: String?
    private(set) var path: String?
    private(set) var expires: Date?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    private(set) var sameSite = Cookie.SameSite.none

    /// Returns nil for a text that sets no cookie.
    init?(_ text: String, now: Date) {
        // The name, the value and the attributes may have a tab, and no other control character.
        guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
        var parts = text.split(separator: ";", omittingEmptySubsequences: false)[...]
        let pair = parts.removeFirst()
        (name, value) = Self.pair(pair) ?? ("", Self.trimmed(pair))
        guard !(name.isEmpty && value.isEmpty), name.utf8.count + value.utf8.count <= Self.longestPair else {
            return nil
        }
        var maximumAge: Date?
        for part in parts {
            let (name, value) = Self.pair(part) ?? (Self.trimmed(part), "")
            guard value.utf8.count <= Self.longestAttribute else { continue }
            switch name.lowercased() {
            case "expires": if let date = CookieDate.parse(value) { expires = date }
            case "max-age": if let date = Self.date(after: value, now) { maximumAge = date }
            case "domain": domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
            case "path": path = value.hasPrefix("/") ? value : nil
            case "secure": isSecure = true
            case "httponly": isHTTPOnly = true
            case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased()) ?? .none
            default: break
            }
        }
        expires = (maximumAge ?? expires).map { min($0, now + Self.longestLife) }
        if domain?.isEmpty ?? false { domain = nil }
    }

    private static func pair(_ text: Substring) -> (String, String)? {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        return (trimmed(text[..<sign]), trimmed(text[text.index(after: sign)...]))
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    private static func date(after text: String, _ now: Date) -> Date? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let seconds = text.hasPrefix("-") ? 0 : Double(digits) ?? .infinity
        return seconds <= 0 ? .distantPast : now + min(seconds, longestLife)
    }
}
