public import Foundation
import NIOCore

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
    private let isVersion6: Bool

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
        switch try? SocketAddress(ipAddress: self.host, port: Int(port)) {
        case .v4: isVersion6 = false
        case .v6: isVersion6 = true
        default:
            throw LocalServerError(
                "--host: \(plain) is no numeric address. Give one such as 127.0.0.1, ::1, or 0.0.0.0 for all of this machine's."
            )
        }
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
        isVersion6 = other.isVersion6
        self.port = port
    }

    /// Whether only this machine reaches it.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// The address as a browser takes it; of all addresses, the one that this machine reaches.
    public var url: URL {
        let reachable = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
        // The parts were checked when this was made.
        return URL(string: "http://\(isVersion6 ? "[\(reachable)]" : reachable):\(port)/") ?? URL(fileURLWithPath: "/")
    }

    static func isLoopback(_ host: String) -> Bool {
        if host == "::1" || host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }

    func with(port: UInt16) -> LocalServerAddress { LocalServerAddress(self, port: port) }

    func socketAddress() throws -> SocketAddress { try SocketAddress(ipAddress: host, port: Int(port)) }

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

    init(address: LocalServerAddress, reason: any Error) {
        let place = "\(address.host) port \(address.port)"
        guard let number = (reason as? IOError)?.errnoCode else {
            self.init("nobody can listen on \(place): \(reason).")
            return
        }
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
