import Foundation
import FoundationNetworking

/// The [CORS check](https://fetch.spec.whatwg.org/#concept-cors-check): whether a server shares a response with an origin.
enum CORSCheck {
    /// Checks a response.
    ///
    /// - Parameters:
    ///   - origin: the serialized origin that asks.
    ///   - isSame: whether two origins are one, which documents and servers may spell differently.
    /// - Throws: `URLError` with a sentence that names the header.
    static func check(
        _ response: HTTPURLResponse, for origin: String, credentials: CredentialsMode,
        isSame: (String, String) -> Bool
    ) throws(URLError) {
        let allowed = response.value(forHTTPHeaderField: "Access-Control-Allow-Origin")
        if allowed == "*", credentials != .include { return }
        guard let allowed, allowed == origin || origin != "null" && isSame(allowed, origin) else {
            throw failure("it has no Access-Control-Allow-Origin header for it", origin)
        }
        guard credentials == .include else { return }
        guard response.value(forHTTPHeaderField: "Access-Control-Allow-Credentials") == "true" else {
            throw failure("it has no Access-Control-Allow-Credentials: true, and the request has credentials", origin)
        }
    }

    static func failure(_ reason: String, _ origin: String) -> URLError {
        URLError(
            .resourceUnavailable,
            userInfo: [NSLocalizedDescriptionKey: "The server does not share its answer with \(origin): \(reason)"])
    }
}
