/// The origin of a document: scheme, host and port. All are empty for an opaque origin. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKSecurityOrigin: NSObject {
    /// The scheme. Apple API.
    open internal(set) var `protocol`: String

    /// The host; empty for files. Apple API.
    open internal(set) var host: String

    /// The port; 0 when it is the scheme's usual one. Apple API.
    open internal(set) var port: Int

    /// Makes an opaque origin, for a subclass or a test. Apple API.
    public override init() {
        `protocol` = ""
        host = ""
        port = 0
        super.init()
    }

    /// Makes the origin of documents at `url`. The text of JavaScript's `location.origin` will do too.
    init(url: URL?) {
        (`protocol`, host, port) = Self.parts(of: url)
        super.init()
    }

    /// The origin as it is written in an address; empty for an opaque one.
    package var text: String {
        if `protocol`.isEmpty { return "" }
        // Foundation gives an IPv6 address without its brackets.
        return "\(`protocol`)://\(host.contains(":") ? "[\(host)]" : host)\(port == 0 ? "" : ":\(port)")"
    }

    private static let opaque = ("", "", 0)
    private static let schemesWithoutOrigin: Set<String> = ["about", "applewebdata", "data", "javascript"]
    private static let usualPorts = ["http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21]

    private static func parts(of url: URL?) -> (String, String, Int) {
        guard let url, let scheme = url.scheme?.lowercased() else { return opaque }
        if schemesWithoutOrigin.contains(scheme) { return opaque }
        if scheme == "blob" { return parts(of: URL(string: String(url.absoluteString.dropFirst("blob:".count)))) }
        let port = url.port ?? 0
        return (scheme, url.host?.lowercased() ?? "", port == usualPorts[scheme] ? 0 : port)
    }
}
