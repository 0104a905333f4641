import Foundation

/// Translates one address between a mapped origin and the server that answers for it.
struct BaseMapping {
    /// The address the page asked for.
    let page: URL
    /// The address the origin is mapped to.
    let base: URL

    /// The server's address for the page's; `nil` when its path has dot segments, which could leave the base.
    var target: URL? {
        guard let parts = URLComponents(url: page, resolvingAgainstBaseURL: true),
            var result = URLComponents(url: base, resolvingAgainstBaseURL: true),
            !parts.percentEncodedPath.split(separator: "/").contains(where: Self.isDots)
        else { return nil }
        result.percentEncodedPath = basePath + (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath)
        result.percentEncodedQuery = parts.percentEncodedQuery
        return result.url
    }

    /// Returns a redirect's location as the page sees it: below the base it goes back to the page's origin.
    func pageLocation(for location: String) -> String {
        guard let target, let url = URL(string: location, relativeTo: target)?.absoluteURL else { return location }
        guard Origin(of: url) == Origin(of: base),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let origin = Origin(of: page),
            parts.percentEncodedPath == basePath || parts.percentEncodedPath.hasPrefix(basePath + "/")
        else { return url.absoluteString }
        parts.scheme = origin.scheme
        parts.percentEncodedHost = origin.host
        parts.port = origin.port
        parts.percentEncodedPath = String(parts.percentEncodedPath.dropFirst(basePath.count))
        return parts.string ?? url.absoluteString
    }

    private var basePath: String {
        let path = base.path(percentEncoded: true)
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    private static func isDots(_ segment: Substring) -> Bool {
        [".", ".."].contains(segment.lowercased().replacingOccurrences(of: "%2e", with: "."))
    }
}
