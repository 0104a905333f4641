public import Foundation

/// The host and port that a server listens on, and the token that it requires.
public struct LocalServerAddress: Sendable, Equatable {
    /// The least length of a token, too long to be guessed through a network.
    public static let shortestToken = 16

    /// A numeric address, `127.0.0.1` unless another is asked for.
    public let host: String
    /// The port; 0 picks a free one.
    public let port: UInt16
    /// The token that requests must show; never nil where ``isLoopback`` is false.
    public let token: String?
    /// The bytes of its `sockaddr`.
    let socketAddress: [UInt8]

    /// Checks the arguments of a command line.
    ///
    /// - Parameter host: a numeric address or `localhost`; nil is `127.0.0.1`.
    /// - Throws: ``LocalServerError`` for a host that is no address, another machine's way in without a token, and a token
    ///   that is too short.
    public init(host: String? = nil, port: UInt16, token: String? = nil) throws(LocalServerError) {
        let plain = (host ?? "127.0.0.1").trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        self.host = plain.lowercased() == "localhost" ? "127.0.0.1" : plain
        self.port = port
        self.token = token
        guard let socketAddress = Self.socketAddress(self.host, port) else {
            throw LocalServerError(
                "--host: \(plain) is no numeric address. Give one such as 127.0.0.1, ::1, or 0.0.0.0 for all of this machine's."
            )
        }
        self.socketAddress = socketAddress
        if let token, token.utf8.count < Self.shortestToken || !token.utf8.allSatisfy(Self.isTokenByte) {
            throw LocalServerError(
                "--token: give at least \(Self.shortestToken) letters, digits, - . _ or ~. `openssl rand -hex 16` makes one."
            )
        }
        if token == nil, !isLoopback {
            throw LocalServerError(
                "--host: \(plain) can be reached by others. Add --token with a secret of yours, such as one that "
                    + "`openssl rand -hex 16` makes, or leave --host out.")
        }
    }

    private init(_ other: LocalServerAddress, port: UInt16) {
        host = other.host
        token = other.token
        socketAddress = other.socketAddress
        self.port = port
    }

    /// Whether only this machine reaches it.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// The address that a browser opens; of all addresses, the one that this machine reaches.
    public var url: URL {
        let reachable = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
        // The parts were checked when this was made.
        return URL(string: "http://\(host.contains(":") ? "[\(reachable)]" : reachable):\(port)/")
            ?? URL(fileURLWithPath: "/")
    }

    static func isLoopback(_ host: String) -> Bool {
        if host == "::1" || host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }

    func with(port: UInt16) -> LocalServerAddress { LocalServerAddress(self, port: port) }

    private static func socketAddress(_ host: String, _ port: UInt16) -> [UInt8]? {
        var (hints, version4) = (addrinfo(), in_addr())
        hints.ai_flags = AI_NUMERICHOST
        hints.ai_family = host.contains(":") ? AF_INET6 : AF_INET
        // `getaddrinfo` accepts short and octal forms of IPv4, too: 0127.0.0.1 is 87.0.0.1.
        guard hints.ai_family == AF_INET6 || inet_pton(AF_INET, host, &version4) == 1 else { return nil }
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else { return nil }
        defer { freeaddrinfo(found) }
        return Array(UnsafeRawBufferPointer(start: found.pointee.ai_addr, count: Int(found.pointee.ai_addrlen)))
    }

    /// Returns whether a byte is one of RFC 3986's unreserved characters, which need no encoding in a header, a cookie or an address.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

/// Why there is no server, and what to do about it.
public struct LocalServerError: Error, Equatable, CustomStringConvertible {
    /// A sentence for the person at the command line.
    public let description: String

    init(_ description: String) { self.description = description }

    init(address: LocalServerAddress, number: Int32) {
        let place = "\(address.host) port \(address.port)"
        switch number {
        case EADDRINUSE:
            self.init(
                "\(place) is in use by another program. End that one, or give another --port; 0 picks a free one.")
        case EACCES: self.init("\(place) is not yours to listen on. Give a --port above 1023; 0 picks a free one.")
        case EADDRNOTAVAIL: self.init("\(address.host) is no address of this machine. Correct --host.")
        default: self.init("nobody can listen on \(place): \(String(cString: strerror(number))).")
        }
    }
}
