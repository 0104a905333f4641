package import Foundation
import FoundationNetworking
package import URLInterception

/// A response, and how much of it its asker may see.
package struct FetchedResponse: Sendable {
    /// The [internal response](https://fetch.spec.whatwg.org/#concept-internal-response), with all headers.
    package let resource: LoadedResource
    /// The request that it answers, after redirects.
    package let request: OutgoingRequest

    /// The addresses of the request and of each redirect that was followed, in the spelling of documents.
    package var urlList: [URL] { request.urlList }
    package var tainting: ResponseTainting { request.tainting }
    package var isRedirected: Bool { request.isRedirected }
    /// Whether it is a redirect that was not followed.
    package var isRedirect: Bool { Redirect.isRedirect(resource.response.statusCode) }

    /// The headers that the asker may see: [CORS filtered response](https://fetch.spec.whatwg.org/#concept-filtered-response-cors), or all.
    package var visibleHeaders: [String: String] {
        let fields = resource.response.headerFields
        guard tainting == .cors else { return fields }
        let exposed = (resource.response.value(forHTTPHeaderField: "Access-Control-Expose-Headers") ?? "").lowercased()
        let names = Set(exposed.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        let exposesAll = names.contains("*") && request.checkedCredentials != .include
        return fields.filter { field in
            let name = field.key.lowercased()
            return Self.safelisted.contains(name) || names.contains(name) || exposesAll
        }
    }

    /// [CORS-safelisted response-header names](https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name).
    private static let safelisted: Set<String> = [
        "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
    ]
}
