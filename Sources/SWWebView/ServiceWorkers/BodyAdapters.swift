import Foundation
import ServiceWorker
import URLInterception
import WebKit

import struct ServiceWorker.HeaderList

extension BodyStream {
    /// Makes a stream of the bytes of a loaded resource, or of a request.
    init(_ body: ResourceBody) {
        self.init(next: { try await body.next() }, bytes: { body.takeBytes() })
    }
}

extension ResourceBody {
    /// Makes a body of the bytes of a worker's or a cache's response.
    init(_ body: BodyStream?) {
        guard let body else { self = .empty; return }
        self.init(next: { try await body.next() }, bytes: { body.takeBytes() })
    }
}

extension HeaderList {
    /// Makes a list of headers without an order, sorted by name.
    init(_ fields: [String: String]) {
        self.init(fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    }
}

extension FetchResponse {
    /// Makes a response for a service worker or a cache from a loaded resource.
    init(_ resource: LoadedResource) {
        var head = Head()
        head.urlList = resource.response.url.map { [$0] } ?? []
        head.status = resource.response.statusCode
        head.headers = HeaderList(resource.response.headerFields)
        head.type = .basic
        self.init(head, body: BodyStream(resource.body))
    }
}
