import Fetch
import Foundation
import WebKit

/// Facts about a request that WebKit does not report.
///
/// The page's runtime writes them into the fragment of the address: `___sw?`, then pairs as in a query (`Runtime/shared/marks.js`). The
/// web-process extension writes such pairs into a header (`mark.c`).
///
/// A mark comes from the web process: it is only a hint for choosing among the view's own clients.
struct RequestMark: Sendable {
    /// The keys of the pairs. The properties below say what they mean.
    enum Key: String, CaseIterable {
        case document, elsewhere, destination, mode, credentials, cache, redirect, referrer, referrerPolicy, integrity
        case answer, keepalive, upload, fragment, opaque, body, sandboxed, newWorker, serial, origin, timeout
    }

    private static let prefix = ProcessExtension.markFragment

    private var values: [Key: String] = [:]
    /// Whether the mark was in the address, where any script can write it.
    private(set) var isFromPage = false
    /// Whether the web-process extension has written the mark.
    private(set) var isFromEngine = false

    /// Makes the mark of a request that the host makes or completes.
    init(
        document: String, destination: RequestDestination, mode: RequestMode? = nil,
        credentials: CredentialsMode? = nil,
        referrerPolicy: ReferrerPolicy? = nil
    ) {
        values = [.document: document, .destination: destination.rawValue]
        values[.referrerPolicy] = referrerPolicy?.rawValue
        values[.mode] = mode?.rawValue
        values[.credentials] = credentials?.rawValue
    }

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
        isFromEngine = true
    }

    /// Reads the mark of a request that the page's runtime announces to the host.
    init(pairs: String) {
        read(pairs[...])
        isFromPage = true
    }

    /// Returns an address with the mark of a worker whose script it is.
    static func address(_ script: URL, ofWorker id: String) -> String {
        let own = script.fragment(percentEncoded: true)?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        let fragment = own.map { "&\(Key.fragment.rawValue)=\($0)" } ?? ""
        return "\(script.textWithoutFragment)#\(prefix)\(Key.newWorker.rawValue)=\(id)\(fragment)"
    }

    private mutating func read(_ pairs: Substring) {
        for pair in pairs.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let key = Key(rawValue: String(parts[0])) else { continue }
            values[key] = parts[1].replacing("+", with: " ").removingPercentEncoding
        }
    }

    /// Returns a value that is one of several words; nil for any other.
    private func word<Word: RawRepresentable<String>>(_ key: Key) -> Word? {
        values[key].flatMap { Word(rawValue: $0) }
    }

    /// The id of the document that asks.
    var document: String? { values[.document] }
    /// Whether the requesting document is not served by the bridge: its origin is another one, or opaque.
    var isElsewhere: Bool { values[.elsewhere] == "1" }
    /// [destination](https://fetch.spec.whatwg.org/#concept-request-destination); nil when it is not known. A mark that a script can
    /// write does not make a request the page's own navigation.
    var destination: RequestDestination? {
        let destination: RequestDestination? = word(.destination)
        return isFromPage && destination?.isNavigation ?? false ? nil : destination
    }
    /// The request's mode, where it is not the usual one.
    var mode: RequestMode? { word(.mode) }
    /// The mode of a request that makes no document: no script can navigate with a fetch. A service worker may pass a navigation's request on.
    var fetchMode: RequestMode? { mode == .navigate ? .sameOrigin : mode }
    /// The request's credentials mode, where it is not the usual one.
    var credentials: CredentialsMode? { word(.credentials) }
    /// The request's cache mode, where it is not the usual one.
    var cache: CacheMode? { word(.cache) }
    /// The request's redirect mode, where it is not the usual one.
    var redirect: RedirectMode? { word(.redirect) }
    /// The request's referrer, where it was given.
    var referrer: String? { values[.referrer] }
    /// The request's referrer policy, where it was given.
    var referrerPolicy: ReferrerPolicy? { ReferrerPolicy(header: values[.referrerPolicy]) }
    /// The request's subresource integrity, where it was given.
    var integrity: String? { values[.integrity] }
    /// Whether the request may outlive its page.
    var keepalive: Bool { values[.keepalive] != nil }
    /// The name of a request that may outlive its page; nil for another.
    var keepaliveName: AnswerTasks.KeepaliveName? {
        guard let document, let request = values[.keepalive] else { return nil }
        return AnswerTasks.KeepaliveName(document: document, request: request)
    }
    /// Whether an `XMLHttpRequest` asks: each of them has a number.
    var isXHR: Bool { values[.serial] != nil }
    /// The upload that brings the body.
    var upload: String? { values[.upload] }
    /// The fragment that the page gave, percent-encoded.
    var fragment: String? { values[.fragment] }
    /// The handle under which the host keeps the response to a cross-origin request.
    var opaque: String? { values[.opaque] }
    /// The name under which the frame can read a long body piece by piece.
    var body: String? { values[.body] }
    /// Whether a navigation leads to a document with an opaque origin.
    var isSandboxed: Bool { values[.sandboxed] == "1" }
    /// The origin of the document that asks for an internal path or a frame, where the engine is certain; `null` for an opaque one.
    var origin: String? { isFromEngine ? values[.origin] : nil }
    /// The name of a service worker's answer to a request for another host.
    var answer: String? { values[.answer] }
    /// The milliseconds after which the request fails; nil for no limit.
    var timeout: Double? { values[.timeout].flatMap { Double($0) } }
    /// The id of the dedicated worker whose script is requested.
    var newWorker: String? { values[.newWorker] }
}

extension URL {
    /// Returns the address in the spelling of a text that differs in its fragment alone, and in what Foundation escapes.
    func spelled(as text: String) -> String {
        text.prefix { $0 != "#" } + (fragment(percentEncoded: true).map { "#\($0)" } ?? "")
    }

    /// The address as the page wrote it, and the mark from its fragment.
    var takingMark: (url: URL, mark: RequestMark?) {
        guard let mark = RequestMark(fragment: fragment(percentEncoded: true)) else { return (self, nil) }
        let text = absoluteString.prefix { $0 != "#" } + (mark.fragment.map { "#\($0)" } ?? "")
        return (URL(string: String(text)) ?? self, mark)
    }
}
