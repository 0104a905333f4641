import Glibc

/// How long a response may be used without a new request, in seconds.
///
/// Source: [HTTP Caching, 4.2](https://www.rfc-editor.org/rfc/rfc9111#freshness).
package enum Freshness {
    private static let longest: Int64 = 365 * 86400

    /// Returns what `Cache-Control` allows of a response with these headers; nil where it says nothing, 0 where it forbids it.
    package static func controlled(_ headers: HeaderList) -> Int? {
        var seconds: Int64?
        for directive in headers.values(of: "Cache-Control") {
            let parts = directive.lowercased().split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces }
            switch parts.first {
            case "no-store", "no-cache": return 0
            case "max-age" where parts.count == 2:
                let digits = parts[1].filter { $0 != "\"" }
                seconds = Int64(digits) ?? (digits.allSatisfy(\.isNumber) ? longest : 0)
            default: break
            }
        }
        return seconds.map { rest(of: $0, headers) }
    }

    /// Returns what a browser assumes: with no `Cache-Control` and no `Expires`, a tenth of the time since the last change.
    ///
    /// - Parameter now: the seconds since 1970, for a response without a `Date`.
    package static func assumed(_ headers: HeaderList, now: Int64 = Int64(time(nil))) -> Int {
        if let seconds = controlled(headers) { return seconds }
        let made = headers["Date"].flatMap(HTTPDate.seconds) ?? now
        if let expires = headers["Expires"] {
            return rest(of: (HTTPDate.seconds(expires) ?? made) - made, headers)
        }
        guard let changed = headers["Last-Modified"].flatMap(HTTPDate.seconds) else { return 0 }
        return rest(of: (made - changed) / 10, headers)
    }

    private static func rest(of seconds: Int64, _ headers: HeaderList) -> Int {
        let age = headers["Age"].flatMap { Int64($0) } ?? 0
        return Int(max(0, limited(seconds) - limited(age)))
    }

    private static func limited(_ seconds: Int64) -> Int64 { min(max(0, seconds), longest) }
}
