/// The parts of a configuration that an archive keeps, as on iOS: its own settings and those of its preferences.
///
/// Scripts, handlers and delegates are not among them.
struct ArchivedConfiguration: ArchivedSettings {
    static let key = "WKWebViewConfiguration"

    var applicationNameForUserAgent: String?
    var isPersistent = true
    var storeIdentifier: UUID?
    var mediaTypesRequiringUserAction = WKAudiovisualMediaTypes.all.rawValue
    var dataDetectorTypes: UInt = 0
    /// The Boolean settings of the configuration, the preferences and the webpage preferences.
    var flags: [String: Bool] = [:]
    var minimumFontSize = 0.0
    var preferredContentMode = 0

    /// The settings of a new configuration.
    init() {}

    @MainActor
    init(_ configuration: WKWebViewConfiguration) {
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

    /// Gives a new configuration the settings.
    @MainActor
    func apply(to configuration: WKWebViewConfiguration) {
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
