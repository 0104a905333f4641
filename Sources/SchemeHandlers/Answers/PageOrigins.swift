import Foundation

/// The pages that a scheme's answers are for.
///
/// A handler's scheme is there for every page of the view, also for one of a web site that the view has come to. What a page
/// may read of another origin is decided by the answer's [CORS](https://fetch.spec.whatwg.org/#http-cors-protocol) headers, and
/// requests that come with a foreign `Origin` are refused before they do anything.
public struct PageOrigins: Sendable {
    private enum Rule: Sendable { case all, applications, only(Set<String>) }

    private let rule: Rule

    /// Pages of every origin, web sites included.
    public static let all = PageOrigins(rule: .all)

    /// Pages of `sw:`, `file:` and of other schemes that are not the web's: the application's own.
    ///
    /// WebKit sends the origin of files as `null`, which is also that of sandboxed frames: show none of another's making.
    public static let applications = PageOrigins(rule: .applications)

    /// Pages of these origins, such as `sw://app.example`; `null` stands for files.
    public static func only(_ origins: Set<String>) -> PageOrigins {
        PageOrigins(rule: .only(Set(origins.map { $0.lowercased() })))
    }

    /// Whether a request with this `Origin` is answered. WebKit sends none where no other origin can read the answer.
    func permits(_ origin: String?) -> Bool {
        guard let origin = origin?.lowercased() else { return true }
        switch rule {
        case .all: return true
        case .applications: return !origin.hasPrefix("http:") && !origin.hasPrefix("https:")
        case .only(let origins): return origins.contains(origin)
        }
    }
}
