extension WKPreferences {
    /// Sets one of the switches that applications reach by key-value coding on iOS.
    ///
    /// Linux has no key-value coding; this knows `allowFileAccessFromFileURLs`, `allowUniversalAccessFromFileURLs`,
    /// `developerExtrasEnabled`, and the public Boolean properties. Any other key is misuse, see ``WKException``.
    public func setValue(_ value: Any?, forKey key: String) {
        guard let path = Self.path(forKey: key) else {
            WKException.raiseUndefinedKey(key, of: "WKPreferences")
            return
        }
        guard let flag = value as? Bool else {
            WKException.raise(.invalidArgumentException, "The value for the key \(key) has to be a Boolean")
            return
        }
        self[keyPath: path] = flag
    }

    /// Reads a switch by its key. Knows the keys of ``setValue(_:forKey:)``; nil after misuse that was recorded.
    public func value(forKey key: String) -> Any? {
        guard let path = Self.path(forKey: key) else {
            WKException.raiseUndefinedKey(key, of: "WKPreferences")
            return nil
        }
        return NSNumber(value: self[keyPath: path])
    }

    private static func path(forKey key: String) -> ReferenceWritableKeyPath<WKPreferences, Bool>? {
        switch key.hasPrefix("_") ? String(key.dropFirst()) : key {
        case "allowFileAccessFromFileURLs": \.allowsFileAccessFromFileURLs
        case "allowUniversalAccessFromFileURLs": \.allowsUniversalAccessFromFileURLs
        case "developerExtrasEnabled": \.enablesDeveloperExtras
        case "javaScriptEnabled": \.runsJavaScript
        case "javaScriptCanOpenWindowsAutomatically": \.javaScriptCanOpenWindowsAutomatically
        case "fraudulentWebsiteWarningEnabled": \.isFraudulentWebsiteWarningEnabled
        case "textInteractionEnabled": \.isTextInteractionEnabled
        case "elementFullscreenEnabled", "fullScreenEnabled": \.isElementFullscreenEnabled
        case "siteSpecificQuirksModeEnabled": \.isSiteSpecificQuirksModeEnabled
        case "shouldPrintBackgrounds": \.shouldPrintBackgrounds
        case "tabFocusesLinks": \.tabFocusesLinks
        default: nil
        }
    }
}

extension WKException {
    /// Raises the exception of key-value coding for a key that a class doesn't have.
    static func raiseUndefinedKey(_ key: String, of type: String) {
        raise(.undefinedKeyException, "\(type) is not key value coding-compliant for the key \(key)")
    }
}
