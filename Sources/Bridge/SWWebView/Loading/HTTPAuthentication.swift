import Foundation
import URLInterception
import WebKit

/// Names and passwords that addresses carried, for later requests to the same servers:
/// [authentication entries](https://fetch.spec.whatwg.org/#authentication-entry). The user is never asked for one.
@MainActor
final class HTTPAuthentication {
    private static let most = 100
    private var entries: [Origin: String] = [:]

    /// Returns the request with its server's name and password. The address loses its own.
    ///
    /// - Parameter hasCredentials: whether the request is sent with credentials, of which these are.
    func authorize(_ request: URLRequest, hasCredentials: Bool) -> URLRequest {
        var request = request
        guard let url = request.url else { return request }
        var given: String?
        if url.user != nil || url.password != nil, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) {
            let pair = "\(url.user(percentEncoded: false) ?? ""):\(url.password(percentEncoded: false) ?? "")"
            given = "Basic \(Data(pair.utf8).base64EncodedString())"
            (parts.user, parts.password) = (nil, nil)
            request.url = parts.url ?? url
        }
        guard hasCredentials, request.value(forHTTPHeaderField: Self.header) == nil else {
            return request
        }
        if let value = given ?? request.url.flatMap({ Origin(of: $0) }).flatMap({ entries[$0] }) {
            request.setValue(value, forHTTPHeaderField: Self.header)
        }
        return request
    }

    /// Keeps the name and password of an address once its server has accepted them.
    func note(_ resource: LoadedResource, of request: URLRequest, asked: URL) {
        guard asked.user != nil || asked.password != nil, resource.response.statusCode != 401,
            let origin = request.url.flatMap({ Origin(of: $0) }), entries.count < Self.most || entries[origin] != nil
        else { return }
        entries[origin] = request.value(forHTTPHeaderField: Self.header)
    }

    private static let header = "Authorization"
}
