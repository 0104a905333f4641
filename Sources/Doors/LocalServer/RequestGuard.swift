import Foundation

/// Decides which requests a server answers.
///
/// - A web page in the developer's browser can send requests to this machine. It cannot hide where it comes from: requests with
///   an `Origin` that is not the server's own are refused, and those that `Sec-Fetch-Site` calls another site's, but for a
///   person who follows a link. Where a browser sends neither header, a `Referer` of another origin tells the same.
/// - A name that its owner points at this machine (DNS rebinding) makes such a page the server's own origin. So on a loopback
///   address `Host` must be that address or `localhost`; ports differ where one is forwarded.
/// - With a token all of that holds but for `Host`, and the token must be shown: as `Authorization: Bearer`, as the password
///   of `Basic`, or, by browsers, once as `?token=` in the address, which becomes a cookie.
public struct RequestGuard: Sendable {
    /// The decision about a request.
    enum Verdict: Equatable {
        case accepted
        /// 403, because of where the request comes from.
        case forbidden(String)
        /// 401, because of the token.
        case unauthorized(String)
        /// The token in the address is right. It moves into a cookie, out of the address.
        case exchangeToken
    }

    /// The parts of a request that the guard examines.
    struct Request {
        var method = "GET"
        var host: String?
        var origin: String?
        var fetchSite: String?
        var fetchMode: String?
        var referer: String?
        var authorization: String?
        var cookie: String?
        var queryToken: String?
        /// Whether the request opens a web socket, which cannot follow a redirect.
        var isUpgrade = false
    }

    private let isLoopback: Bool
    private let token: String?
    /// Cookies do not mind ports: each server has a name of its own.
    let cookieName: String

    init(of address: LocalServerAddress) {
        isLoopback = address.isLoopback
        token = address.token
        cookieName = "local_server_\(address.port == 0 ? UInt32.random(in: 65_536 ... .max) : UInt32(address.port))"
    }

    func verdict(on request: Request) -> Verdict {
        guard let host = request.host, let name = Self.name(of: host) else {
            return .forbidden("The request has no usable Host header.")
        }
        if isLoopback, !LocalServerAddress.isLoopback(name) {
            return .forbidden(
                "The Host header says \(host), and only this machine is served: ask for localhost or 127.0.0.1.")
        }
        if let origin = request.origin, !Self.isOrigin(origin, of: host) {
            return .forbidden("The Origin header says \(origin): web pages of others are not served.")
        }
        let isNavigation = request.method == "GET" && request.fetchMode == "navigate"
        if let site = request.fetchSite, site == "cross-site" || site == "same-site", !isNavigation {
            return .forbidden("The Sec-Fetch-Site header says \(site): web pages of others are not served.")
        }
        if let referer = request.referer, request.origin == nil, request.fetchSite == nil, !isNavigation,
            !Self.isOrigin(Self.origin(of: referer), of: host)
        {
            return .forbidden("The Referer header says \(referer): web pages of others are not served.")
        }
        guard let token else { return .accepted }
        if let shown = Self.shownToken(in: request.authorization) {
            return Self.isSame(shown, token) ? .accepted : .unauthorized("The token is not this server's.")
        }
        if let shown = request.queryToken {
            guard Self.isSame(shown, token) else { return .unauthorized("The token is not this server's.") }
            return request.method == "GET" && !request.isUpgrade ? .exchangeToken : .accepted
        }
        if let shown = cookie(in: request.cookie), Self.isSame(shown, token) { return .accepted }
        return .unauthorized(
            "This server asks for its token: send “Authorization: Bearer TOKEN”, or open the address with ?token=TOKEN."
        )
    }

    private func cookie(in header: String?) -> String? {
        let pairs = (header ?? "").split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        return pairs.first { $0.hasPrefix(cookieName + "=") }.map { String($0.dropFirst(cookieName.count + 1)) }
    }

    /// Returns the host of `host:port` or `[address]:port`.
    private static func name(of header: String) -> String? {
        if header.hasPrefix("[") {
            guard let end = header.firstIndex(of: "]") else { return nil }
            return isPort(header[header.index(after: end)...])
                ? String(header[header.index(after: header.startIndex)..<end]) : nil
        }
        let end = header.firstIndex(of: ":") ?? header.endIndex
        return end > header.startIndex && isPort(header[end...]) ? String(header[..<end]) : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.first == ":" && UInt16(text.dropFirst()) != nil)
    }

    /// Returns the part of an address up to its path.
    private static func origin(of address: String) -> String {
        guard let start = address.range(of: "://")?.upperBound else { return address }
        return String(address[..<(address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex)])
    }

    private static func isOrigin(_ origin: String, of host: String) -> Bool {
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            return origin.dropFirst(scheme.count).lowercased() == host.lowercased()
        }
        return false
    }

    private static func shownToken(in authorization: String?) -> String? {
        let parts = (authorization ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "bearer": return parts[1]
        case "basic":
            guard let data = Data(base64Encoded: parts[1]) else { return nil }
            let pair = String(decoding: data, as: UTF8.self)
            return pair.firstIndex(of: ":").map { String(pair[pair.index(after: $0)...]) }
        default: return nil
        }
    }

    /// Takes as long for a token that is wrong in its first byte as for one that is wrong in its last.
    private static func isSame(_ shown: String, _ token: String) -> Bool {
        let (shown, token) = (Array(shown.utf8), Array(token.utf8))
        guard shown.count == token.count else { return false }
        return zip(shown, token).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
