import Foundation
import HTTPMessages
import ServiceWorkers

/// The loads of a document that WebKit has no times of, since their scheme is not http(s). Main actor only.
///
/// Source: https://w3c.github.io/performance-timeline/
@MainActor
struct Timeline {
    /// The most loads that wait for a document to ask.
    private static let most = 1000

    /// The load of the document itself; nil where it is not known.
    var navigation: ResourceTiming?
    /// Whether the document wants to be told of loads.
    var isObserved = false
    private var loads: [ResourceTiming] = []

    /// Adds a load. Returns whether the document has to be told.
    mutating func add(_ load: ResourceTiming) -> Bool {
        guard loads.count < Self.most else { return false }
        loads.append(load)
        return isObserved && loads.count == 1
    }

    /// Returns the load of the document and the loads since the last call, as JSON text.
    mutating func take(for key: StorageKey) -> String {
        struct Answer: Encodable {
            var navigation: ResourceTiming.Wire?
            var loads: [ResourceTiming.Wire]
        }
        defer { loads = [] }
        return JSONText.text(
            Answer(navigation: navigation?.wire(for: key), loads: loads.map { $0.wire(for: key) }))
    }
}
