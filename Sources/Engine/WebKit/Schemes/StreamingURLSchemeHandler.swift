extension URLRequest {
    /// Whether the request is for the document of a frame, by the `Accept` header that WebKit sends with navigations. Scripts that ask
    /// for HTML usually send another one. `destination.c` has the same test.
    package var isForDocument: Bool {
        value(forHTTPHeaderField: "Accept")?.hasPrefix("text/html,application/xhtml+xml,") ?? false
    }

    /// Whether `XMLHttpRequest` or `fetch` may have made the request. Documents, images and style sheets have specific `Accept`
    /// headers. Requests of other elements look like requests of scripts.
    var isScripted: Bool {
        let accept = value(forHTTPHeaderField: "Accept") ?? "*/*"
        let isImage = accept.hasPrefix("image/") && accept.hasSuffix(";q=0.5")
        return !isForDocument && !isImage && accept != "text/css,*/*;q=0.1"
    }
}

/// A scheme handler of the package that reads request bodies as a stream.
@MainActor
package protocol StreamingURLSchemeHandler: WKURLSchemeHandler {
    /// Whether the pages' runtime gives each request a unique URL, so that WebKit never answers a request from its memory
    /// cache.
    var keepsRequestsApart: Bool { get }
}

extension StreamingURLSchemeHandler {
    package var keepsRequestsApart: Bool { false }
}
