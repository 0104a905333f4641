import Foundation

/// The [path restriction](https://w3c.github.io/ServiceWorker/#path-restriction): how far up a script may reach.
enum ScopeRule {
    /// Returns whether a script may control a scope.
    ///
    /// - Parameter allowed: the value of `Service-Worker-Allowed`, when the script came with one.
    static func allows(scope: URL, script: URL, allowed: String?) -> Bool {
        guard let allowed else { return reaches(scope, from: URLRules.folder(of: script)) }
        guard let limit = URL(string: allowed, relativeTo: script)?.absoluteURL else { return false }
        return URLRules.sameOrigin(limit, script) && reaches(scope, from: URLRules.serialized(limit))
    }

    private static func reaches(_ scope: URL, from limit: URL?) -> Bool {
        guard let limit else { return false }
        return URLRules.serialized(scope).path(percentEncoded: true).hasPrefix(limit.path(percentEncoded: true))
    }
}
