import Foundation
import URLInterception

/// An internal path, with an example of a request for it.
package struct InternalPath: Sendable {
    /// The path, with a query where it needs one.
    package let path: String
    package let method: String
    package let access: PathAccess

    package init(_ path: String, method: String = "GET", _ access: PathAccess) {
        (self.path, self.method, self.access) = (path, method, access)
    }
}

/// All paths that the host answers itself, below every origin of a view.
package enum InternalPaths {
    /// The paths of the bridge, below `sw://` only.
    package static let ofBridge: [InternalPath] =
        (RuntimeScript.connectedPaths + [DedicatedWorkerScript.runtimePath]).map { InternalPath($0, .realm) }
        + [HostPage.path, SharedWorkerPage.path, RequestWatch.path].map { InternalPath($0, .hiddenPage) }

    /// The paths of the bridge that frames and workers ask for.
    static let ofRealms = Set(ofBridge.filter { $0.access.asker == .realm }.map(\.path))
}

extension SWWebView {
    /// Returns whether an endpoint answers an address in place of the loader.
    package func hasEndpoint(at url: URL) -> Bool { loading.endpoint(for: url) != nil }

    /// Returns the internal paths below the origin of an address, with who may ask for each.
    package func internalPaths(below url: URL) -> [InternalPath] {
        let isBridged = url.scheme?.lowercased() == Addresses.scheme
        return (isBridged ? InternalPaths.ofBridge : []) + endpoints.values.flatMap(\.internalPaths)
    }
}
