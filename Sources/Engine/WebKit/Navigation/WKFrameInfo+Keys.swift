extension WKFrameInfo {
    /// Reads a property that applications reach by key-value coding on iOS; nil after misuse that was recorded.
    ///
    /// Linux has no key-value coding; this knows the public properties. Any other key is misuse, see ``WKException``.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "mainFrame", "isMainFrame": return NSNumber(value: isMainFrame)
        case "request": return request
        case "securityOrigin": return securityOrigin
        case "webView": return webView
        default:
            WKException.raiseUndefinedKey(key, of: "WKFrameInfo")
            return nil
        }
    }
}
