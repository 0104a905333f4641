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

    /// The cookies that a response sets, one text for each. Foundation puts them into one line: a comma that a name and an equals sign
    /// follow begins a cookie. Dates have commas, too.
    package var setCookieTexts: [String] {
        value(forHTTPHeaderField: "Set-Cookie").map { Self.cookieTexts($0) } ?? []
    }

    /// Takes a line of several cookies apart.
    package static func cookieTexts(_ line: String) -> [String] {
        line.split(separator: /,\s*(?=[!#$%&'*+\-.^_`|~0-9A-Za-z]+=)/).map(String.init)
    }
}

extension HeaderList {
    /// Makes a list of headers without an order, sorted by name.
    package init(_ fields: [String: String]) {
        self.init(fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    }
}
