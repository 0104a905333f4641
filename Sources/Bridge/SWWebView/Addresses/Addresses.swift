import Fetch
import Foundation
import URLInterception
import WebKit

/// Which http(s) addresses a view loads under `sw://`, and back. Pure.
///
/// An address keeps its host, port, path and query; only the scheme changes. Which of http and https an origin was asked for
/// with is remembered, so that the way back and the network see the same.
struct Addresses: Sendable {
    static let scheme = "sw"

    var permittedDomains: [String] = []
    /// The map of the view's loader. A host that it has under `sw://` is loaded there when an http(s) address names it, too,
    /// unless the map has the http(s) origin itself.
    var mapped = OriginMap()
    private var remembered: [String: String] = [:]

    /// Returns whether pages of the address's host are loaded under `sw://`.
    func isPermitted(_ url: URL) -> Bool {
        guard let host = url.host?.lowercased() else { return false }
        let port = url.port
        return permittedDomains.contains { domain in
            let domain = domain.lowercased()
            return domain == host || port.map { domain == "\(host):\($0)" } ?? false
        }
    }

    /// Returns whether the http(s) addresses of the address's host are loaded under `sw://`.
    func isBridged(_ url: URL) -> Bool {
        if isPermitted(url) { return true }
        guard let web = Origin(of: url), let origin = Origin("\(Self.scheme)://\(Self.authority(of: url))") else {
            return false
        }
        return mapped.targets[origin] != nil && mapped.targets[web] == nil
    }

    /// The hosts whose http(s) addresses are loaded under `sw://`, some with a port.
    var bridgedHosts: [String] {
        let hosts = mapped.targets.keys.filter { $0.scheme == Self.scheme }.filter { origin in
            !mapped.targets.keys.contains { $0 != origin && $0.host == origin.host && $0.port == origin.port }
        }
        return permittedDomains + hosts.map { String($0.description.dropFirst("\(Self.scheme)://".count)) }.sorted()
    }

    /// Returns the address to load; `remembering` notes the scheme that its origin is asked for with.
    mutating func internalURL(for url: URL, remembering: Bool) -> URL {
        guard let scheme = Self.webScheme(of: url), isBridged(url) else { return url }
        if remembering { remembered[Self.authority(of: url)] = scheme }
        return Self.replacingScheme(of: url, with: Self.scheme)
    }

    /// Returns the address that a `sw://` one stands for. One that was never asked for over http(s) and isn't permitted stays.
    func externalURL(for url: URL) -> URL {
        guard url.scheme?.lowercased() == Self.scheme, let scheme = externalScheme(of: url) else { return url }
        return Self.replacingScheme(of: url, with: scheme)
    }

    /// Returns whether a request of a secure page leads to an insecure address. This machine's own addresses are secure.
    func isDowngrade(from page: URL?, to url: URL) -> Bool {
        !MixedContent.isOfThisMachine(url.host ?? "") && externalURL(for: url).scheme == "http"
            && page.map { externalURL(for: $0).scheme != "http" } ?? true
    }

    private static func isLoopback(_ url: URL) -> Bool {
        ["localhost", "127.0.0.1", "[::1]", "::1"].contains(url.host?.lowercased() ?? "")
    }

    /// Returns the address that the network knows; nil for one that may not be loaded.
    func networkURL(for url: URL) -> URL? {
        externalScheme(of: url).map { Self.replacingScheme(of: url, with: $0) }
    }

    private func externalScheme(of url: URL) -> String? {
        if let scheme = remembered[Self.authority(of: url)] { return scheme }
        guard isPermitted(url) else { return nil }
        return Self.isLoopback(url) ? "http" : "https"
    }

    /// Returns "http" or "https"; nil for any other address.
    private static func webScheme(of url: URL) -> String? {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return nil }
        return scheme
    }

    static func authority(of url: URL) -> String {
        // Foundation gives an IPv6 address without its brackets.
        let host = url.host?.lowercased() ?? ""
        return (host.contains(":" as Character) ? "[\(host)]" : host) + (url.port.map { ":\($0)" } ?? "")
    }

    private static func replacingScheme(of url: URL, with scheme: String) -> URL {
        guard let old = url.scheme else { return url }
        return URL(string: scheme + url.absoluteString.dropFirst(old.count)) ?? url
    }
}
