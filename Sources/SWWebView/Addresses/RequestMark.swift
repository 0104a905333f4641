import Foundation

/// What is known of a request beyond what WebKit says: from the page's runtime in its address's fragment, `___sw?` and pairs as in
/// a query, or else from the web-process extension in a header of such pairs.
///
/// It comes from the web process: a hint for choosing among the view's own clients, and no more.
struct RequestMark: Sendable {
    private static let prefix = "___sw?"

    private var values: [Substring: String] = [:]
    /// Whether it was in the address, where any script can write it.
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

    /// Reads what the page's runtime says of a request that it tells the host of.
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
    /// Whether a document asks that the bridge does not serve: of another origin, or of an opaque one.
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
    /// The handle that the answer of a request to another origin is kept under.
    var opaque: String? { values["o"] }
    /// What a service worker said to the request, which was asked before.
    var outcome: Int? { values["j"].flatMap { Int($0) } }
    /// What the frame would bring in a long body under, below 0.
    var body: Int? { values["b"].flatMap { Int($0) } }
    /// Whether a navigation leads to a document without an origin.
    var isSandboxed: Bool { values["s"] == "1" }
    /// The dedicated worker whose script this is.
    var newWorker: String? { values["n"] }
    /// The service worker that asks.
    var worker: String? { values["w"] }
}

extension URL {
    /// The address as the page wrote it, and what the mark in its fragment says.
    var takingMark: (url: URL, mark: RequestMark?) {
        guard let mark = RequestMark(fragment: fragment(percentEncoded: true)) else { return (self, nil) }
        let text = absoluteString.prefix { $0 != "#" } + (mark.fragment.map { "#\($0)" } ?? "")
        return (URL(string: String(text)) ?? self, mark)
    }
}
