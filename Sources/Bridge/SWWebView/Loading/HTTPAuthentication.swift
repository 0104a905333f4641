import Foundation
import URLInterception
import WebKit

/// Names and passwords that addresses carried, for later requests to the same servers:
/// [authentication entries](https://fetch.spec.whatwg.org/#authentication-entry). The user is never asked for one.
@MainActor
final class HTTPAuthentication {
    private static let most = 100
    private var entries: [Origin: String] = [:]

    /// A request with the `Authorization` that its server has accepted before, and the one that its address carried.
    struct Authorized {
        var request: URLRequest
        /// The value that answers a challenge; nil for none.
        fileprivate var given: String?

        /// Returns the request that answers a server's challenge; nil where the response is none, or there is nothing to answer with.
        ///
        /// Source: Fetch, [HTTP-network-or-cache fetch](https://fetch.spec.whatwg.org/#http-network-or-cache-fetch), "response's status is 401"
        func answer(to response: HTTPURLResponse) -> URLRequest? {
            guard let given, response.statusCode == 401,
                response.value(forHTTPHeaderField: "WWW-Authenticate")?.lowercased().contains("basic") ?? false
            else { return nil }
            var request = request
            request.setValue(given, forHTTPHeaderField: HTTPAuthentication.header)
            return request
        }
    }

    /// Returns a request as it is sent first. Its address loses its name and password.
    ///
    /// - Parameter hasCredentials: whether the request is sent with credentials, of which these are.
    func authorize(_ request: URLRequest, hasCredentials: Bool) -> Authorized {
        var authorized = Authorized(request: request)
        guard let url = request.url else { return authorized }
        var given: String?
        if url.user != nil || url.password != nil, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) {
            let pair = "\(url.user(percentEncoded: false) ?? ""):\(url.password(percentEncoded: false) ?? "")"
            given = "Basic \(Data(pair.utf8).base64EncodedString())"
            (parts.user, parts.password) = (nil, nil)
            authorized.request.url = parts.url ?? url
        }
        guard hasCredentials, request.value(forHTTPHeaderField: Self.header) == nil else { return authorized }
        let known = authorized.request.url.flatMap { Origin(of: $0) }.flatMap { entries[$0] }
        if let known, given == nil || given == known {
            authorized.request.setValue(known, forHTTPHeaderField: Self.header)
        } else {
            authorized.given = given
        }
        return authorized
    }

    /// Keeps the name and password that a server has accepted as the answer to its challenge.
    func note(_ resource: LoadedResource, of request: URLRequest) {
        guard resource.response.statusCode != 401, let origin = request.url.flatMap({ Origin(of: $0) }),
            entries.count < Self.most || entries[origin] != nil
        else { return }
        entries[origin] = request.value(forHTTPHeaderField: Self.header)
    }

    fileprivate nonisolated static let header = "Authorization"
}
