import CWebKitGTK

// Applies the configuration and the preferences to the view's WebKitSettings.
extension WKWebView {
    func configureSettings() {
        let configuration = liveConfiguration
        set("javascript-can-access-clipboard", false)
        set("enable-write-console-messages-to-stdout", false)
        set("allow-modal-dialogs", true)
        set("media-playback-allows-inline", configuration.allowsInlineMediaPlayback)
        set("media-playback-requires-user-gesture", autoplay == CWK_AUTOPLAY_NONE)
        setFeature("SuppressesIncrementalRendering", configuration.suppressesIncrementalRendering)
        // Without a compositor a page draws sooner and takes a third less memory; WebDriver's screenshots need one.
        if let handle, !configuration.isControlledByAutomation {
            cwk_view_set_number(handle, "hardware-acceleration-policy", 2)
        }
        allowServiceWorkers()
        applyUserAgent()
        applyPreferences()
        // A window's first document has the global object of the empty one before it.
        apply(configuration.defaultWebpagePreferences.hardening)
    }

    /// Lets pages have service workers, or not where the view refuses the application's scripts.
    func allowServiceWorkers() {
        if !liveConfiguration.appBoundDomains.isEmpty { setFeature("ServiceWorkers", !refusesScripts) }
    }

    /// Which media play without a gesture. WebKitGTK knows no state in which video waits and sound does not: then both wait.
    var autoplay: CWKAutoplay {
        let waiting = liveConfiguration.mediaTypesRequiringUserActionForPlayback
        if waiting.contains(.video) { return CWK_AUTOPLAY_NONE }
        return waiting.contains(.audio) ? CWK_AUTOPLAY_WITHOUT_SOUND : CWK_AUTOPLAY_ALL
    }

    func noteMediaType(_ former: String?) {
        SettingWithoutEffect.noteChange(
            of: "WKWebView.mediaType", mediaType != former, "the styles of another medium are the page's")
    }

    /// Whether the Web Inspector may look into the view, as ``isInspectable`` or the preferences say.
    package var hasInspector: Bool { liveConfiguration.preferences.enablesDeveloperExtras || isInspectable }

    func applyPreferences() {
        let configuration = liveConfiguration
        let preferences = configuration.preferences
        set("enable-javascript", preferences.runsJavaScript)
        set("javascript-can-open-windows-automatically", preferences.javaScriptCanOpenWindowsAutomatically)
        set("enable-fullscreen", preferences.isElementFullscreenEnabled)
        set("enable-site-specific-quirks", preferences.isSiteSpecificQuirksModeEnabled)
        set("print-backgrounds", preferences.shouldPrintBackgrounds)
        set("enable-tabs-to-links", preferences.tabFocusesLinks)
        set("allow-file-access-from-file-urls", preferences.allowsFileAccessFromFileURLs)
        set(
            "allow-universal-access-from-file-urls",
            preferences.allowsUniversalAccessFromFileURLs || configuration.allowsUniversalAccessFromFileURLs)
        // Clients of the debugger wait for the load event of a page that they go back to.
        set("enable-page-cache", !(ViewInspection.current?.isForClients ?? false))
        set("enable-developer-extras", hasInspector || ViewInspection.current != nil && configuration.isInspected)
        setFeature("TextInteraction", preferences.isTextInteractionEnabled)
        for (key, value) in preferences.engineFlags {
            guard let flag = WKPreferences.engineFlag(forKey: key) else { continue }
            set(flag.setting, value != flag.isInverted)
        }
        if let handle { cwk_view_set_number(handle, "minimum-font-size", UInt32(max(0, preferences.minimumFontSize))) }
        lockDown()
        hooks.preferencesApplied?()
    }

    /// Sets what the preferences of the next navigation decide.
    func apply(_ preferences: WKWebpagePreferences) {
        set("enable-javascript-markup", preferences.allowsContentJavaScript)
        apply(preferences.preferredContentMode)
        apply(preferences.hardening)
    }

    /// The user agent that the view's requests name; nil where the view has gone.
    package var userAgent: String? { handle.flatMap { cwk_view_user_agent($0) }.map { String(cString: $0) } }

    func applyUserAgent() {
        guard let handle else { return }
        // An empty text restores WebKit's own.
        cwk_view_set_user_agent(handle, customUserAgent.map(Self.headerText) ?? "")
        guard let engine = cwk_view_user_agent(handle).map({ String(cString: $0) }) else { return }
        let usual = agent(usual: engine)
        let name = customUserAgent == nil ? liveConfiguration.applicationNameForUserAgent : nil
        if usual != engine || name != nil {
            cwk_view_set_user_agent(handle, name.map { "\(usual) \(Self.headerText($0))" } ?? usual)
        }
    }

    /// Returns the text without control characters, which no header can have.
    private static func headerText(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }

    func setFeature(_ identifier: String, _ value: Bool) {
        if let handle { cwk_view_set_feature(handle, identifier, value) }
    }

    func applyGestures() { set("enable-back-forward-navigation-gestures", allowsBackForwardNavigationGestures) }

    private func set(_ setting: String, _ value: Bool) {
        if let handle { cwk_view_set_flag(handle, setting, value) }
    }
}
