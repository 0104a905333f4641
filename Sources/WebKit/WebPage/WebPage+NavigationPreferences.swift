extension WebPage {
    /// The settings of a navigation. Apple API.
    public struct NavigationPreferences: Sendable {
        /// The layout that a page comes in. Apple API.
        public enum ContentMode: Sendable {
            /// The layout that suits the device.
            case recommended
            /// The layout for phones.
            case mobile
            /// The layout for computers.
            case desktop
        }

        /// The treatment of addresses over HTTP. Apple API.
        public enum UpgradeToHTTPSPolicy: Sendable {
            /// Load the address as requested.
            case keepAsRequested
            /// Try HTTPS, and HTTP when that fails.
            case automaticFallbackToHTTP
            /// Try HTTPS, and ask the user before HTTP.
            case userMediatedFallbackToHTTP
            /// Try HTTPS only.
            case errorOnFailure
        }

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
        preferredContentMode =
            switch preferences.preferredContentMode {
            case .recommended: .recommended
            case .mobile: .mobile
            case .desktop: .desktop
            }
        preferredHTTPSNavigationPolicy =
            switch preferences.preferredHTTPSNavigationPolicy {
            case .keepAsRequested: .keepAsRequested
            case .automaticFallbackToHTTP: .automaticFallbackToHTTP
            case .userMediatedFallbackToHTTP: .userMediatedFallbackToHTTP
            case .errorOnFailure: .errorOnFailure
            }
        allowsContentJavaScript = preferences.allowsContentJavaScript
        isLockdownModeEnabled = preferences.isLockdownModeEnabled
        securityRestrictionMode = preferences.securityRestrictionMode
    }

    /// The preferences of a view's navigation.
    @MainActor var viewPreferences: WKWebpagePreferences {
        let preferences = WKWebpagePreferences()
        preferences.preferredContentMode =
            switch preferredContentMode {
            case .recommended: .recommended
            case .mobile: .mobile
            case .desktop: .desktop
            }
        preferences.preferredHTTPSNavigationPolicy =
            switch preferredHTTPSNavigationPolicy {
            case .keepAsRequested: .keepAsRequested
            case .automaticFallbackToHTTP: .automaticFallbackToHTTP
            case .userMediatedFallbackToHTTP: .userMediatedFallbackToHTTP
            case .errorOnFailure: .errorOnFailure
            }
        preferences.allowsContentJavaScript = allowsContentJavaScript
        preferences.isLockdownModeEnabled = isLockdownModeEnabled
        preferences.securityRestrictionMode = securityRestrictionMode
        return preferences
    }
}
