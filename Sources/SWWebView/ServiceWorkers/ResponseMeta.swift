import Foundation
import ServiceWorker
import URLInterception
import WebKit

/// What a response is beyond what WebKit can tell of one on a custom scheme. The page's runtime takes it off again.
struct ResponseMeta: Encodable {
    /// The name of the header that carries it.
    static let header = "swwebview-response"

    /// What `response.url` is, and `responseURL`.
    var url: String
    /// Whether a redirect was followed.
    var redirected: Bool
    /// What `response.type` is; nil for what WebKit says.
    var type: String?
    /// What `response.statusText` is, where it is anything.
    var statusText: String?
    /// What the host keeps it under, where the page may not look into it.
    var handle: String?
    /// Headers, in lower case, that are not the response's own.
    var hidden: [String]?

    /// The name of the header that tells which headers a script of another origin sees.
    static let exposing = "Access-Control-Expose-Headers"

    /// The headers that have WebKit give a response to a page of another origin.
    static func permission(for origin: String) -> [String: String] {
        ["Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true", exposing: header]
    }
}

extension LoadedResource {
    /// The same with meta data for the page's runtime.
    func addingMeta(_ meta: ResponseMeta, url: URL) throws -> LoadedResource {
        var headers = response.headerFields.filter { $0.key.lowercased() != ResponseMeta.header }
        headers[ResponseMeta.header] = WireJSON.text(meta)
        return try LoadedResource(url: url, status: response.statusCode, headers: headers, body: body)
    }

    /// A response of a service worker, as WebKit gets it.
    ///
    /// - Throws: `URLError(.badServerResponse)` for one that is no HTTP response.
    init(_ response: FetchResponse, for url: URL) throws {
        var fields: [String: String] = [:]
        var names: [String: String] = [:]
        for field in response.head.headers.fields {
            let name = names[field.name.lowercased()] ?? field.name
            names[field.name.lowercased()] = name
            fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
        }
        try self.init(
            url: url, status: response.head.status, headers: fields, body: ResourceBody(response.body))
    }
}
