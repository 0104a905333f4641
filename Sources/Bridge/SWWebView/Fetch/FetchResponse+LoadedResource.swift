import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception

extension FetchResponse {
    /// Makes a response for a service worker or a cache from a loaded resource.
    init(_ resource: LoadedResource) {
        var head = Head()
        head.urlList = resource.response.url.map { [$0] } ?? []
        head.status = resource.response.statusCode
        head.statusText = resource.reasonPhrase
        head.headers = HeaderList(resource.response.headerFields)
        head.type = .basic
        self.init(head, body: resource.body)
    }
}
