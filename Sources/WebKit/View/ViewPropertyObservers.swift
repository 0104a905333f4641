import CWebKitGTK

/// Who wants to know when a property of a view changes.
@MainActor
struct ViewPropertyObservers {
    private var entries: [Int: @MainActor (CWKProperty) -> Void] = [:]
    private var next = 0

    mutating func add(_ changed: @escaping @MainActor (CWKProperty) -> Void) -> Int {
        next += 1
        entries[next] = changed
        return next
    }

    mutating func remove(_ key: Int) { entries[key] = nil }

    func notify(_ property: CWKProperty) {
        for key in entries.keys.sorted() { entries[key]?(property) }
    }
}
