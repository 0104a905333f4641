extension WebPage {
    /// The settings that a page is made with. Apple API. Main actor only.
    @MainActor
    public struct Configuration {
        /// Makes a configuration with the default values. Apple API.
        public init() {}

        /// The store for cookies and other data. Apple API.
        public var websiteDataStore = WKWebsiteDataStore.default()
        /// The scripts and message handlers of the page. Apple API.
        public var userContentController = WKUserContentController()
        /// The settings that each navigation begins with. Apple API.
        public var defaultNavigationPreferences = NavigationPreferences()
        /// The handlers of the application's own schemes. Apple API.
        public var urlSchemeHandlers: [URLScheme: any URLSchemeHandler] = [:]
        /// The answers to pages that want to record, or to follow the device's motion. Apple API.
        public var deviceSensorAuthorization = DeviceSensorAuthorization(decision: .prompt)
        /// A name that is added to the user agent; nil for none. Apple API.
        public var applicationNameForUserAgent: String?
        /// Whether the page stays within the application's own domains. Apple API.
        public var limitsNavigationsToAppBoundDomains = false
        /// Whether known hosts are asked over HTTPS, see ``WKWebViewConfiguration/upgradeKnownHostsToHTTPS``. Apple API.
        public var upgradeKnownHostsToHTTPS = true
        /// Whether nothing of a page shows before all of it is there. Apple API.
        public var suppressesIncrementalRendering = false
        /// See ``WKWebViewConfiguration/allowsAirPlayForMediaPlayback``. Apple API.
        public var allowsAirPlayForMediaPlayback = true
        /// See ``WKWebViewConfiguration/allowsInlinePredictions``. Apple API.
        public var allowsInlinePredictions = false
        /// See ``WKWebViewConfiguration/supportsAdaptiveImageGlyph``. Apple API.
        public var supportsAdaptiveImageGlyph = false
        /// See ``WKWebViewConfiguration/showsSystemScreenTimeBlockingView``. Apple API.
        public var showsSystemScreenTimeBlockingView = true
        /// The data in texts that become links. Apple API.
        public var dataDetectorTypes: WKDataDetectorTypes = []
        /// See ``WKWebViewConfiguration/ignoresViewportScaleLimits``. Apple API.
        public var ignoresViewportScaleLimits = false
        /// Where videos play. Apple API.
        public var mediaPlaybackBehavior = MediaPlaybackBehavior.automatic

        /// Where videos play. Apple API.
        public enum MediaPlaybackBehavior: Sendable {
            /// As on a phone: in the full screen.
            case automatic
            /// In the page, for an element with the attribute `playsinline`.
            case allowsInlinePlayback
            /// In the full screen.
            case alwaysFullscreen
        }
    }

    /// The answers to pages that want to record, or to follow the device's motion. Apple API.
    public struct DeviceSensorAuthorization {
        /// The permission that a page asks for. Apple API.
        public enum Permission: Hashable, Sendable {
            /// To follow the orientation and motion of the device.
            case deviceOrientationAndMotion
            /// To record with a camera or a microphone.
            case mediaCapture(WKMediaCaptureType)
        }

        let decide: @MainActor (Permission, FrameInfo, WKSecurityOrigin) async -> WKPermissionDecision

        /// Makes answers that a closure decides, from the permission, the frame that asks, and its origin. Apple API.
        public init(
            decisionHandler:
                @escaping @MainActor (Permission, FrameInfo, WKSecurityOrigin) async -> WKPermissionDecision
        ) { decide = decisionHandler }

        /// Makes the same answer to every question. Apple API.
        public init(decision: WKPermissionDecision) { decide = { _, _, _ in decision } }
    }
}

extension WebPage.Configuration {
    /// The configuration of the page's view.
    var viewConfiguration: WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = websiteDataStore
        configuration.userContentController = userContentController
        configuration.defaultWebpagePreferences = defaultNavigationPreferences.viewPreferences
        for (scheme, handler) in urlSchemeHandlers {
            configuration.setURLSchemeHandler(SchemeHandlerAdapter(handler), forURLScheme: scheme.rawValue)
        }
        configuration.applicationNameForUserAgent = applicationNameForUserAgent
        configuration.limitsNavigationsToAppBoundDomains = limitsNavigationsToAppBoundDomains
        configuration.upgradeKnownHostsToHTTPS = upgradeKnownHostsToHTTPS
        configuration.suppressesIncrementalRendering = suppressesIncrementalRendering
        configuration.allowsAirPlayForMediaPlayback = allowsAirPlayForMediaPlayback
        configuration.allowsInlinePredictions = allowsInlinePredictions
        configuration.supportsAdaptiveImageGlyph = supportsAdaptiveImageGlyph
        configuration.showsSystemScreenTimeBlockingView = showsSystemScreenTimeBlockingView
        configuration.dataDetectorTypes = dataDetectorTypes
        configuration.ignoresViewportScaleLimits = ignoresViewportScaleLimits
        configuration.allowsInlineMediaPlayback = mediaPlaybackBehavior == .allowsInlinePlayback
        return configuration
    }
}
