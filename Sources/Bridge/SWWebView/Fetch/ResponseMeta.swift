import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// Facts about a response that WebKit does not report on a custom scheme. The page's runtime removes the header again.
struct ResponseMeta: Encodable {
    /// The name of the header that carries the facts.
    static let header = "swwebview-response"

    /// The value of `response.url`, and of `responseURL`.
    var url: String
    /// Whether a redirect was followed.
    var redirected: Bool
    /// The value of `response.type`; nil to keep WebKit's.
    var type: String?
    /// The value of `response.statusText`; nil for the usual reason phrase of the status.
    var statusText: String?
    /// The handle under which the host keeps an opaque response.
    var handle: String?
    /// The name under which the realm reads the body piece by piece; nil for a body that comes with the response.
    var pulled: String?
    /// Whether a service worker has answered a request with an upload, which then has no end for the page; nil for any other.
    var worker: Bool?
    /// Headers, in lower case, that are not the response's own.
    var hidden: [String]?
    /// The response's own values of headers that the host has replaced, by name in lower case.
    var replaced: [String: String]?

    /// The name of the header that tells which headers a script of another origin sees.
    static let exposing = "Access-Control-Expose-Headers"

    /// Returns the headers that have WebKit give a response to a page of another origin.
    static func permission(for origin: String) -> [String: String] {
        ["Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true", exposing: header]
    }
}

extension LoadedResource {
    /// Returns the resource with these facts for the page's runtime.
    func addingMeta(_ meta: ResponseMeta, url: URL) throws -> LoadedResource {
        var headers = response.headerFields.filter { $0.key.lowercased() != ResponseMeta.header }
        headers[ResponseMeta.header] = JSONText.text(meta)
        return try with(url: url, headers: headers)
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
            url: url, status: response.head.status, headers: fields, body: response.body ?? .empty)
    }
}
