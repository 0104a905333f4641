import Foundation
import URLInterception

/// The pages that a scheme's answers are for.
///
/// A handler's scheme is there for every page of the view, also for one of a web site that the view has come to. What a page
/// may read of another origin is decided by the answer's [CORS](https://fetch.spec.whatwg.org/#http-cors-protocol) headers, and
/// requests that come with a foreign `Origin` are refused before they do anything.
public struct PageOrigins: Sendable {
    private enum Rule: Sendable { case all, applications, only(Set<String>) }

    private let rule: Rule
    /// Whether sandboxed frames and `data:` documents get answers, too: those in a page that gets some itself.
    ///
    /// ```swift
    /// var origins = PageOrigins.applications
    /// origins.includesOpaqueOrigins = true
    /// ```
    ///
    /// Anybody whose text a page shows in such a frame can then read and write. False unless set, but for ``all``.
    public var includesOpaqueOrigins = false

    /// Pages of every origin, web sites included.
    public static let all = PageOrigins(rule: .all, includesOpaqueOrigins: true)

    /// Pages of `sw:`, `file:` and of other schemes that are not the web's: the application's own.
    ///
    /// WebKit sends the origin of files as `null`, which is also that of the sandboxed frames in a file's page: show none of
    /// another's making there. In other pages sandboxed frames get no answers, see ``includesOpaqueOrigins``.
    public static let applications = PageOrigins(rule: .applications)

    /// Pages of these origins, such as `sw://app.example`; `null` stands for files.
    public static func only(_ origins: Set<String>) -> PageOrigins {
        PageOrigins(rule: .only(Set(origins.map { $0.lowercased() })))
    }

    /// Returns whether a request with this `Origin` is answered. WebKit sends none where no other origin can read the answer.
    ///
    /// - Parameter page: the address of the view's page, of which a `null` origin has no more than the page; nil for none.
    func permits(_ origin: String?, in page: URL?) -> Bool {
        guard let origin = origin?.lowercased() else { return true }
        guard origin == "null", !Self.isLocal(page) else { return isIncluded(origin) }
        guard includesOpaqueOrigins else { return false }
        return page.flatMap { Origin(of: $0) }.map { isIncluded($0.description) } ?? isIncluded(origin)
    }

    /// Returns whether a page is the application's own without an origin: a file, or HTML that the view was given.
    private static func isLocal(_ page: URL?) -> Bool {
        page.map { ["file", "about"].contains($0.scheme?.lowercased()) } ?? false
    }

    private func isIncluded(_ origin: String) -> Bool {
        switch rule {
        case .all: return true
        case .applications: return !origin.hasPrefix("http:") && !origin.hasPrefix("https:")
        case .only(let origins): return origins.contains(origin)
        }
    }
}
