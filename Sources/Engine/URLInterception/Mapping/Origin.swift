public import Foundation

/// The scheme, host and port of an address: `sw://app.example:8443`. Scheme and host compare without case.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// Lowercase, without a colon.
    public let scheme: String
    /// Lowercase.
    public let host: String
    /// `nil` for the scheme's usual port (80 for http, 443 for https) and for schemes without one.
    public let port: Int?

    /// Takes the origin from an address; `nil` when it has no scheme or host.
    public init?(of url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true)?.lowercased(),
            !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port == Self.usualPorts[scheme] ? nil : url.port
    }

    /// Reads an origin that is written alone, such as `sw://app.example`; `nil` when more or less is written.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), let url = parts.url,
            parts.percentEncodedPath.isEmpty || parts.path == "/",
            parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil,
            text.contains("://")
        else { return nil }
        self.init(of: url)
    }

    /// Whether WebKit loads the origin over HTTP itself.
    package var isWeb: Bool { scheme == "http" || scheme == "https" }

    /// The origin as it is written in an address.
    public var description: String {
        "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
    }

    private static let usualPorts = ["http": 80, "https": 443, "ws": 80, "wss": 443]
}
