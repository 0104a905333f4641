import Foundation
import FoundationNetworking
import URLInterception

/// The rule of an internal path: who may ask for it, and how. The paths are in ``InternalPaths``.
package struct PathAccess: Sendable, Hashable {
    /// The side that may ask.
    package enum Asker: String, Sendable {
        /// The runtime of a realm, which names the realm by its secret id.
        case realm
        /// A document or worker of the address's origin.
        case origin
        /// Any document.
        case everyone
        /// The hidden page that has the path in its own view. In other views the path is one as any other.
        case hiddenPage
    }

    /// The side that may ask.
    package let asker: Asker
    /// Whether the response may become a document. A frame's document needs a request of the address's origin.
    package let isDocument: Bool
    /// Whether the request must have the header ``header`` or a method that needs a preflight.
    package let changes: Bool
    /// Whether WebKit itself may ask on https. It checks the imported scripts of a worker for changes, without the `Sec-Fetch-Site` that
    /// it adds to all requests of pages there.
    package var isChecked = false

    /// A path that a script or an element of the address's origin reads.
    package static let read = PathAccess(asker: .origin, isDocument: false, changes: false)
    /// A path that changes something, or does something in the name of the application: for scripts of the address's origin only.
    package static let change = PathAccess(asker: .origin, isDocument: false, changes: true)
    /// A script that workers of the address's origin import.
    package static let script = PathAccess(asker: .origin, isDocument: false, changes: false, isChecked: true)
    /// A path that documents of the address's origin may also navigate to.
    package static let document = PathAccess(asker: .origin, isDocument: true, changes: false)
    /// A file that every document may show or read, as CORS has it, and that the application alone may make a document.
    package static let file = PathAccess(asker: .everyone, isDocument: true, changes: false)
    /// A path of the runtimes.
    static let realm = PathAccess(asker: .realm, isDocument: false, changes: false)
    /// A path of a hidden page.
    static let hiddenPage = PathAccess(asker: .hiddenPage, isDocument: false, changes: false)

    /// The header of a request that changes something. No form, element or `no-cors` request can have it, and WebKit names the
    /// origin of any other request to another origin.
    ///
    /// Source: Fetch, https://fetch.spec.whatwg.org/#no-cors-safelisted-request-header-name
    package static let header = "X-SWWebView-Request"

    /// The beginnings of all internal paths: the web-process extension marks the requests for them with who asks.
    static let prefixes = ["/___", "/_capacitor_", "/_app_file_"]

    /// Returns whether a request may be answered. Paths of realms have their own check, by the realm's id.
    func permits(_ request: URLRequest, from source: RequestSource, to url: URL) -> Bool {
        let proof = Self.hasProof(request)
        let isOwn =
            switch source.asker {
            case .origin(let origin): origin == Origin(of: url)
            case .opaque: false
            case .unknown: proof || isChecked && url.scheme == "https"
            }
        switch proof ? nil : source.navigation {
        case .frame: return isDocument && isOwn
        // The view itself loads pages, too.
        case .page: return isDocument && (isOwn || source.asker == .unknown)
        case nil: return asker == .everyone || isOwn && (!changes || proof)
        }
    }

    /// Returns whether only a script of the address's origin can have made a request that names no other origin.
    private static func hasProof(_ request: URLRequest) -> Bool {
        request.value(forHTTPHeaderField: header) != nil
            || !["GET", "HEAD", "POST"].contains(request.httpMethod?.uppercased() ?? "GET")
    }

    /// Returns the response to a request that is not permitted.
    func refusal(_ url: URL) throws -> LoadedResource {
        let need =
            changes ? "scripts of its own origin, with the header \(Self.header): 1" : "documents of its own origin"
        let hint =
            changes || asker != .origin ? "" : " Beside frames of other origins, send the header \(Self.header): 1."
        return try LoadedResource(
            url: url, status: 403, message: "\(url.path) answers \(need).\(hint)",
            headers: ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"])
    }
}
