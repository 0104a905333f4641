import HTTPMessages
import URLInterception
import WebKit

/// Answers requests below a reserved path of every mapped origin, in place of the view's loader.
package protocol PageEndpoint: Sendable {
    /// Answers one request. `body` is read as it is asked for; when the page loses interest, the response's body is dropped
    /// and the task cancelled.
    func respond(to request: URLRequest, body: BodyStream) async throws -> LoadedResource
}
