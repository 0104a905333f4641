extension WebPage {
    /// The settings of a navigation. Apple API.
    public struct NavigationPreferences: Sendable {
        /// The layout that a page comes in. Apple API.
        public typealias ContentMode = WKWebpagePreferences.ContentMode
        /// The treatment of addresses over HTTP. Apple API.
        public typealias UpgradeToHTTPSPolicy = WKWebpagePreferences.UpgradeToHTTPSPolicy

        /// Makes preferences with the default values. Apple API.
        public init() {}

        /// The layout that the page comes in, see ``WKWebpagePreferences/preferredContentMode``. Apple API.
        public var preferredContentMode = ContentMode.recommended
        /// Whether the page's own scripts run. Apple API.
        public var allowsContentJavaScript = true
        /// The treatment of an address over HTTP, see ``WKWebpagePreferences/preferredHTTPSNavigationPolicy``. Apple API.
        public var preferredHTTPSNavigationPolicy = UpgradeToHTTPSPolicy.keepAsRequested
        /// Whether the page runs in Lockdown Mode, see ``WKWebpagePreferences/isLockdownModeEnabled``. Apple API.
        public var isLockdownModeEnabled = false
        /// The hardening of the page's process. Apple API.
        public var securityRestrictionMode = WKSecurityRestrictionMode.none
    }
}

extension WebPage.NavigationPreferences {
    @MainActor
    init(_ preferences: WKWebpagePreferences) {
        preferredContentMode = preferences.preferredContentMode
        preferredHTTPSNavigationPolicy = preferences.preferredHTTPSNavigationPolicy
        allowsContentJavaScript = preferences.allowsContentJavaScript
        isLockdownModeEnabled = preferences.isLockdownModeEnabled
        securityRestrictionMode = preferences.securityRestrictionMode
    }

    /// The preferences of a view's navigation.
    @MainActor var viewPreferences: WKWebpagePreferences {
        let preferences = WKWebpagePreferences()
        preferences.preferredContentMode = preferredContentMode
        preferences.preferredHTTPSNavigationPolicy = preferredHTTPSNavigationPolicy
        preferences.allowsContentJavaScript = allowsContentJavaScript
        preferences.isLockdownModeEnabled = isLockdownModeEnabled
        preferences.securityRestrictionMode = securityRestrictionMode
        return preferences
    }
}
