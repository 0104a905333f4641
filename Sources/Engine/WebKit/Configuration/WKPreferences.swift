/// Settings that views share: a change acts on every running view that uses the object. Apple API.
///
/// Main actor only. The defaults are those of iOS.
@preconcurrency @MainActor
open class WKPreferences: NSObject {
    /// Makes preferences with the default values. Apple API.
    public override init() { super.init() }

    /// Called after any property has changed; each view mirrors the change into its settings.
    let observers = PropertyObservers()

    /// Smallest size of text, in points; 0 sets no limit. Apple API.
    open var minimumFontSize: CGFloat = 0 { didSet { observers.notify() } }

    /// Whether a script may call `window.open` without a user's gesture. Apple API.
    open var javaScriptCanOpenWindowsAutomatically = false { didSet { observers.notify() } }

    /// Whether suspected frauds are announced. Apple API; kept without effect: WebKitGTK has no list of fraudulent sites to ask.
    open var isFraudulentWebsiteWarningEnabled = true {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKPreferences.isFraudulentWebsiteWarningEnabled", isFraudulentWebsiteWarningEnabled != oldValue,
                "suspected frauds are announced")
            observers.notify()
        }
    }

    /// Whether a person can select text. Apple API. Scripts can in any case.
    open var isTextInteractionEnabled = true { didSet { observers.notify() } }

    /// Whether the page has the Fullscreen API. Apple API.
    open var isElementFullscreenEnabled = false { didSet { observers.notify() } }

    /// Whether WebKit's corrections for particular sites are on. Apple API.
    open var isSiteSpecificQuirksModeEnabled = true { didSet { observers.notify() } }

    /// Whether backgrounds are printed. Apple API.
    open var shouldPrintBackgrounds = false { didSet { observers.notify() } }

    /// Whether the Tab key stops at links. Apple API.
    open var tabFocusesLinks = false { didSet { observers.notify() } }

    /// Whether looking at the edge of the page scrolls it. Apple API; kept without effect.
    open var isLookToScrollEnabled = false {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKPreferences.isLookToScrollEnabled", isLookToScrollEnabled != oldValue,
                "a look at the edge of the page scrolls it")
            observers.notify()
        }
    }

    /// The treatment of pages whose view is in no window. Apple API; kept without effect.
    open var inactiveSchedulingPolicy = InactiveSchedulingPolicy.suspend {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKPreferences.inactiveSchedulingPolicy", inactiveSchedulingPolicy != oldValue,
                "pages stop while their view is in no window")
            observers.notify()
        }
    }

    /// Whether JavaScript runs at all. Apple API, replaced by ``WKWebpagePreferences/allowsContentJavaScript``.
    @available(*, deprecated, message: "Use WKWebpagePreferences.allowsContentJavaScript")
    open var javaScriptEnabled: Bool {
        get { runsJavaScript }
        set { runsJavaScript = newValue }
    }

    /// Whether Java runs. Apple API; kept without effect.
    @available(*, deprecated, message: "Java is no longer supported")
    open var javaEnabled: Bool {
        get { runsJava }
        set { runsJava = newValue }
    }

    /// Whether plug-ins run. Apple API; kept without effect.
    @available(*, deprecated, message: "Plug-ins are no longer supported")
    open var plugInsEnabled: Bool {
        get { runsPlugIns }
        set { runsPlugIns = newValue }
    }

    // Behind the deprecated names, so that reading them here warns nobody.
    var runsJavaScript = true { didSet { observers.notify() } }
    private var runsJava = false {
        didSet { SettingWithoutEffect.noteChange(of: "WKPreferences.javaEnabled", runsJava != oldValue, "Java runs") }
    }
    private var runsPlugIns = false {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKPreferences.plugInsEnabled", runsPlugIns != oldValue, "plug-ins run")
        }
    }

    // Reached by key only, as on iOS.
    var allowsFileAccessFromFileURLs = false { didSet { observers.notify() } }
    var allowsUniversalAccessFromFileURLs = false { didSet { observers.notify() } }
    var enablesDeveloperExtras = false { didSet { observers.notify() } }
    /// The switches of the engine that differ from WebKitGTK's defaults, by their keys.
    var engineFlags: [String: Bool] = [:] { didSet { observers.notify() } }

    /// The treatment of pages whose view is in no window. Apple API.
    public enum InactiveSchedulingPolicy: Int, Sendable {
        /// The page stops completely.
        case suspend = 0
        /// The page runs slowly.
        case throttle = 1
        /// The page runs as usual.
        case none = 2
    }
}
