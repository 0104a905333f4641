/// A proxy, see ``WKWebsiteDataStore/proxyConfigurations``. Network API, as far as WebKitGTK has such proxies.
///
/// ```swift
/// var proxy = ProxyConfiguration(socksv5Proxy: .hostPort(host: "127.0.0.1", port: 1080))
/// proxy.excludedDomains = ["intern.example"]
/// store.proxyConfigurations = [proxy]
/// ```
public struct ProxyConfiguration: Hashable, Sendable {
    private enum Kind: String { case http, https, socks5 }

    private let kind: Kind
    private let endpoint: NWEndpoint
    private var credential: String?

    /// Makes a proxy for the `CONNECT` method of HTTP; with `tlsOptions` the connection to the proxy is encrypted. Network API.
    ///
    /// WebKitGTK sends requests to http servers to the proxy as they are, without a tunnel.
    public init(httpCONNECTProxy proxyEndpoint: NWEndpoint, tlsOptions: NWProtocolTLS.Options? = nil) {
        (kind, endpoint) = (tlsOptions == nil ? .http : .https, proxyEndpoint)
    }

    /// Makes a proxy of SOCKS 5. Network API.
    public init(socksv5Proxy proxyEndpoint: NWEndpoint) { (kind, endpoint) = (.socks5, proxyEndpoint) }

    /// Sets the name and the password that the proxy wants. Network API.
    public mutating func applyCredential(username: String, password: String) {
        credential = [username, password]
            .map { $0.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "" }.joined(separator: ":")
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Whether a request goes without the proxy where the proxy fails. Network API.
    public var allowFailover = false
    /// The domains that go through the proxy, with those below them; all where there are none. Network API.
    public var matchDomains: [String] = []
    /// The domains that do not go through the proxy, with those below them. Network API.
    public var excludedDomains: [String] = []

    /// The proxy as WebKitGTK reads it, `socks5://NAME:PASSWORD@HOST:PORT`; nil for an endpoint without a host.
    var address: String? {
        let ports: [Kind: NWEndpoint.Port] = [.http: .http, .https: .https, .socks5: .socks]
        guard let authority = endpoint.authority(defaultPort: ports[kind] ?? .any) else { return nil }
        return "\(kind.rawValue)://\(credential.map { "\($0)@" } ?? "")\(authority)"
    }
}
