import Foundation
import FoundationNetworking
import HTTPMessages
import URLInterception

/// WebKit's memory of images, scripts and style sheets. WebKit takes an answer of a custom scheme to be fresh forever, whatever
/// `max-age` and `Expires` say. It looks at `no-cache` and `no-store` only.
enum MemoryCache {
    /// The seconds that an answer must be fresh for, so that WebKit keeps it: as long as a page may live.
    static let longEnough = 3600

    /// Returns an answer of the network that WebKit asks for again, unless it is fresh for long. Scripts do not see its headers.
    static func revalidated(_ resource: LoadedResource) throws -> LoadedResource {
        let response = resource.response
        var headers = HeaderList(response.headerFields)
        guard Freshness.assumed(headers) < longEnough, let url = response.url else { return resource }
        let directives = headers.values(of: "Cache-Control")
        if directives.contains(where: { ["no-cache", "no-store"].contains($0.lowercased()) }) { return resource }
        headers.set("Cache-Control", to: "no-cache")
        return try LoadedResource(
            url: url, status: response.statusCode,
            headers: Dictionary(headers.fields.map { ($0.name, $0.value) }) { first, _ in first }, body: resource.body)
    }
}
