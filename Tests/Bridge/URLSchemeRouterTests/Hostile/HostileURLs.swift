import Foundation
import Testing

/// URLs that mean no good, made by combining what attackers write with where they write it.
enum HostileURLs {
    struct Sample: Sendable, CustomTestStringConvertible {
        let kind: String
        let text: String
        var testDescription: String { kind + " " + text.prefix(100) }
    }

    /// All of them. Each must be refused with an error.
    static var all: [Sample] {
        controlCharacters + traversal + notText + brokenJSON + numbers + deep + indices + huge + callbacks + shapes
    }

    private static let base = "notesapp://x-callback-url"

    private static func samples(_ kind: String, _ texts: [String]) -> [Sample] {
        // Brackets would make `URL(string:)` encode everything else once more.
        texts.map { Sample(kind: kind, text: $0.replacing("[", with: "%5B").replacing("]", with: "%5D")) }
    }

    private static var controlCharacters: [Sample] {
        let anywhere = ["%00", "%00.html", "a%00b"]
        let headers = ["%0D%0ASet-Cookie:%20x=1", "%0D%0A%0D%0A%3Cscript%3E", "%0A", "%0D", "%09", "%1B%5B31m", "%7F"]
        return samples("path", (anywhere + headers).flatMap { [base + "/create/" + $0, base + "/\($0)/create"] })
            + samples("name", (anywhere + headers).map { base + "/create?id=1&\($0)x=1" })
            + samples("name below", (anywhere + headers).map { base + "/create?id=1&filter[\($0)]=1" })
            + samples("value", anywhere.flatMap { [base + "/create?id=\($0)", base + "/create?id=1&title=\($0)"] })
            + samples("number with header", headers.map { base + "/create?id=1" + $0 })
    }

    private static var traversal: [Sample] {
        let dots = [
            "..", "%2e%2e", "%2E.", ".%2e", "..%2f..%2fetc%2fpasswd", "..%5c..%5cwindows", "a%2f..%2fb", "a%5C..", ".",
        ]
        return samples(
            "traversal",
            dots.flatMap {
                [base + "/note/" + $0, base + "/\($0)/note", base + "/note/\($0)/..", base + "/note/\($0)?id=1"]
            })
    }

    private static var notText: [Sample] {
        let bytes = [
            "%FF", "%C3", "%C0%AF", "%ED%A0%80", "%F8%88%80%80%80", "%E2%82", "a%80", "%FE%FF", "%F4%90%80%80",
        ]
        return samples(
            "not UTF-8",
            bytes.flatMap {
                [
                    base + "/create?id=" + $0, base + "/create?id=1&title=\($0)", base + "/create?id=1&\($0)=x",
                    base + "/note/\($0)",
                ]
            })
    }

    private static var brokenJSON: [Sample] {
        let texts = [
            "{", "[", "{\"since\":", "{\"since\":1}", "[1,2", "null", "{}}", "\"", "{\"__proto__\":{}}", "]",
            "'); DROP TABLE notes;--",
        ]
        return samples(
            "JSON",
            texts.flatMap { [base + "/create?id=" + $0.encoded, base + "/create?id=1&filter=" + $0.encoded] })
    }

    private static var numbers: [Sample] {
        let texts = [
            "9223372036854775808", "-9223372036854775809", "1e309", "nan", "inf", "0x10", "1_000", "٣", "+", "-", "--1",
            "1.0",
            String(repeating: "9", count: 100_000), "1%20", "",
        ]
        return samples("number", texts.map { base + "/create?id=" + $0.replacing("٣", with: "%D9%A3") })
            + samples(
                "price", ["1e309", "nan", "-inf", "infinity", "1,5", ""].map { base + "/create?id=1&price=" + $0 })
            + samples("date", ["1e309", "nan", "tomorrow"].map { base + "/create?id=1&due=" + $0 })
    }

    private static var deep: [Sample] {
        [65, 1000, 5000, 100_000].flatMap { levels in
            samples(
                "\(levels) levels",
                [
                    base + "/create?id=1&a" + String(repeating: "[b]", count: levels) + "=1",
                    base + "/create?id=1&a" + String(repeating: ".b", count: levels) + "=1",
                    base + "/create?id=1&a" + String(repeating: "%5B%5D", count: levels) + "=1",
                    base + "/create?id=1&filter" + String(repeating: "[next]", count: levels) + "=1",
                    base + "/create?id=1&" + String(repeating: ".", count: levels) + "=1",
                    base + String(repeating: "/a", count: levels),
                    base + "/create" + String(repeating: "/", count: levels),
                ])
        }
    }

    private static var indices: [Sample] {
        let numbers = [
            "999999999", "9223372036854775807", "9223372036854775808", "-1", "1", "01", "+0", "0x0", "1e9", "%20",
            "constructor",
            "__proto__", "length", "4294967296", "1.5",
        ]
        return samples(
            "index",
            numbers.flatMap {
                [
                    base + "/create?id=1&tags[\($0)]=x", base + "/create?id=1&tags.\($0)=x",
                    base + "/create?id=1&tags[0]=y&tags[2\($0)]=x",
                ]
            })
    }

    private static var huge: [Sample] {
        samples(
            "huge",
            [
                base + "/create?id=1&title=" + String(repeating: "a", count: 9 << 20),
                base + "/create?" + String(repeating: "id=1&", count: 10_001),
                base + "/create?" + (0...10_000).map { "a\($0)" }.joined(separator: "&"),
                base + "/create?id=" + String(repeating: "x", count: 1 << 20),
                base + "/" + String(repeating: "a", count: 1 << 20),
                base + "/create?" + String(repeating: "%5B", count: 100_000) + "=1",
            ])
    }

    private static var callbacks: [Sample] {
        CallbackAddressTests.unfit.map {
            Sample(kind: "callback", text: base + "/create?id=1&x-success=" + $0.encoded)
        }
    }

    private static var shapes: [Sample] {
        samples(
            "shape",
            [
                "id=1&id=2", "id[]=1&id[]=2", "id[x]=1", "id=1&id[x]=1", "id", "", "filter.since=1",
                "id=1&filter=1&filter.since=2",
                "id=1&tags=a&tags[0]=b", "id=1&title.x=1", "id=1&title=a&title=b", "id=1&filter.since.x=1", "=&=&=",
                "&&&", "id[=1",
                "[id]=1", "id]=1",
            ].map { base + "/create?" + $0 })
    }
}
