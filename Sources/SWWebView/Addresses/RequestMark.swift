import Foundation

/// Facts about a request that WebKit does not report.
///
/// The page's runtime writes them into the fragment of the address: `___sw?`, then pairs as in a query. The web-process
/// extension writes such pairs into a header.
///
/// A mark comes from the web process: it is only a hint for choosing among the view's own clients.
struct RequestMark: Sendable {
    private static let prefix = "___sw?"

    private var values: [Substring: String] = [:]
    /// Whether the mark was in the address, where any script can write it.
    private(set) var isFromPage = false

    /// Reads a percent-encoded fragment; nil when it is the page's own.
    init?(fragment: String?) {
        guard let fragment, fragment.hasPrefix(Self.prefix) else { return nil }
        read(fragment.dropFirst(Self.prefix.count))
        isFromPage = true
    }

    /// Reads the header that the web-process extension sets; nil without it.
    init?(header: String?) {
        guard let header else { return nil }
        read(header[...])
    }

    /// Reads the mark of a request that the page's runtime announces to the host.
    init(pairs: String) {
        read(pairs[...])
        isFromPage = true
    }

    private mutating func read(_ pairs: Substring) {
        for pair in pairs.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            values[parts[0]] = parts[1].replacing("+", with: " ").removingPercentEncoding
        }
    }

    /// The id of the document that asks.
    var document: String? { values["f"] }
    /// Whether the requesting document is not served by the bridge: its origin is another one, or opaque.
    var isElsewhere: Bool { values["e"] == "1" }
    /// [destination](https://fetch.spec.whatwg.org/#concept-request-destination); nil when it is not known.
    var destination: String? { values["d"] }
    /// The request's mode, where it is not the usual one.
    var mode: String? { values["m"] }
    /// The request's credentials mode, where it is not the usual one.
    var credentials: String? { values["k"] }
    /// The request's cache mode, where it is not the usual one.
    var cache: String? { values["x"] }
    /// The request's redirect mode, where it is not the usual one.
    var redirect: String? { values["r"] }
    /// The request's referrer, where it was given.
    var referrer: String? { values["g"] }
    /// The request's referrer policy, where it was given.
    var referrerPolicy: String? { values["p"] }
    /// The request's subresource integrity, where it was given.
    var integrity: String? { values["i"] }
    /// Whether the request may outlive its page.
    var keepalive: Bool { values["a"] == "1" }
    /// The upload that brings the body.
    var upload: String? { values["u"] }
    /// The fragment that the page gave, percent-encoded.
    var fragment: String? { values["h"] }
    /// The handle under which the host keeps the response to a cross-origin request.
    var opaque: String? { values["o"] }
    /// The number of a service worker's outcome for the request, which the worker got before.
    var outcome: Int? { values["j"].flatMap { Int($0) } }
    /// The number under which the frame can read a long body piece by piece; the frame chose it, below 0.
    var body: Int? { values["b"].flatMap { Int($0) } }
    /// Whether a navigation leads to a document with an opaque origin.
    var isSandboxed: Bool { values["s"] == "1" }
    /// The id of the dedicated worker whose script is requested.
    var newWorker: String? { values["n"] }
    /// The service worker that asks.
    var worker: String? { values["w"] }
}

extension URL {
    /// The address as the page wrote it, and the mark from its fragment.
    var takingMark: (url: URL, mark: RequestMark?) {
        guard let mark = RequestMark(fragment: fragment(percentEncoded: true)) else { return (self, nil) }
        let text = absoluteString.prefix { $0 != "#" } + (mark.fragment.map { "#\($0)" } ?? "")
        return (URL(string: String(text)) ?? self, mark)
    }
}
