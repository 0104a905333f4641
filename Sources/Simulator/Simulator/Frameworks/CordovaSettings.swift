public import Foundation

/// The settings of a Cordova app that pages can observe, from its `config.xml`.
///
/// Source: Cordova iOS 8.1, `CDVIntentAndNavigationFilter.m`, `CDVAllowList.m`,
/// https://cordova.apache.org/docs/en/latest/guide/appdev/allowlist/.
public struct CordovaSettings: Sendable, Equatable {
    /// The addresses that pages and frames may navigate to, besides the app's own and files: `<allow-navigation href="…">`.
    public var allowedNavigation: [String] = []
    /// The addresses that the system may open: `<allow-intent href="…">`. By default those of a new app.
    public var allowedIntents = ["http://*/*", "https://*/*", "tel:*", "sms:*", "mailto:*", "geo:*"]

    /// Makes the settings of a new app.
    public init() {}

    /// Reads a `config.xml`.
    ///
    /// - Throws: `NativeCallError` for a file without a `<widget>`, an error of Foundation for an unreadable file.
    public init(file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8).replacing(/(?s)<!--.*?-->/, with: "")
        guard text.contains(/<widget[\s>]/) else { throw NativeCallError("\(file.path) has no <widget>.") }
        allowedNavigation = Self.addresses(of: "allow-navigation", in: text)
        allowedIntents = Self.addresses(of: "allow-intent", in: text)
    }

    private static func addresses(of element: String, in text: String) -> [String] {
        text.matches(of: /<([a-z-]+)\s[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/)
            .filter { $0.1 == element }.compactMap { $0.2 ?? $0.3 }.map { String($0).replacing("&amp;", with: "&") }
    }

    /// Returns whether a page or a frame may navigate to an address.
    func allowsNavigation(to url: URL) -> Bool { Self.allows(url, allowedNavigation + ["file://"]) }

    /// Returns whether the system may open an address.
    func allowsIntent(_ url: URL) -> Bool { Self.allows(url, allowedIntents) }

    /// The schemes that a pattern without a scheme stands for, or `*`. All others must be in a pattern.
    private static let webSchemes: Set = ["http", "https", "ftp", "ftps"]

    private static func allows(_ url: URL, _ patterns: [String]) -> Bool {
        if patterns.contains("*") { return true }
        let parsed = patterns.compactMap { Pattern($0) }
        let scheme = url.scheme?.lowercased() ?? ""
        guard webSchemes.contains(scheme) || parsed.contains(where: { $0.scheme == "*" || $0.scheme == scheme }) else {
            return false
        }
        return parsed.contains { $0.matches(url, scheme) }
    }

    /// A pattern of `CDVAllowList.m`: `SCHEME://HOST:PORT/PATH`, in which all parts but the host can be missing.
    private struct Pattern {
        let scheme: String?
        private let host: String?
        private let port: Int?
        private let path: String?

        init?(_ text: String) {
            let form = /^(?:(\*|[a-z][a-z0-9+\-.]*):\/?\/?)?((?:\*\.)?[^*\/:]+|\*)?(?::(\d+))?(\/.*)?/
            guard let match = text.prefixMatch(of: form) else { return nil }
            scheme = match.1.map { String($0) }
            host = match.2.flatMap { $0 == "*" ? nil : $0.lowercased() }
            port = match.3.flatMap { Int($0) }
            path = match.4.flatMap { $0 == "/*" ? nil : String($0) }
        }

        func matches(_ url: URL, _ urlScheme: String) -> Bool {
            guard scheme.map({ $0 == "*" || $0.lowercased() == urlScheme }) ?? ["http", "https"].contains(urlScheme),
                port == nil || url.port == port
            else { return false }
            return host.map { isHost($0, url.host?.lowercased()) } ?? true && path.map { isPath($0, url.path) } ?? true
        }

        private func isHost(_ host: String, _ name: String?) -> Bool {
            guard let name, host.hasPrefix("*.") else { return name == host }
            return name == host.dropFirst(2) || name.hasSuffix(host.dropFirst())
        }

        /// Returns whether a path matches, with `*` for any text. The end `/*` also stands for nothing.
        private func isPath(_ pattern: String, _ path: String) -> Bool {
            if pattern.hasSuffix("/*"), isPath(String(pattern.dropLast(2)), path) { return true }
            let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
            guard parts.count > 1 else { return pattern == path }
            var rest = path[...]
            for (index, part) in parts.dropLast().enumerated() where !part.isEmpty {
                guard let range = rest.range(of: part, options: index == 0 ? .anchored : []) else { return false }
                rest = rest[range.upperBound...]
            }
            return rest.hasSuffix(parts.last ?? "")
        }
    }
}
