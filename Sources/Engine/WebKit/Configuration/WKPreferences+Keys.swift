extension WKPreferences {
    /// Sets one of the switches that applications reach by key-value coding on iOS.
    ///
    /// Linux has no key-value coding; this knows `allowFileAccessFromFileURLs`, `allowUniversalAccessFromFileURLs`,
    /// `developerExtrasEnabled`, the public Boolean properties, and those of the engine: `javaScriptCanAccessClipboard`,
    /// `localStorageEnabled`, `logsPageMessagesToSystemConsoleEnabled`, `mediaDevicesEnabled`, `mediaSourceEnabled`,
    /// `mockCaptureDevicesEnabled`, `peerConnectionEnabled`, `webAudioEnabled`, `webGLEnabled` and `webSecurityEnabled`.
    /// `DOMPasteAllowed` and `hiddenPageDOMTimerThrottlingEnabled` have no effect. Any other key is misuse, see ``WKException``.
    public func setValue(_ value: Any?, forKey key: String) {
        let plain = Self.plainKey(key)
        let path = Self.path(forKey: plain)
        guard path != nil || Self.engineFlag(forKey: plain) != nil || Self.keptFlags[plain] != nil else {
            WKException.raiseUndefinedKey(key, of: "WKPreferences")
            return
        }
        guard let flag = value as? Bool else {
            WKException.raise(.invalidArgumentException, "The value for the key \(key) has to be a Boolean")
            return
        }
        if let path { return self[keyPath: path] = flag }
        if let usual = Self.keptFlags[plain] {
            SettingWithoutEffect.noteChange(of: "WKPreferences.\(plain)", flag != usual.value, usual.effect)
        }
        engineFlags[plain] = flag
    }

    /// Reads a switch by its key. Knows the keys of ``setValue(_:forKey:)``; nil after misuse that was recorded.
    public func value(forKey key: String) -> Any? {
        let plain = Self.plainKey(key)
        if let path = Self.path(forKey: plain) { return NSNumber(value: self[keyPath: path]) }
        guard let usual = Self.engineFlag(forKey: plain)?.usual ?? Self.keptFlags[plain]?.value else {
            WKException.raiseUndefinedKey(key, of: "WKPreferences")
            return nil
        }
        return NSNumber(value: engineFlags[plain] ?? usual)
    }

    private static func plainKey(_ key: String) -> String { key.hasPrefix("_") ? String(key.dropFirst()) : key }

    private static func path(forKey key: String) -> ReferenceWritableKeyPath<WKPreferences, Bool>? {
        switch key {
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

    /// A switch of the engine: its WebKitSettings property, whether that has the opposite sense, and the usual value of the key.
    static func engineFlag(forKey key: String) -> (setting: String, isInverted: Bool, usual: Bool)? {
        switch key {
        case "javaScriptCanAccessClipboard": ("javascript-can-access-clipboard", false, false)
        case "localStorageEnabled": ("enable-html5-local-storage", false, true)
        case "logsPageMessagesToSystemConsoleEnabled": ("enable-write-console-messages-to-stdout", false, false)
        case "mediaDevicesEnabled": ("enable-media-stream", false, false)
        case "mediaSourceEnabled": ("enable-mediasource", false, true)
        case "mockCaptureDevicesEnabled": ("enable-mock-capture-devices", false, false)
        case "peerConnectionEnabled": ("enable-webrtc", false, false)
        case "webAudioEnabled": ("enable-webaudio", false, true)
        case "webGLEnabled": ("enable-webgl", false, true)
        case "webSecurityEnabled": ("disable-web-security", true, true)
        default: nil
        }
    }

    /// The switches without effect, with their usual values and what they decide on iOS.
    private static let keptFlags: [String: (value: Bool, effect: String)] = [
        "DOMPasteAllowed": (false, "a script can paste"),
        "hiddenPageDOMTimerThrottlingEnabled": (true, "timers of hidden pages are slow"),
    ]
}

extension WKException {
    /// Raises the exception of key-value coding for a key that a class doesn't have.
    static func raiseUndefinedKey(_ key: String, of type: String) {
        raise(.undefinedKeyException, "\(type) is not key value coding-compliant for the key \(key)")
    }
}
