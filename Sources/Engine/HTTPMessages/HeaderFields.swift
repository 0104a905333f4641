import Foundation
package import FoundationNetworking

extension HTTPURLResponse {
    /// All headers that are text, under the names Foundation gives them.
    package var headerFields: [String: String] {
        Dictionary(
            allHeaderFields.compactMap { name, value in
                (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
            }, uniquingKeysWith: { first, _ in first })
    }
}

extension HeaderList {
    /// Makes a list of headers without an order, sorted by name.
    package init(_ fields: [String: String]) {
        self.init(fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    }
}
