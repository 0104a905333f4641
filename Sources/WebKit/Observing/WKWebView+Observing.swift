import CWebKitGTK

extension NSObjectProtocol where Self: WKWebView {
    /// Calls `changeHandler` when a property takes another value. Foundation API.
    ///
    /// Observed are `title`, `url`, `isLoading`, `estimatedProgress`, `canGoBack` and `canGoForward`, as on iOS;
    /// another key path is misuse, see ``WKException``. The view does not keep the observation: it ends when it is dropped.
    @MainActor
    public func observe<Value: Equatable>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @MainActor (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        guard let property = Self.property(of: keyPath) else {
            WKException.raise(.undefinedKeyException, "This property of a web view cannot be observed")
            return NSKeyValueObservation {}
        }
        var last = self[keyPath: keyPath]
        if options.contains(.initial) {
            changeHandler(
                self, NSKeyValueObservedChange(newValue: options.contains(.new) ? last : nil, oldValue: nil))
        }
        let key = propertyChanges.add { [weak self] changed in
            guard changed == property, let self else { return }
            let value = self[keyPath: keyPath]
            guard value != last else { return }
            let change = NSKeyValueObservedChange(
                newValue: options.contains(.new) ? value : nil, oldValue: options.contains(.old) ? last : nil)
            last = value
            changeHandler(self, change)
        }
        return NSKeyValueObservation { [weak self] in self?.propertyChanges.remove(key) }
    }

    private static func property(of keyPath: AnyKeyPath) -> CWKProperty? {
        switch keyPath {
        case \Self.title: CWK_PROPERTY_TITLE
        case \Self.url: CWK_PROPERTY_URI
        case \Self.isLoading: CWK_PROPERTY_IS_LOADING
        case \Self.estimatedProgress: CWK_PROPERTY_PROGRESS
        case \Self.canGoBack, \Self.canGoForward: CWK_PROPERTY_HISTORY
        default: nil
        }
    }
}
