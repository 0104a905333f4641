import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// Scripts that a page gives to be served, and changes while workers run them: `script?id=X`. Main actor only.
///
/// `PUT` keeps the body, `GET` answers it, and 404 before. `type` is its MIME type, `allowed` its `Service-Worker-Allowed`.
@MainActor
final class ChangingScripts {
    private static let largest = 1 << 20
    private var texts: [String: Data] = [:]

    func respond(to request: URLRequest, _ url: URL, body: BodyStream) async throws -> LoadedResource {
        let query = Query(url)
        let id = query["id"] ?? ""
        if request.httpMethod == "PUT" {
            texts[id] = try await body.collect(upTo: Self.largest)
            return try .json(url, [:])
        }
        guard let text = texts[id] else { return try .json(url, ["error": .string("no script \(id)")], status: 404) }
        var headers = ["Content-Type": query["type"] ?? "text/javascript", "Cache-Control": "no-cache"]
        headers["Service-Worker-Allowed"] = query["allowed"]
        return LoadedResource(response: try .make(url, status: 200, headers: headers), body: BodyStream(text))
    }
}
