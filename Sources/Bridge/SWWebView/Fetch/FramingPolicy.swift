import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The headers by which a server says which documents may have its document in a frame. WebKit does not look at them on a custom scheme.
struct FramingPolicy {
    private let options: [String]
    private let policies: [Substring]
    private let url: URL

    /// - Parameter url: the address of the document.
    init(_ response: HTTPURLResponse, at url: URL) {
        self.url = url
        let values = (response.value(forHTTPHeaderField: "X-Frame-Options") ?? "").split(separator: ",")
        options = values.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }.filter { !$0.isEmpty }
        policies = (response.value(forHTTPHeaderField: "Content-Security-Policy") ?? "").split(separator: ",")
    }

    /// Whether the document may be in any frame.
    var isEmpty: Bool { options.isEmpty && ancestorSources.isEmpty }

    private var ancestorSources: [[String]] {
        policies.compactMap { SourceExpression.directives($0)["frame-ancestors"] }
    }

    /// Returns whether the document may be in a frame.
    ///
    /// - Parameter ancestors: the origins of the documents around it; nil for an opaque or unknown one.
    func allows(_ ancestors: [StorageKey?]) -> Bool {
        // https://www.w3.org/TR/CSP3/#frame-ancestors-and-frame-options
        let lists = ancestorSources
        if !lists.isEmpty {
            return lists.allSatisfy { sources in
                ancestors.allSatisfy { ancestor in
                    guard let origin = ancestor.flatMap({ URL(string: $0.rawValue) }) else { return false }
                    return sources.contains { SourceExpression.matches(Self.withoutPath($0), origin, in: url) }
                }
            }
        }
        // https://html.spec.whatwg.org/multipage/document-lifecycle.html#check-a-navigation-response's-adherence-to-x-frame-options
        let known = Set(options)
        if known.count > 1 { return known.isDisjoint(with: ["deny", "allowall", "sameorigin"]) }
        if known.contains("deny") { return false }
        return !known.contains("sameorigin") || ancestors.allSatisfy { $0 == StorageKey(of: url) }
    }

    /// Returns a source expression without its path: ancestors are origins.
    private static func withoutPath(_ source: String) -> String {
        let start = source.range(of: "://")?.upperBound ?? source.startIndex
        return String(source[..<(source[start...].firstIndex(of: "/") ?? source.endIndex)])
    }

    /// Returns the document in place of one that may not be in its frame. It has an opaque origin.
    static func refusal(at url: URL) throws -> LoadedResource {
        try LoadedResource(
            url: url, status: 200,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "sandbox",
                "Cache-Control": "no-store",
            ], body: .empty)
    }
}
