import Foundation
import URLInterception
import WebKit

/// Headers name origins too: servers know a page by its http(s) origin, the page itself by `sw://`.
enum HeaderMapping {
    private static let requestNames = ["Origin", "Referer"]
    private static let allowedOrigin = "Access-Control-Allow-Origin"

    /// The request as a server should see it.
    static func networkRequest(_ request: URLRequest, addresses: Addresses) -> URLRequest {
        var mapped = request
        for name in requestNames {
            guard let value = request.value(forHTTPHeaderField: name), let url = URL(string: value) else { continue }
            mapped.setValue(addresses.externalURL(for: url).absoluteString, forHTTPHeaderField: name)
        }
        return mapped
    }

    /// The response as the page should see it.
    @MainActor
    static func pageResponse(_ response: HTTPURLResponse, for url: URL, addresses: Addresses) -> HTTPURLResponse {
        guard let allowed = response.value(forHTTPHeaderField: allowedOrigin), let origin = URL(string: allowed),
            origin.scheme == "http" || origin.scheme == "https", addresses.isPermitted(origin)
        else { return response }
        var fields = response.headerFields.filter { $0.key.lowercased() != allowedOrigin.lowercased() }
        fields[allowedOrigin] = "\(Addresses.scheme)://\(Addresses.authority(of: origin))"
        return HTTPURLResponse(
            url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", headerFields: fields) ?? response
    }
}
