import Foundation
import FoundationNetworking
import HTTPMessages
import URLInterception

@testable import Fetch

/// Servers in memory, which record their requests. Documents know `https://app.example` as `sw://app.example`.
@MainActor
final class TestNetwork: FetchNetwork {
    struct Received: Equatable, CustomStringConvertible {
        var method: String
        var origin: String?
        var referrer: String?
        var authorization: String?
        var hasCookies: Bool
        var hasBody: Bool
        var cookies: String?
        /// The headers `Sec-Fetch-Dest`, `-Mode` and `-Site`.
        var metadata: String?

        var description: String { "\(method) \(origin ?? "-")" }
    }

    let preflights = PreflightCache()
    /// The cookies; nil for a network that keeps its own.
    var jar: TestCookies?
    /// The headers of each response, by address. One with `Location` is a redirect, of status 302 unless `:status` says another. `:body` is
    /// its text.
    var answers: [String: [String: String]] = [:]
    private(set) var received: [String: [Received]] = [:]

    func cookies(of url: URL) -> (any FetchCookies)? { jar }

    func registrableDomain(of host: String) -> String { host.split(separator: ".").suffix(2).joined(separator: ".") }

    func send(_ request: URLRequest, to url: URL, for outgoing: OutgoingRequest?) async throws -> LoadedResource {
        let field = { (name: String) in request.value(forHTTPHeaderField: name) }
        received[url.absoluteString, default: []].append(
            Received(
                method: request.httpMethod ?? "GET", origin: field("Origin"), referrer: field("Referer"),
                authorization: field("Authorization"), hasCookies: request.httpShouldHandleCookies,
                hasBody: outgoing?.hasBody ?? false, cookies: field("Cookie"),
                metadata: field("Sec-Fetch-Dest").map {
                    [$0, field("Sec-Fetch-Mode") ?? "-", field("Sec-Fetch-Site") ?? "-"].joined(separator: " ")
                }))
        guard var headers = answers[url.absoluteString] else { throw URLError(.cannotConnectToHost) }
        let status =
            headers.removeValue(forKey: ":status").flatMap { Int($0) } ?? (headers["Location"] == nil ? 200 : 302)
        let body = headers.removeValue(forKey: ":body").map { BodyStream(Data($0.utf8)) } ?? .empty
        return try LoadedResource(url: server(url), status: status, headers: headers, body: body)
    }

    func documentAddress(of url: URL, isFollowed: Bool) -> URL { respelled(url, from: "https", to: "sw") }

    func isDowngrade(from document: URL?, to url: URL) -> Bool { url.scheme == "http" }

    private func server(_ url: URL) -> URL { respelled(url, from: "sw", to: "https") }

    private func respelled(_ url: URL, from old: String, to new: String) -> URL {
        guard url.scheme == old, url.host == "app.example" else { return url }
        return URL(string: new + url.absoluteString.dropFirst(old.count)) ?? url
    }

    /// The requests that an address got.
    func lines(_ address: String) -> [String] { received[address, default: []].map(\.description) }
}

/// Cookies of hosts whose registrable domain is their last two labels.
@MainActor
final class TestCookies: FetchCookies {
    private var store = CookieStore { $0.split(separator: ".").suffix(2).joined(separator: ".") }

    func header(for access: CookieAccess) async -> String? {
        let cookies = store.cookies(for: access)
        return cookies.isEmpty ? nil : CookieStore.text(of: cookies)
    }

    func set(_ text: String, for access: CookieAccess) { _ = store.set(text, for: access) }

    func isSecure(_ url: URL) -> Bool { url.scheme != "http" }
}
