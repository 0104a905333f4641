import Foundation
import URLInterception

/// The content security policy of a page on a custom scheme, for its media.
///
/// WebKit checks the policy for the address of a `<video>` or `<audio>`, and again for the https address by which its player knows the
/// media (`media.h` of the web-process extension). Where a policy allows addresses of the scheme, it gets their https counterparts beside
/// them, for media only. Hosts alone, `'self'` and `*` allow both. A policy in a `<meta>` element is not seen here.
struct MediaPolicyMapping {
    /// The scheme of the page: `sw`.
    let scheme: String
    /// The hosts, perhaps with ports, that a source which names the scheme alone stands for.
    let hosts: [String]

    /// Maps the value of a header, which may hold several policies with commas between them.
    func map(_ value: String) -> String {
        value.split(separator: ",", omittingEmptySubsequences: false).map { mapPolicy($0) }.joined(separator: ",")
    }

    private func mapPolicy(_ policy: Substring) -> String {
        var directives = policy.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let words = directives.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        // A directive that comes twice counts the first time. Without `media-src`, `default-src` counts.
        let index = ["media-src", "default-src"].lazy
            .compactMap { name in words.firstIndex { $0.first?.lowercased() == name } }.first
        guard let index else { return String(policy) }
        let sources = words[index].dropFirst()
        let added = counterparts(of: sources)
        if added.isEmpty { return String(policy) }
        let directive = (["media-src"] + sources + added).joined(separator: " ")
        if words[index].first?.lowercased() == "media-src" {
            directives[index] = directive
        } else {
            directives.append(directive)
        }
        return directives.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
    }

    /// Returns the https sources that are missing beside those that name the scheme.
    private func counterparts(of sources: ArraySlice<String>) -> [String] {
        let known = Set(sources.map { $0.lowercased() })
        guard !known.contains("https:") else { return [] }
        let all = sources.flatMap { source in
            let lowered = source.lowercased()
            return lowered == "\(scheme):"
                ? hosts.map { "https://\($0)" }
                : lowered.hasPrefix("\(scheme)://") ? ["https" + source.dropFirst(scheme.count)] : []
        }
        var added: [String] = []
        for source in all where !known.contains(source.lowercased()) && !added.contains(source) { added.append(source) }
        return added
    }
}
