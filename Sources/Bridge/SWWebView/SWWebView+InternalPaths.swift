import Foundation

extension SWWebView {
    /// The header, in lower case, in which the page's runtime gets what a response's own headers do not say.
    package static var responseHeader: String { ResponseMeta.header }

    /// Returns whether an endpoint answers an address in place of the loader.
    package func hasEndpoint(at url: URL) -> Bool { loading.endpoint(for: url) != nil }

    /// Returns the internal paths below the origin of an address, with who may ask for each.
    package func internalPaths(below url: URL) -> [InternalPath] {
        let isBridged = url.scheme?.lowercased() == Addresses.scheme
        return (isBridged ? InternalPaths.ofBridge : []) + endpoints.values.flatMap(\.internalPaths)
    }
}
