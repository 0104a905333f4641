extension WKWebViewConfiguration {
    /// Sets a switch that applications reach by key-value coding on iOS.
    ///
    /// Linux has no key-value coding; this knows `allowUniversalAccessFromFileURLs`, `drawsBackground`, and the public Boolean
    /// properties. Any other key is misuse, see ``WKException``.
    public func setValue(_ value: Any?, forKey key: String) {
        guard let path = Self.path(forKey: key) else {
            WKException.raiseUndefinedKey(key, of: "WKWebViewConfiguration")
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
            WKException.raiseUndefinedKey(key, of: "WKWebViewConfiguration")
            return nil
        }
        return NSNumber(value: self[keyPath: path])
    }

    private static func path(forKey key: String) -> ReferenceWritableKeyPath<WKWebViewConfiguration, Bool>? {
        switch key.hasPrefix("_") ? String(key.dropFirst()) : key {
        case "allowUniversalAccessFromFileURLs": \.allowsUniversalAccessFromFileURLs
        case "drawsBackground": \.drawsBackground
        case "allowsInlineMediaPlayback": \.allowsInlineMediaPlayback
        case "suppressesIncrementalRendering": \.suppressesIncrementalRendering
        case "allowsAirPlayForMediaPlayback": \.allowsAirPlayForMediaPlayback
        case "allowsPictureInPictureMediaPlayback": \.allowsPictureInPictureMediaPlayback
        case "limitsNavigationsToAppBoundDomains": \.limitsNavigationsToAppBoundDomains
        case "upgradeKnownHostsToHTTPS": \.upgradeKnownHostsToHTTPS
        case "ignoresViewportScaleLimits": \.ignoresViewportScaleLimits
        case "allowsInlinePredictions": \.allowsInlinePredictions
        default: nil
        }
    }
}
