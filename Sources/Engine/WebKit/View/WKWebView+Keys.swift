import UIKitSubset

extension WKWebView {
    /// Sets a property that applications reach by key-value coding on iOS or macOS.
    ///
    /// Linux has no key-value coding; this knows `drawsBackground`, `drawsTransparentBackground`, and the public properties that
    /// can be set to a Boolean, a number, text, a colour or a state. Any other key is misuse, see ``WKException``.
    public func setValue(_ value: Any?, forKey key: String) {
        guard let set = Self.accessors(forKey: key)?.set else {
            WKException.raiseUndefinedKey(key, of: "WKWebView")
            return
        }
        if !set(self, value) {
            WKException.raise(.invalidArgumentException, "The value for the key \(key) has a wrong type")
        }
    }

    /// Reads a property by its key; nil after misuse that was recorded. Knows the keys of ``setValue(_:forKey:)``, and those of
    /// the properties that can be observed.
    public func value(forKey key: String) -> Any? {
        guard let accessors = Self.accessors(forKey: key) else {
            WKException.raiseUndefinedKey(key, of: "WKWebView")
            return nil
        }
        return accessors.get(self)
    }

    private typealias Accessors = (
        get: @MainActor (WKWebView) -> Any?, set: (@MainActor (WKWebView, Any?) -> Bool)?
    )

    private static func accessors(forKey key: String) -> Accessors? {
        switch key.hasPrefix("_") ? String(key.dropFirst()) : key {
        case "drawsBackground": flag(\.isOpaque)
        case "drawsTransparentBackground": flag(\.isTransparent)
        case "opaque", "isOpaque": flag(\.isOpaque)
        case "hidden", "isHidden": flag(\.isHidden)
        case "inspectable", "isInspectable": flag(\.isInspectable)
        case "allowsBackForwardNavigationGestures": flag(\.allowsBackForwardNavigationGestures)
        case "allowsLinkPreview": flag(\.allowsLinkPreview)
        case "customUserAgent": optional(\.customUserAgent)
        case "mediaType": optional(\.mediaType)
        case "backgroundColor": optional(\.backgroundColor)
        case "underPageBackgroundColor": optional(\.underPageBackgroundColor)
        case "interactionState": optional(\.interactionState)
        case "pageZoom":
            (
                { NSNumber(value: Double($0.pageZoom)) },
                { view, value in
                    guard let number = value as? NSNumber else { return false }
                    view.pageZoom = CGFloat(number.doubleValue)
                    return true
                }
            )
        default: readOnly(forKey: key)
        }
    }

    private static func readOnly(forKey key: String) -> Accessors? {
        switch key {
        case "title": ({ $0.title }, nil)
        case "URL", "url": ({ $0.url }, nil)
        case "loading", "isLoading": ({ NSNumber(value: $0.isLoading) }, nil)
        case "estimatedProgress": ({ NSNumber(value: $0.estimatedProgress) }, nil)
        case "canGoBack": ({ NSNumber(value: $0.canGoBack) }, nil)
        case "canGoForward": ({ NSNumber(value: $0.canGoForward) }, nil)
        case "hasOnlySecureContent": ({ NSNumber(value: $0.hasOnlySecureContent) }, nil)
        case "serverTrust": ({ $0.serverTrust }, nil)
        case "themeColor": ({ $0.themeColor }, nil)
        case "scrollView": ({ $0.scrollView }, nil)
        case "configuration": ({ $0.configuration }, nil)
        case "backForwardList": ({ $0.backForwardList }, nil)
        case "userAgent": ({ $0.userAgent }, nil)
        case "fullscreenState": ({ NSNumber(value: $0.fullscreenState.rawValue) }, nil)
        case "cameraCaptureState": ({ NSNumber(value: $0.cameraCaptureState.rawValue) }, nil)
        case "microphoneCaptureState": ({ NSNumber(value: $0.microphoneCaptureState.rawValue) }, nil)
        default: nil
        }
    }

    private static func flag(_ path: ReferenceWritableKeyPath<WKWebView, Bool>) -> Accessors {
        (
            { NSNumber(value: $0[keyPath: path]) },
            { view, value in
                guard let flag = value as? Bool else { return false }
                view[keyPath: path] = flag
                return true
            }
        )
    }

    private static func optional<Value>(_ path: ReferenceWritableKeyPath<WKWebView, Value?>) -> Accessors {
        (
            { $0[keyPath: path] },
            { view, value in
                guard let value else {
                    view[keyPath: path] = nil
                    return true
                }
                guard let typed = value as? Value else { return false }
                view[keyPath: path] = typed
                return true
            }
        )
    }

    private var isTransparent: Bool {
        get { !isOpaque }
        set { isOpaque = !newValue }
    }
}
