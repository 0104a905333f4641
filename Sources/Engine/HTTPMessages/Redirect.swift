package import Foundation
package import FoundationNetworking

/// The redirect rules of the Fetch standard: [location URL](https://fetch.spec.whatwg.org/#concept-response-location-url).
package enum Redirect {
    /// Implements [redirect status](https://fetch.spec.whatwg.org/#redirect-status).
    package static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Returns the address that a response redirects to, with the request's fragment unless it has one; nil when it is no redirect.
    ///
    /// - Throws: `URLError(.redirectToNonExistentLocation)` for a location that is no address.
    package static func target(of response: HTTPURLResponse, at url: URL) throws -> URL? {
        guard isRedirect(response.statusCode), let location = response.value(forHTTPHeaderField: "Location"),
            !location.isEmpty
        else { return nil }
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL, target.scheme != nil else {
            throw URLError(.redirectToNonExistentLocation, userInfo: [NSURLErrorFailingURLErrorKey: url])
        }
        guard target.fragment == nil, let fragment = url.fragment(percentEncoded: true) else { return target }
        return URL(string: "\(target.absoluteString)#\(fragment)") ?? target
    }
}
