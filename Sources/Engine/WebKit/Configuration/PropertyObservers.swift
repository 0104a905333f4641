/// The views that mirror a shared, live object, and what each does when a property of that object changes.
///
/// Owners are held weakly: a view that goes away needs no removal.
@MainActor
final class PropertyObservers {
    private struct Entry {
        weak var owner: AnyObject?
        let changed: @MainActor () -> Void
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// Calls `changed` after every change for as long as `owner` lives. It must not hold the owner.
    func add(_ owner: AnyObject, _ changed: @escaping @MainActor () -> Void) {
        entries[ObjectIdentifier(owner)] = Entry(owner: owner, changed: changed)
    }

    /// Stops the calls for `owner`.
    func remove(_ owner: AnyObject) {
        entries[ObjectIdentifier(owner)] = nil
    }

    /// Tells every owner that lives that a property has changed.
    func notify() {
        entries = entries.filter { $0.value.owner != nil }
        for entry in entries.values { entry.changed() }
    }
}
