package import Foundation
package import URLInterception

/// The side that makes a request: its document or worker, or the host in its name.
package struct Asker: Sendable, Hashable {
    /// The [origin](https://fetch.spec.whatwg.org/#concept-request-origin), in the spelling of documents; nil for an opaque one. The engine or the
    /// host names it, never a script.
    package let origin: Origin?
    /// The address of the document or worker, for referrers; nil for one that has none.
    package let client: URL?
    /// The policy of the document or worker for referrers.
    package let referrerPolicy: ReferrerPolicy

    package init(origin: Origin?, client: URL? = nil, referrerPolicy: ReferrerPolicy = .standard) {
        (self.origin, self.client, self.referrerPolicy) = (origin, client, referrerPolicy)
    }
}
