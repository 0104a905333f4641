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
        guard isRedirect(response.statusCode), let location = response.value(forHTTPHeaderField: "Location") else {
            return nil
        }
        // An empty location is the address of the response. Foundation takes it for no address.
        let text = location.isEmpty ? url.absoluteString.prefix { $0 != "#" } : location[...]
        guard let target = URL(string: String(text), relativeTo: url)?.absoluteURL, target.scheme != nil else {
            throw URLError(.redirectToNonExistentLocation, userInfo: [NSURLErrorFailingURLErrorKey: url])
        }
        return target.inheritingFragment(of: url)
    }
}

extension URL {
    /// Returns the address with the fragment of another one, unless it has its own.
    package func inheritingFragment(of other: URL) -> URL {
        guard fragment == nil, let fragment = other.fragment(percentEncoded: true) else { return self }
        return URL(string: "\(absoluteString)#\(fragment)") ?? self
    }
}
