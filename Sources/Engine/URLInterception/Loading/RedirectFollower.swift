import Foundation
import FoundationNetworking
import HTTPMessages

/// Follows redirects as the [Fetch standard](https://fetch.spec.whatwg.org/#http-redirect-fetch) does.
package struct RedirectFollower: Sendable {
    /// The number of redirects that are followed before the load fails.
    package static let limit = 20

    /// Answers one request without following redirects.
    package let hop: @Sendable (URLRequest) async throws -> LoadedResource

    /// Makes a follower of answers to single requests.
    package init(hop: @escaping @Sendable (URLRequest) async throws -> LoadedResource) { self.hop = hop }

    /// Answers a request, and the ones it is redirected to.
    package func load(_ request: URLRequest, policy: RedirectPolicy) async throws -> LoadedResource {
        guard policy == .follow else { return try await hop(request) }
        var request = request
        for _ in 0...Self.limit {
            let resource = try await hop(request)
            guard let next = try Self.request(after: resource.response, to: request) else { return resource }
            request = next
        }
        throw URLError(.httpTooManyRedirects, userInfo: Self.userInfo(request))
    }

    /// Returns the request a response redirects to, or `nil` when it is no redirect.
    ///
    /// - Parameter isSameOrigin: whether two addresses are of one origin.
    package static func request(
        after response: HTTPURLResponse, to request: URLRequest,
        isSameOrigin: (URL, URL) -> Bool = { Origin(of: $0) == Origin(of: $1) }
    ) throws -> URLRequest? {
        guard let from = request.url, let target = try Redirect.target(of: response, at: from) else { return nil }
        var next = request
        next.url = target
        let method = request.httpMethod?.uppercased() ?? "GET"
        let becomesGET =
            response.statusCode == 303
            ? method != "HEAD" && method != "GET" : response.statusCode < 303 && method == "POST"
        if becomesGET {
            next.httpMethod = "GET"
            next.httpBody = nil
            next.httpBodyStream = nil
            for name in ["Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length"] {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        } else if request.httpBodyStream != nil {
            throw URLError(.requestBodyStreamExhausted, userInfo: userInfo(request))
        }
        if !isSameOrigin(target, from) {
            next.setValue(nil, forHTTPHeaderField: "Authorization")
        }
        return next
    }

    private static func userInfo(_ request: URLRequest) -> [String: Any] {
        request.url.map { [NSURLErrorFailingURLErrorKey: $0] } ?? [:]
    }
}
