extension WKWebViewConfiguration {
    /// Sets a switch that applications reach by key-value coding on iOS.
    ///
    /// Linux has no key-value coding; this knows `allowUniversalAccessFromFileURLs`. Any other key is misuse, see
    /// ``WKException``.
    public func setValue(_ value: Any?, forKey key: String) {
        guard Self.isUniversalAccess(key) else {
            WKException.raiseUndefinedKey(key, of: "WKWebViewConfiguration")
            return
        }
        guard let flag = value as? Bool else {
            WKException.raise(.invalidArgumentException, "The value for the key \(key) has to be a Boolean")
            return
        }
        allowsUniversalAccessFromFileURLs = flag
    }

    /// Reads a switch by its key. Knows the key of ``setValue(_:forKey:)``; nil after misuse that was recorded.
    public func value(forKey key: String) -> Any? {
        guard Self.isUniversalAccess(key) else {
            WKException.raiseUndefinedKey(key, of: "WKWebViewConfiguration")
            return nil
        }
        return NSNumber(value: allowsUniversalAccessFromFileURLs)
    }

    private static func isUniversalAccess(_ key: String) -> Bool {
        key == "allowUniversalAccessFromFileURLs" || key == "_allowUniversalAccessFromFileURLs"
    }
}
