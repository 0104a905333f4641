import Foundation

/// The kinds of data that a response removes: [Clear-Site-Data](https://w3c.github.io/webappsec-clear-site-data/#header).
package struct ClearSiteData: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Responses that were kept.
    package static let cache = ClearSiteData(rawValue: 1)
    /// The cookies of the site.
    package static let cookies = ClearSiteData(rawValue: 2)
    /// Service workers, caches, databases and local storage of the origin.
    package static let storage = ClearSiteData(rawValue: 4)

    private static let names = [
        "\"cache\"": cache, "\"cookies\"": cookies, "\"storage\"": storage, "\"*\"": [cache, cookies, storage],
    ]

    /// Implements [parse](https://w3c.github.io/webappsec-clear-site-data/#parsing): unknown kinds, and kinds without quotation marks, are
    /// ignored.
    package init(header: String?) {
        self = (header ?? "").split(separator: ",").reduce(into: []) { kinds, item in
            kinds.formUnion(Self.names[item.trimmingCharacters(in: .whitespaces)] ?? [])
        }
    }
}
