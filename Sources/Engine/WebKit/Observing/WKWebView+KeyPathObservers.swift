public import UIKitSubset

extension WKWebView {
    /// Calls `observeValue(forKeyPath:of:change:context:)` of an object when a property takes another value. Foundation API.
    ///
    /// The key paths are the names of the properties of ``observe(_:options:changeHandler:)``, and those of Objective-C: `URL`, `loading`.
    /// Another one is misuse, see ``WKException``. Unlike on iOS only a `UIResponder` can observe, such as a view controller, because
    /// `NSObject` has no method to override here. The view does not keep the observer.
    public func addObserver(
        _ observer: UIResponder, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        guard let property = Self.property(ofKey: keyPath) else {
            return WKException.raiseUndefinedKey(keyPath, of: "WKWebView")
        }
        propertyChanges.observers.add(
            observer, of: self, forKeyPath: keyPath, as: property, options: options, context: context,
            read: { [weak self] in self?.value(forKey: keyPath) }, listen: { propertyChanges.add($0) })
    }

    /// Ends an observation. Foundation API. An observer that was not added is misuse, see ``WKException``.
    public func removeObserver(_ observer: UIResponder, forKeyPath keyPath: String) {
        if let key = propertyChanges.observers.remove(observer, of: self, forKeyPath: keyPath) {
            propertyChanges.remove(key)
        }
    }

    /// Ends the observation with a context. Foundation API. An observer that was not added is misuse, see ``WKException``.
    public func removeObserver(
        _ observer: UIResponder, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        if let key = propertyChanges.observers.remove(observer, of: self, forKeyPath: keyPath, context: context) {
            propertyChanges.remove(key)
        }
    }

    private static func property(ofKey key: String) -> ViewProperty? {
        switch key {
        case "title": .title
        case "URL", "url": .url
        case "loading", "isLoading": .isLoading
        case "estimatedProgress": .progress
        case "canGoBack", "canGoForward": .history
        case "hasOnlySecureContent", "serverTrust": .security
        case "themeColor": .themeColor
        case "underPageBackgroundColor": .underPageBackgroundColor
        case "fullscreenState": .fullscreen
        case "cameraCaptureState": .camera
        case "microphoneCaptureState": .microphone
        default: nil
        }
    }
}

extension UIScrollView {
    /// Calls `observeValue(forKeyPath:of:change:context:)` of an object when `contentOffset` or `contentSize` changes. Foundation API.
    ///
    /// Another key path, and a scroll view that is no web view's, is misuse, see ``WKException``. The scroll view does not keep the
    /// observer. The values are `CGPoint` and `CGSize`, which on iOS are in an `NSValue`.
    public func addObserver(
        _ observer: UIResponder, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        let property: ScrollProperty? =
            switch keyPath {
            case "contentOffset": .contentOffset
            case "contentSize": .contentSize
            default: nil
            }
        guard let property, let view = self as? PageScrollView else {
            return WKException.raiseUndefinedKey(keyPath, of: "UIScrollView")
        }
        view.changes.observers.add(
            observer, of: self, forKeyPath: keyPath, as: property, options: options, context: context,
            read: { [weak view] in property == .contentSize ? view?.contentSize : view?.contentOffset },
            listen: { view.changes.add($0) })
    }

    /// Ends an observation. Foundation API. An observer that was not added is misuse, see ``WKException``.
    public func removeObserver(_ observer: UIResponder, forKeyPath keyPath: String) {
        guard let view = self as? PageScrollView,
            let key = view.changes.observers.remove(observer, of: self, forKeyPath: keyPath)
        else { return }
        view.changes.remove(key)
    }

    /// Ends the observation with a context. Foundation API. An observer that was not added is misuse, see ``WKException``.
    public func removeObserver(
        _ observer: UIResponder, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        guard let view = self as? PageScrollView,
            let key = view.changes.observers.remove(observer, of: self, forKeyPath: keyPath, context: context)
        else { return }
        view.changes.remove(key)
    }
}
