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
package enum InternalPaths {}
