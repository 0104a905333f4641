import Foundation

/// The dates of cookies: [RFC 6265bis, section 5.1.1](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.1.1).
enum CookieDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Reads a date, in any order of its parts; nil where one is missing.
    static func parse(_ text: String) -> Date? {
        var parts = tm()
        var (time, day, month, year): ([Int32]?, Int32?, Int?, Int32?)
        for token in text.utf8.split(whereSeparator: { isDelimiter($0) }).map({ String(Substring($0)) }) {
            if time == nil, let found = clock(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = months.firstIndex(of: token.prefix(3).lowercased()) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard (1...31).contains(day), year >= 1601, time[0] <= 23, time[1] <= 59, time[2] <= 59 else { return nil }
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, Int32(month), day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (time[0], time[1], time[2])
        let seconds = timegm(&parts)
        // A day that the month does not have.
        guard parts.tm_mday == day else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Reads a number with that many digits, which something else than a digit may follow.
    private static func number(_ token: String, digits: ClosedRange<Int>) -> Int32? {
        let found = token.utf8.prefix { (0x30...0x39).contains($0) }
        return digits.contains(found.count) ? Int32(String(Substring(found))) : nil
    }

    private static func clock(_ token: String) -> [Int32]? {
        let fields = token.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0].utf8.count <= 2, fields[1].utf8.count <= 2 else { return nil }
        guard let hour = whole(fields[0]), let minute = whole(fields[1]),
            let second = number(String(fields[2]), digits: 1...2)
        else { return nil }
        return [hour, minute, second]
    }

    private static func whole(_ text: Substring) -> Int32? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int32(text) : nil
    }
}
