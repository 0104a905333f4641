// Linux has no Network framework, and a module of its name would mislead other packages, which ask `canImport(Network)`. These types
// stand in for the framework's.

/// The address of a server. Network API, as far as a proxy needs it.
public enum NWEndpoint: Hashable, Sendable {
    /// A host and a port.
    case hostPort(host: Host, port: Port)
    /// The host and the port of a URL.
    case url(URL)

    /// The name or the IP address of a server. Network API.
    public struct Host: Hashable, Sendable, ExpressibleByStringLiteral, CustomDebugStringConvertible {
        let name: String

        /// Makes a host of a name such as `proxy.example`, or an address such as `127.0.0.1` or `::1`. Network API.
        public init(_ string: String) { name = string }

        /// Makes a host of a literal. Network API.
        public init(stringLiteral value: String) { name = value }

        /// The name or the address.
        public var debugDescription: String { name }
    }

    /// A port. Network API.
    public struct Port: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral {
        /// The number of the port.
        public let rawValue: UInt16

        /// Makes a port of its number. Network API.
        public init?(rawValue: UInt16) { self.rawValue = rawValue }

        /// Makes a port of a literal. Network API.
        public init(integerLiteral value: UInt16) { rawValue = value }

        /// Makes a port of a decimal number; nil for other text. Network API, which also knows names of services.
        public init?(_ service: String) {
            guard let number = UInt16(service) else { return nil }
            rawValue = number
        }

        /// Any port. Network API.
        public static let any: Port = 0
        /// The port of HTTP. Network API.
        public static let http: Port = 80
        /// The port of HTTPS. Network API.
        public static let https: Port = 443
        /// The port of SOCKS. Network API.
        public static let socks: Port = 1080
    }

    /// The host and the port as an address has them, `[::1]:8080`; nil without a host.
    func authority(defaultPort: Port) -> String? {
        let (name, port): (String?, Port) =
            switch self {
            case .hostPort(let host, let port): (host.name, port)
            case .url(let url): (url.host(), url.port.flatMap { Port("\($0)") } ?? defaultPort)
            }
        guard let name, !name.isEmpty else { return nil }
        let isBare = name.contains(":") && !name.hasPrefix("[")
        return "\(isBare ? "[\(name)]" : name):\(port == .any ? defaultPort.rawValue : port.rawValue)"
    }
}

/// Transport Layer Security. Network API, as far as a proxy needs it.
public enum NWProtocolTLS {
    /// The settings of a connection. Network API; there are none here.
    public final class Options: Sendable {
        /// Makes the usual settings. Network API.
        public init() {}
    }
}
