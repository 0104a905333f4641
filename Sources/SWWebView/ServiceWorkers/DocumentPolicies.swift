import Foundation
import WebKit

/// Which documents came with a policy of what they may ask for, or of what they tell of themselves: WebKit sees to that.
struct DocumentPolicies {
    private static let names = [
        "Content-Security-Policy", "Content-Security-Policy-Report-Only", "Referrer-Policy",
    ]

    private var policed: Set<String> = []

    /// A document has come.
    mutating func note(_ response: HTTPURLResponse, at url: URL) {
        if Self.names.contains(where: { response.value(forHTTPHeaderField: $0) != nil }) {
            policed.insert(url.textWithoutFragment)
        } else {
            policed.remove(url.textWithoutFragment)
        }
    }

    /// Whether the document at an address has one.
    func isPoliced(_ url: URL) -> Bool { policed.contains(url.textWithoutFragment) }
}
