extension NSKeyValueObservation {
    /// Begins to observe a property.
    ///
    /// - Parameters:
    ///   - property: the property's name for the listeners.
    ///   - add: adds a listener and returns its key.
    ///   - remove: removes the listener with a key.
    static func begin<Root: NSObjectProtocol, Value: Equatable, Property: Equatable>(
        _ keyPath: KeyPath<Root, Value>, of root: Root, as property: Property, options: NSKeyValueObservingOptions,
        add: (@escaping @MainActor (Property) -> Void) -> Int, remove: @escaping @MainActor (Int) -> Void,
        changeHandler: @escaping @MainActor (Root, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        var last = root[keyPath: keyPath]
        if options.contains(.initial) {
            changeHandler(
                root, NSKeyValueObservedChange(newValue: options.contains(.new) ? last : nil, oldValue: nil))
        }
        let key = add { [weak root] changed in
            guard changed == property, let root else { return }
            let value = root[keyPath: keyPath]
            guard value != last else { return }
            let change = NSKeyValueObservedChange(
                newValue: options.contains(.new) ? value : nil, oldValue: options.contains(.old) ? last : nil)
            last = value
            changeHandler(root, change)
        }
        return NSKeyValueObservation { remove(key) }
    }
}
