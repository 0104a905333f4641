import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// Answers requests below a reserved path of every mapped origin, in place of the view's loader.
package protocol PageEndpoint: Sendable {
    /// Answers one request. `body` is read as it is asked for; when the page loses interest, the response's body is dropped
    /// and the task cancelled.
    func respond(to request: URLRequest, body: BodyStream) async throws -> LoadedResource

    /// Returns who may make a request. The view refuses all others before the endpoint is asked.
    @MainActor func access(to request: URLRequest) -> PathAccess

    /// The endpoint's paths, with an example of each request.
    @MainActor var internalPaths: [InternalPath] { get }
}

extension PageEndpoint {
    /// Answers a request of those who may make it, and refuses any other.
    @MainActor
    func answer(_ request: URLRequest, from source: RequestSource, body: BodyStream) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        let access = access(to: request)
        guard access.permits(request, from: source, to: url) else { return try access.refusal(url) }
        var request = request
        request.setValue(nil, forHTTPHeaderField: PathAccess.header)
        request.setValue(nil, forHTTPHeaderField: ProcessExtension.markHeader)
        let resource = try await respond(to: request, body: body)
        guard access.asker == .origin, !access.isDocument else { return resource }
        // The response must not run as a script unless its type says so.
        let header = "X-Content-Type-Options"
        var headers = resource.response.headerFields.filter { $0.key.lowercased() != header.lowercased() }
        headers[header] = "nosniff"
        return try LoadedResource(
            url: resource.response.url ?? url, status: resource.response.statusCode, headers: headers,
            body: resource.body)
    }
}
