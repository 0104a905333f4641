import Fetch
import Foundation
import WebKit

/// The documents that came with a content security policy or a referrer policy, which WebKit enforces, and those that ask for
/// cross-origin isolation.
struct DocumentPolicies {
    private static let names = [
        "Content-Security-Policy", "Content-Security-Policy-Report-Only", "Referrer-Policy",
    ]

    /// The path of every origin at which a document asks whether it is cross-origin isolated: 204 for yes.
    static let isolationPath = "/___isolated___"

    private var policed: Set<String> = []
    private var securityPolicies: [String: [String]] = [:]
    private var referrerPolicies: [String: ReferrerPolicy] = [:]
    private var embedderPolicies: [String: EmbedderPolicy] = [:]
    /// The addresses of documents that ask for isolation: whether as a page, or only as a frame of an isolated page.
    private var isolated: [String: Bool] = [:]

    /// Notes the headers of a document that has come.
    mutating func note(_ response: HTTPURLResponse, at url: URL) {
        if Self.names.contains(where: { response.value(forHTTPHeaderField: $0) != nil }) {
            policed.insert(url.textWithoutFragment)
        } else {
            policed.remove(url.textWithoutFragment)
        }
        securityPolicies[url.textWithoutFragment] = response.value(forHTTPHeaderField: Self.names[0]).map { [$0] }
        referrerPolicies[url.textWithoutFragment] = ReferrerPolicy(
            header: response.value(forHTTPHeaderField: "Referrer-Policy"))
        let embedder = EmbedderPolicy(header: response.value(forHTTPHeaderField: "Cross-Origin-Embedder-Policy"))
        embedderPolicies[url.textWithoutFragment] = embedder
        let isEmbeddable = embedder != .unsafeNone
        let opener = Self.value(of: "Cross-Origin-Opener-Policy", in: response)
        isolated[url.textWithoutFragment] = isEmbeddable ? opener == "same-origin" : nil
    }

    /// Whether a document that asks for isolation has come.
    var hasIsolated: Bool { isolated.values.contains(true) }

    /// Returns whether the document at an address is isolated: as a page, or as a frame of one that is.
    func isIsolated(_ url: URL, inIsolated isFrame: Bool) -> Bool {
        isolated[url.textWithoutFragment].map { $0 || isFrame } ?? false
    }

    private static func value(of name: String, in response: HTTPURLResponse) -> String? {
        response.value(forHTTPHeaderField: name)?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    }

    /// Returns the content security policies that the document at an address came with; nil for none.
    func securityPolicies(of url: URL) -> [String]? { securityPolicies[url.textWithoutFragment] }

    /// Returns the referrer policy that the document at an address came with; nil for none.
    func referrerPolicy(of url: URL) -> ReferrerPolicy? { referrerPolicies[url.textWithoutFragment] }

    /// Returns the embedder policy that the document at an address came with.
    func embedderPolicy(of url: URL) -> EmbedderPolicy { embedderPolicies[url.textWithoutFragment] ?? .unsafeNone }

    /// Returns whether the document at an address has a content security policy or a referrer policy.
    func isPoliced(_ url: URL) -> Bool { policed.contains(url.textWithoutFragment) }
}
