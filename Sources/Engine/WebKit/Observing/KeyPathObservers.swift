public import UIKitSubset

/// A key of the dictionary that describes a change. Foundation API, declared by `UIKitSubset`.
public typealias NSKeyValueChangeKey = UIKitSubset.NSKeyValueChangeKey

/// The observers of an object that are called with the path of a property, see ``WKWebView/addObserver(_:forKeyPath:options:context:)``.
@MainActor
final class KeyPathObservers<Property> {
    private struct Observer {
        /// The observer. In its deinitializer, where it can remove itself, a weak reference is nil.
        let object: ObjectIdentifier
        let keyPath: String
        let context: UnsafeMutableRawPointer?
        let key: Int
    }

    private var observers: [Observer] = []

    nonisolated init() {}

    /// Adds an observer and calls it for the option `initial`. The observer is not kept.
    ///
    /// - Parameters:
    ///   - property: the property's name for the listeners.
    ///   - read: returns the value; called for each change.
    ///   - listen: adds a listener and returns its key.
    func add(
        _ observer: UIResponder, of object: NSObject, forKeyPath keyPath: String, as property: Property,
        options: NSKeyValueObservingOptions, context: UnsafeMutableRawPointer?, read: @escaping @MainActor () -> Any?,
        listen: (@escaping @MainActor (Property) -> Void) -> Int
    ) where Property: Equatable {
        var last = read()
        let report = { @MainActor [weak observer, weak object] (new: Any?, old: Any?, isInitial: Bool) in
            guard let observer, let object else { return }
            // NSKeyValueChangeSetting.
            var change: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: 1)]
            if options.contains(.new) { change[.newKey] = new ?? NSNull() }
            if options.contains(.old), !isInitial { change[.oldKey] = old ?? NSNull() }
            observer.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
        let key = listen { changed in
            guard changed == property else { return }
            let (old, new) = (last, read())
            if let old = old as? AnyHashable, let new = new as? AnyHashable, old == new { return }
            if old == nil, new == nil { return }
            last = new
            report(new, old, false)
        }
        observers.append(Observer(object: ObjectIdentifier(observer), keyPath: keyPath, context: context, key: key))
        if options.contains(.initial) { report(last, nil, true) }
    }

    /// Removes the latest registration of an observer for a path, and with a context for that only.
    ///
    /// - Returns: the key of its listener; nil, after misuse that was recorded, without a registration.
    func remove(
        _ observer: UIResponder, of object: NSObject, forKeyPath keyPath: String,
        context: UnsafeMutableRawPointer?? = nil
    ) -> Int? {
        let index = observers.lastIndex {
            $0.object == ObjectIdentifier(observer) && $0.keyPath == keyPath
                && (context == nil || $0.context == context)
        }
        guard let index else {
            WKException.raise(
                .rangeException,
                """
                Cannot remove an observer \(observer) for the key path "\(keyPath)" from \(object) because it is not \
                registered as an observer.
                """)
            return nil
        }
        return observers.remove(at: index).key
    }
}
