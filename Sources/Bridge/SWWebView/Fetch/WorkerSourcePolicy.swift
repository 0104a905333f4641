import Foundation

/// The content security policies of a document, as far as they govern the scripts of service workers and shared workers. The host
/// makes these workers without WebKit's own checks.
///
/// Source: [worker-src](https://www.w3.org/TR/CSP3/#directive-worker-src)
struct WorkerSourcePolicy {
    /// The values of `Content-Security-Policy` headers or `<meta>` elements. Each may hold several policies with commas between them.
    let values: [String]

    /// Returns whether each policy allows the script.
    ///
    /// - Parameter script: an address of the document's own origin.
    func allows(_ script: URL) -> Bool {
        values.flatMap { $0.split(separator: ",") }.allSatisfy { Self.allows(script, by: $0) }
    }

    private static func allows(_ script: URL, by policy: Substring) -> Bool {
        let directives = SourceExpression.directives(policy)
        // https://www.w3.org/TR/CSP3/#directive-fallback-list
        for name in ["worker-src", "child-src", "script-src", "default-src"] {
            guard let sources = directives[name] else { continue }
            // No parser has inserted the request, so this source allows it in directives of scripts.
            let isDynamic = name.hasSuffix("t-src") && sources.contains { $0.lowercased() == "'strict-dynamic'" }
            return isDynamic || sources.contains { SourceExpression.matches($0, script, in: script) }
        }
        return true
    }
}
