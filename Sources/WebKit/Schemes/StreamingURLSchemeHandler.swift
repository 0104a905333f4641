extension URLRequest {
    /// Whether a script may have made the request: `XMLHttpRequest`, `fetch`. Documents, images and style sheets have headers of
    /// their own; what elements fetch besides cannot be told apart.
    var isScripted: Bool {
        let accept = value(forHTTPHeaderField: "Accept") ?? "*/*"
        let isDocument = accept.hasPrefix("text/html,application/xhtml+xml,")
        let isImage = accept.hasPrefix("image/") && accept.hasSuffix(";q=0.5")
        return !isDocument && !isImage && accept != "text/css,*/*;q=0.1"
    }
}

/// A handler of the package that reads request bodies itself, as a stream.
@MainActor
package protocol StreamingURLSchemeHandler: WKURLSchemeHandler {
    /// Whether the pages' runtime gives each request an address of its own, so that WebKit never answers one from memory.
    var keepsRequestsApart: Bool { get }
}

extension StreamingURLSchemeHandler {
    package var keepsRequestsApart: Bool { false }
}

/// The body of a request holds a Blob or a File, which WebKitGTK cannot give to the host.
package struct UnreadableBody: Error, CustomStringConvertible {
    package var description: String { "The body holds a Blob or a File, which cannot be read outside the page" }
}
