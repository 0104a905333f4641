import URLInterception

/// The loaders that a view adds to the interception of its data store's http(s) requests, beyond its configuration. Main actor
/// only.
@MainActor
package protocol InterceptionSource: AnyObject {
    /// The mapped origins, and whether the network is out of reach.
    var interceptionLoader: MappedLoader { get }

    /// The loader of an address below a reserved path of a mapped origin; nil for any other address.
    func reservedLoader(for url: URL) -> (any ResourceLoader)?

    /// The answer to a request as a page is to see it.
    func adapt(_ resource: LoadedResource, to request: URLRequest) -> LoadedResource
}
