import CWebKitGTK

/// The listeners that are called when WebKit changes a property of a view.
@MainActor
struct PropertyChanges {
    private var listeners: [Int: @MainActor (CWKProperty) -> Void] = [:]
    private var next = 0

    mutating func add(_ listener: @escaping @MainActor (CWKProperty) -> Void) -> Int {
        next += 1
        listeners[next] = listener
        return next
    }

    mutating func remove(_ key: Int) { listeners[key] = nil }

    /// Tells everyone, in the order they came.
    func notify(_ property: CWKProperty) {
        for key in listeners.keys.sorted() { listeners[key]?(property) }
    }
}
