/// Settings of one navigation, chosen by the configuration or by the navigation delegate. Apple API.
///
/// Main actor only.
@preconcurrency @MainActor
open class WKWebpagePreferences: NSObject {
    /// Makes preferences with the default values. Apple API.
    public override init() { super.init() }

    /// Called after any property has changed.
    let observers = PropertyObservers()

    /// A copy for the delegate, whose changes concern one navigation.
    var duplicate: WKWebpagePreferences {
        let copy = WKWebpagePreferences()
        copy.allowsContentJavaScript = allowsContentJavaScript
        copy.preferredContentMode = preferredContentMode
        copy.preferredHTTPSNavigationPolicy = preferredHTTPSNavigationPolicy
        copy.isLockdownModeEnabled = isLockdownModeEnabled
        copy.securityRestrictionMode = securityRestrictionMode
        return copy
    }

    /// Whether the page's own scripts run; scripts of the application run regardless. Apple API.
    open var allowsContentJavaScript = true { didSet { observers.notify() } }

    /// Which layout a page should come in. Apple API.
    ///
    /// For ``ContentMode/desktop`` the page and its server see the user agent of a Mac, and a view narrower than 980 points lays the page
    /// out with that width. For ``ContentMode/mobile`` they see that of a phone or tablet. A `customUserAgent` of the application stays.
    open var preferredContentMode = ContentMode.recommended { didSet { observers.notify() } }

    /// The treatment of a navigation of the main frame to an address over HTTP. Apple API.
    ///
    /// Requests to this machine, and to hosts that are named by a number, stay as they are. A page over HTTP leads to other pages of its
    /// site over HTTP, except where an error is to end the navigation.
    ///
    /// ```swift
    /// configuration.defaultWebpagePreferences.preferredHTTPSNavigationPolicy = .automaticFallbackToHTTP
    /// ```
    open var preferredHTTPSNavigationPolicy = UpgradeToHTTPSPolicy.keepAsRequested { didSet { observers.notify() } }

    /// Whether the page runs in Lockdown Mode. Apple API.
    ///
    /// JavaScript is interpreted, and pages and workers are without WebAssembly. Documents have no WebGL, WebGPU, Web Audio, WebCodecs,
    /// WebRTC, WebTransport, speech, gamepads, IndexedDB, caches, service workers, Web Locks, notifications, pushes, `FileReader`,
    /// MathML, `<embed>` or PDF viewer, and their fonts are read by a parser of little code.
    ///
    /// The view's web process is replaced where it is not locked down yet: the scripts of the page that was shown end. Views that share
    /// a process with another one, as a window does with its opener, keep theirs, and so do steps in the back-forward list and requests
    /// with a body; there only the features of documents are missing. No entitlement is needed.
    open var isLockdownModeEnabled = false { didSet { observers.notify() } }

    /// The hardening of the page's process. Apple API.
    ///
    /// The process is replaced as for ``isLockdownModeEnabled``. Where that is set, too, the page runs in Lockdown Mode.
    open var securityRestrictionMode = WKSecurityRestrictionMode.none { didSet { observers.notify() } }

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
        /// Try HTTPS, and HTTP when that fails. The delegate sees one navigation. A request with a body fails.
        case automaticFallbackToHTTP = 1
        /// Try HTTPS, and ask the user before HTTP.
        ///
        /// The navigation fails, and the view shows a page that says so. Its link, with the id `continue`, leads to the address over HTTP.
        case userMediatedFallbackToHTTP = 2
        /// Try HTTPS only. The navigation fails with the error of the connection.
        case errorOnFailure = 3
    }
}

/// The hardening of a page's process. Apple API.
public enum WKSecurityRestrictionMode: Int, Sendable {
    /// No more than usual.
    case none = 0
    /// The hardening that harms no page: JavaScript is interpreted, and WebAssembly stays where the engine has it without a compiler.
    case maximizeCompatibility = 1
    /// The restrictions of Lockdown Mode.
    case lockdown = 2
}
