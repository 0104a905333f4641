import Foundation
import FoundationNetworking
import HTTPMessages
import URLInterception

/// WebKit's memory of images, scripts and style sheets. WebKit takes an answer of a custom scheme to be fresh forever, whatever
/// `max-age` and `Expires` say. It looks at `no-cache` and `no-store` only.
enum MemoryCache {
    /// The seconds that an answer must be fresh for, so that WebKit keeps it: as long as a page may live.
    static let longEnough = 3600

    /// Returns an answer of the network to an element, changed so that WebKit asks for it again unless it is fresh for long.
    static func revalidated(_ resource: LoadedResource) throws -> LoadedResource {
        let response = resource.response
        var headers = HeaderList(response.headerFields)
        guard Freshness.assumed(headers) < longEnough, let url = response.url else { return resource }
        headers.set("Cache-Control", to: (headers.values(of: "Cache-Control") + ["no-cache"]).joined(separator: ", "))
        return try resource.with(
            url: url, headers: Dictionary(headers.fields.map { ($0.name, $0.value) }) { first, _ in first })
    }
}
