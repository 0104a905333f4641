/// The parts of a view that an archive keeps, as on iOS: settings of the view, of its configuration and of its preferences.
///
/// Scripts, handlers, delegates and the page are not among them.
package struct ArchivedView: Codable {
    private static let key = "WKWebView"

    package private(set) var frame = CGRect.zero
    package private(set) var customUserAgent: String?
    var allowsBackForwardNavigationGestures = false
    var allowsLinkPreview = true
    var isInspectable = false
    var applicationNameForUserAgent: String?
    var isPersistent = true
    var storeIdentifier: UUID?
    var mediaTypesRequiringUserAction = WKAudiovisualMediaTypes.all.rawValue
    var dataDetectorTypes: UInt = 0
    /// The Boolean settings of the configuration, the preferences and the webpage preferences that differ from a new one's.
    var flags: [String: Bool] = [:]
    var minimumFontSize = 0.0
    var preferredContentMode = 0

    /// Reads a coder; one without a view gives the values of a new view.
    @MainActor
    package init(_ coder: NSCoder) {
        guard coder.allowsKeyedCoding, coder.containsValue(forKey: Self.key),
            let data = coder.decodeObject(forKey: Self.key) as? Data,
            let read = try? JSONDecoder().decode(Self.self, from: data)
        else { return }
        self = read
    }

    @MainActor
    init(_ view: WKWebView) {
        let configuration = view.liveConfiguration
        frame = view.frame
        customUserAgent = view.customUserAgent
        allowsBackForwardNavigationGestures = view.allowsBackForwardNavigationGestures
        allowsLinkPreview = view.allowsLinkPreview
        isInspectable = view.isInspectable
        applicationNameForUserAgent = configuration.applicationNameForUserAgent
        isPersistent = configuration.websiteDataStore.isPersistent
        storeIdentifier = configuration.websiteDataStore.identifier
        mediaTypesRequiringUserAction = configuration.mediaTypesRequiringUserActionForPlayback.rawValue
        dataDetectorTypes = configuration.dataDetectorTypes.rawValue
        minimumFontSize = Double(configuration.preferences.minimumFontSize)
        preferredContentMode = configuration.defaultWebpagePreferences.preferredContentMode.rawValue
        for (name, path) in Self.configurationFlags { flags[name] = configuration[keyPath: path] }
        for (name, path) in Self.preferenceFlags { flags[name] = configuration.preferences[keyPath: path] }
        flags["allowsContentJavaScript"] = configuration.defaultWebpagePreferences.allowsContentJavaScript
    }

    /// Gives a new view the settings that are not its configuration's.
    @MainActor
    package func restore(_ view: WKWebView) {
        view.allowsBackForwardNavigationGestures = allowsBackForwardNavigationGestures
        view.allowsLinkPreview = allowsLinkPreview
        view.isInspectable = isInspectable
    }

    func write(to coder: NSCoder) {
        guard coder.allowsKeyedCoding, let data = try? JSONEncoder().encode(self) else { return }
        coder.encode(data as NSData, forKey: Self.key)
    }

    /// A configuration with the settings.
    @MainActor package var configuration: WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.applicationNameForUserAgent = applicationNameForUserAgent
        if !isPersistent {
            configuration.websiteDataStore = .nonPersistent()
        } else if let storeIdentifier {
            configuration.websiteDataStore = WKWebsiteDataStore(forIdentifier: storeIdentifier)
        }
        configuration.mediaTypesRequiringUserActionForPlayback = WKAudiovisualMediaTypes(
            rawValue: mediaTypesRequiringUserAction)
        configuration.dataDetectorTypes = WKDataDetectorTypes(rawValue: dataDetectorTypes)
        let preferences = configuration.preferences
        preferences.minimumFontSize = CGFloat(minimumFontSize)
        for (name, path) in Self.configurationFlags where flags[name] != nil {
            configuration[keyPath: path] = flags[name] == true
        }
        for (name, path) in Self.preferenceFlags where flags[name] != nil {
            preferences[keyPath: path] = flags[name] == true
        }
        let page = WKWebpagePreferences()
        page.allowsContentJavaScript = flags["allowsContentJavaScript"] ?? true
        page.preferredContentMode = .init(rawValue: preferredContentMode) ?? .recommended
        configuration.defaultWebpagePreferences = page
        return configuration
    }

    @MainActor private static let configurationFlags: [String: ReferenceWritableKeyPath<WKWebViewConfiguration, Bool>] =
        [
            "allowsAirPlayForMediaPlayback": \.allowsAirPlayForMediaPlayback,
            "allowsInlineMediaPlayback": \.allowsInlineMediaPlayback,
            "allowsPictureInPictureMediaPlayback": \.allowsPictureInPictureMediaPlayback,
            "ignoresViewportScaleLimits": \.ignoresViewportScaleLimits,
            "limitsNavigationsToAppBoundDomains": \.limitsNavigationsToAppBoundDomains,
            "suppressesIncrementalRendering": \.suppressesIncrementalRendering,
            "upgradeKnownHostsToHTTPS": \.upgradeKnownHostsToHTTPS,
        ]

    @MainActor private static let preferenceFlags: [String: ReferenceWritableKeyPath<WKPreferences, Bool>] = [
        "isElementFullscreenEnabled": \.isElementFullscreenEnabled,
        "isFraudulentWebsiteWarningEnabled": \.isFraudulentWebsiteWarningEnabled,
        "isSiteSpecificQuirksModeEnabled": \.isSiteSpecificQuirksModeEnabled,
        "isTextInteractionEnabled": \.isTextInteractionEnabled,
        "javaScriptCanOpenWindowsAutomatically": \.javaScriptCanOpenWindowsAutomatically,
        "shouldPrintBackgrounds": \.shouldPrintBackgrounds,
        "tabFocusesLinks": \.tabFocusesLinks,
    ]
}
