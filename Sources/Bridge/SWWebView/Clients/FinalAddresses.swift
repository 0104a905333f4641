import Foundation
import WebKit

/// The addresses of documents after redirects within their origin. WebKit has the first addresses. Main actor only.
///
/// Source: HTML, [create navigation params by fetching](https://html.spec.whatwg.org/multipage/browsing-the-web.html#create-navigation-params-by-fetching)
@MainActor
final class FinalAddresses {
    /// The most documents that are remembered.
    private static let most = 256

    private var finals: [(address: String, url: URL)] = []

    /// Notes the address of the document that an address will show.
    ///
    /// - Returns: whether WebKit has another one.
    func note(_ final: URL, of asked: URL) -> Bool {
        let address = asked.textWithoutFragment
        finals.removeAll { $0.address == address }
        guard final.absoluteString != asked.absoluteString else { return false }
        if finals.count >= Self.most { finals.removeFirst() }
        finals.append((address, final))
        return true
    }

    /// Returns the address of the document that an address shows; nil where WebKit has the same.
    subscript(asked: URL) -> URL? {
        let address = asked.textWithoutFragment
        return finals.first { $0.address == address }?.url
    }
}
