public import Foundation

/// The origins that pages of React Native may navigate to, also in frames: the property `originWhitelist` of react-native-webview.
///
/// Each pattern is the beginning of an origin, such as `https://app.example`. The character `*` stands for any text. Pages at
/// `sw://` and `about:blank` are always allowed. Pages of frames with the attribute `srcdoc`, and `data:` and `blob:` pages need
/// the pattern `*`, `about:*`, `data:*` or `blob:*`, as on iOS.
///
/// Source: react-native-webview 16.0.0, `src/WebViewShared.tsx` (`defaultOriginWhitelist`, `compileWhitelist`).
public struct OriginWhitelist: Equatable, Sendable, ExpressibleByArrayLiteral {
    /// The patterns.
    public var patterns: [String]

    /// The default of react-native-webview: all pages of web servers.
    public static let webServers: OriginWhitelist = ["http://*", "https://*"]

    /// Makes a list of patterns.
    public init(_ patterns: [String]) { self.patterns = patterns }

    /// Makes a list of the patterns in a literal.
    public init(arrayLiteral patterns: String...) { self.patterns = patterns }

    /// Returns whether a page may navigate to an address.
    public func allows(_ url: URL) -> Bool {
        guard let origin = url.absoluteString.prefixMatch(of: /[A-Za-z][A-Za-z0-9+\-.]+:(\/\/)?[^\/]*/)?.output.0 else {
            return false
        }
        return origin.hasPrefix("sw:") || (["about:blank"] + patterns).contains { Self.matches($0, origin) }
    }

    private static func matches(_ pattern: String, _ origin: Substring) -> Bool {
        var rest = origin
        for (index, part) in pattern.split(separator: "*", omittingEmptySubsequences: false).enumerated() {
            if part.isEmpty { continue }
            guard let range = rest.range(of: part, options: index == 0 ? .anchored : []) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
