import Foundation
import URLInterception
import WebKit

/// A request from another origin, with the checks of Fetch that WebKit leaves out on a custom scheme: none for a synchronous
/// `XMLHttpRequest`, and no preflight for any request.
///
/// Source: Fetch, "HTTP-network-or-cache fetch" and "CORS-preflight fetch", https://fetch.spec.whatwg.org/#cors-preflight-fetch
struct CrossOriginRequest: Sendable, Hashable {
    /// The origin that asks, as WebKit's `Origin` header has it, which no script can set: `null` for an opaque one.
    let origin: String
    private let method: String
    /// The names of the headers that need permission, in lower case and order.
    private let unsafeHeaders: [String]

    /// Takes a request as WebKit makes it; nil for one of the address's own origin, or without an `Origin`.
    ///
    /// WebKit leaves `Origin` out within an origin, and where no script can read the answer.
    init?(_ request: URLRequest, to url: URL) {
        guard let origin = request.value(forHTTPHeaderField: "Origin"), !Self.isOrigin(of: url, origin) else {
            return nil
        }
        self.origin = origin
        method = request.httpMethod ?? "GET"
        unsafeHeaders = (request.allHTTPHeaderFields ?? [:])
            .filter { !Self.isSafe($0.key.lowercased(), $0.value) }.map { $0.key.lowercased() }.sorted()
    }

    /// Returns whether an origin is that of an address.
    static func isOrigin(of url: URL, _ origin: String) -> Bool {
        guard let own = Origin(of: url) else { return false }
        return Origin(origin) == own
    }

    // MARK: Before

    /// Whether the address's server has to permit the request first.
    var needsPreflight: Bool { !isPreflight && (!["GET", "HEAD", "POST"].contains(method) || !unsafeHeaders.isEmpty) }

    /// Whether WebKit asks the server itself. No script can set the header.
    private var isPreflight: Bool { method == "OPTIONS" && unsafeHeaders.contains("access-control-request-method") }

    /// Returns the preflight request to the server.
    func preflight(of url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = "OPTIONS"
        request.httpShouldHandleCookies = false
        request.setValue("*/*", forHTTPHeaderField: "Accept")
        request.setValue(origin, forHTTPHeaderField: "Origin")
        request.setValue(method, forHTTPHeaderField: "Access-Control-Request-Method")
        if !unsafeHeaders.isEmpty {
            request.setValue(unsafeHeaders.joined(separator: ","), forHTTPHeaderField: "Access-Control-Request-Headers")
        }
        return request
    }

    /// Checks the server's answer to ``preflight(of:)``.
    ///
    /// - Parameter isSame: whether two origins are one, which a page and a server may spell differently.
    /// - Throws: `URLError` with a sentence that names the header.
    func checkPermission(_ response: HTTPURLResponse, isSame: (String, String) -> Bool) throws {
        try checkSharing(response, isSame: isSame)
        guard (200..<300).contains(response.statusCode) else {
            throw failure("its answer to the preflight is \(response.statusCode)")
        }
        let methods = Self.list(response, "Access-Control-Allow-Methods")
        guard ["GET", "HEAD", "POST"].contains(method) || methods.contains(method) || methods.contains("*") else {
            throw failure("its Access-Control-Allow-Methods lacks \(method)")
        }
        let headers = Self.list(response, "Access-Control-Allow-Headers").map { $0.lowercased() }
        for name in unsafeHeaders where !headers.contains(name) {
            guard headers.contains("*"), name != "authorization" else {
                throw failure("its Access-Control-Allow-Headers lacks \(name)")
            }
        }
    }

    // MARK: After

    /// Checks that a server shares its answer with the origin that asked: [CORS check](https://fetch.spec.whatwg.org/#concept-cors-check).
    func checkSharing(_ response: HTTPURLResponse, isSame: (String, String) -> Bool) throws {
        let allowed = response.value(forHTTPHeaderField: "Access-Control-Allow-Origin")
        guard let allowed, allowed == "*" || allowed == origin || origin != "null" && isSame(allowed, origin) else {
            throw failure("it has no Access-Control-Allow-Origin header for it")
        }
    }

    private func failure(_ reason: String) -> URLError {
        URLError(
            .resourceUnavailable,
            userInfo: [NSLocalizedDescriptionKey: "The server does not share its answer with \(origin): \(reason)"])
    }

    private static func list(_ response: HTTPURLResponse, _ name: String) -> [String] {
        (response.value(forHTTPHeaderField: name) ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    // MARK: Headers

    /// The headers that WebKit sets by itself. Scripts either cannot set them, or may set them to any value without a preflight.
    private static let added: Set<String> = [
        "accept", "accept-language", "accept-encoding", "content-language", "content-length", "origin", "referer",
        "last-event-id", "if-none-match", "if-modified-since", "host", "connection", "cookie",
        ProcessExtension.markHeader.lowercased(),
    ]

    private static let simpleTypes: Set<String> = [
        "application/x-www-form-urlencoded", "multipart/form-data", "text/plain",
    ]

    /// Implements [CORS-safelisted request-header](https://fetch.spec.whatwg.org/#cors-safelisted-request-header), or one of
    /// WebKit's own.
    private static func isSafe(_ name: String, _ value: String) -> Bool {
        switch name {
        case "content-type": isSimpleType(value)
        case "range": value.lowercased().hasPrefix("bytes=") && !value.contains(",") && !value.hasPrefix("bytes=-")
        case "user-agent": value.contains("AppleWebKit/")
        case "cache-control", "pragma": value == "no-cache" || value == "max-age=0"
        case _ where name.hasPrefix("sec-"): true
        default: added.contains(name)
        }
    }

    /// Returns whether a content type is one that a form can send.
    static func isSimpleType(_ type: String) -> Bool {
        let essence = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return simpleTypes.contains(essence) && type.utf8.count <= 128
    }
}
