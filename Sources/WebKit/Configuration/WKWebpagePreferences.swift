/// Settings of one navigation, chosen by the configuration or by the navigation delegate. Apple API.
///
/// Main actor only.
@preconcurrency @MainActor
open class WKWebpagePreferences: NSObject {
    /// Makes preferences with the default values. Apple API.
    public override init() { super.init() }

    /// Called after any property has changed.
    let observers = PropertyObservers()

    /// Whether the page's own scripts run; scripts of the application run regardless. Apple API.
    open var allowsContentJavaScript = true { didSet { observers.notify() } }

    /// Which layout a page should come in. Apple API.
    ///
    /// For ``ContentMode/desktop`` the page and its server see the user agent of a Mac, and a view narrower than 980 points lays the page
    /// out with that width. For ``ContentMode/mobile`` they see that of a phone or tablet. A `customUserAgent` of the application stays.
    open var preferredContentMode = ContentMode.recommended { didSet { observers.notify() } }

    /// Whether plain HTTP is tried over HTTPS first. Apple API; kept without effect.
    open var preferredHTTPSNavigationPolicy = UpgradeToHTTPSPolicy.keepAsRequested {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebpagePreferences.preferredHTTPSNavigationPolicy", preferredHTTPSNavigationPolicy != oldValue,
                "plain HTTP addresses are tried over HTTPS first")
            observers.notify()
        }
    }

    /// Whether the page runs in Lockdown Mode. Apple API; kept without effect.
    open var isLockdownModeEnabled = false {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebpagePreferences.isLockdownModeEnabled", isLockdownModeEnabled != oldValue,
                "the page runs in Lockdown Mode")
            observers.notify()
        }
    }

    /// The hardening of the page's process. Apple API; kept without effect.
    open var securityRestrictionMode = WKSecurityRestrictionMode.none {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebpagePreferences.securityRestrictionMode", securityRestrictionMode != oldValue,
                "JavaScript runs without a compiler, in a process of its own")
            observers.notify()
        }
    }

    /// The layout that a page should come in; named `WKContentMode` in Objective-C. Apple API.
    public enum ContentMode: Int, Sendable {
        /// The layout that suits the device.
        case recommended = 0
        /// The layout for phones.
        case mobile = 1
        /// The layout for computers.
        case desktop = 2
    }

    /// The treatment of plain HTTP addresses. Apple API.
    public enum UpgradeToHTTPSPolicy: Int, Sendable {
        /// Load the address as requested.
        case keepAsRequested = 0
        /// Try HTTPS, and HTTP when that fails.
        case automaticFallbackToHTTP = 1
        /// Try HTTPS, and ask the user before HTTP.
        case userMediatedFallbackToHTTP = 2
        /// Try HTTPS only.
        case errorOnFailure = 3
    }
}

/// The hardening of a page's process. Apple API.
public enum WKSecurityRestrictionMode: Int, Sendable {
    /// No more than usual.
    case none = 0
    /// All that harms no page: JavaScript runs without a compiler.
    case maximizeCompatibility = 1
    /// The restrictions of Lockdown Mode.
    case lockdown = 2
}
