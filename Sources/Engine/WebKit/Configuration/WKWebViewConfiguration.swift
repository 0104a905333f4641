public import UIKitSubset
import URLInterception

/// The settings that a view is made with. A view takes a copy, so a later change here doesn't reach it. Apple API.
///
/// ```swift
/// let configuration = WKWebViewConfiguration()
/// configuration.setURLSchemeHandler(Greeter(), forURLScheme: "greeter")
/// let webView = WKWebView(frame: .zero, configuration: configuration)
/// ```
///
/// A copy shares the process pool, the preferences, the user content controller and the data store with the original, and
/// has a scheme table of its own. Main actor only. The defaults are those of a phone.
@preconcurrency @MainActor
open class WKWebViewConfiguration: NSObject, NSCopying, @preconcurrency NSSecureCoding {
    /// Makes a configuration with the default values. Apple API.
    public override init() { super.init() }

    /// Makes a configuration with the default values. Apple API, there with the settings of the archive, for storyboards.
    public required init?(coder: NSCoder) { super.init() }

    /// Archives nothing. Apple API, there with all settings.
    open func encode(with coder: NSCoder) {}

    /// Whether archives are read securely: yes. Foundation API.
    public class var supportsSecureCoding: Bool { true }

    /// The scheme handlers by scheme, in lower case.
    var schemeHandlers: [String: any WKURLSchemeHandler] = [:]

    /// The view that opened the one to be made; set on what `createWebViewWith` is given.
    weak var opener: WKWebView?

    /// The view whose web process the new view shares; nil for a separate process. Both views must have the same data store.
    package weak var processOwner: WKWebView?

    /// Whether a WebDriver session may drive the view.
    package var isControlledByAutomation = false

    /// Whether the view has a window of its own on the display, instead of none.
    package var isOnScreen = false

    /// Whether ``ViewInspection`` may inspect the view, where a process has one.
    package var isInspected = true

    /// Whether the view has a page. One without shows nothing and needs no display; scheme handlers can be called with it.
    package var hasPage = true

    /// The user agent that a view begins with, see `WKWebView.customUserAgent`; nil for the default one.
    package var customUserAgent: String?

    /// The safe area that a view begins with, see `WKWebView.safeAreaInsets`; nil where none is simulated.
    package var safeAreaInsets: UIEdgeInsets?

    /// The device pixels to a CSS pixel of a view; nil for `WebKitEnvironment.displayScale`. Views on the display share the latest.
    package var displayScale: Int?

    /// The release of iOS whose features views have, see ``IOSFeature``.
    package var iosRelease = IOSRelease.newest

    /// The changes of a simulated system to the realms of pages and workers.
    package var realms = EnvironmentPatches()

    /// Scripts and receivers that are the view's own, beside those of the user content controller.
    package var hostContent = HostContent()

    /// `URLProtocol` classes that a view's requests are offered to, before those that are registered. The requests are the loads
    /// of an `SWWebView` under `sw://`, and all http(s) loads where ``interceptsNetwork`` is set. The name is
    /// `URLSessionConfiguration`'s.
    open var protocolClasses: [AnyClass] = []

    /// Whether what the view loads from http(s) addresses goes through ``InterceptingLoader``, where `URLProtocol` classes are
    /// asked: pages, frames, images, `fetch`, in workers too. Not of Apple's API.
    ///
    /// Pages keep their addresses, origins, cookies and caches. From the first such view on it applies to all views of the
    /// data store, and each request is offered to the ``protocolClasses`` of every view that has asked for it, the newest
    /// view's first; then to the registered ones. A class gets the whole body in `httpBody`, and redirects it answers with are
    /// followed by WebKit, which offers the next request anew. Web sockets go straight to their servers. Certificates are checked
    /// by the loader: an error of it, or of a class, is the navigation's error.
    open var interceptsNetwork = false

    /// The loader that answers the http(s) addresses of a view with ``interceptsNetwork`` that no class takes; nil for the
    /// network. Not of Apple's API.
    ///
    /// ```swift
    /// configuration.interceptsNetwork = true
    /// configuration.networkLoader = MappedLoader(map: try OriginMap(["https://app.example=./dist"]))
    /// ```
    ///
    /// A page at `https://app.example/` is then a page of that origin for WebKit, with its own cookies, redirects, caches and
    /// service workers. Web sockets go to the mapped server. Only the loader's map and connectivity are used. Where views of one
    /// data store differ, the newest that maps an origin answers for it. An `SWWebView` begins with this loader as its `loader`.
    open var networkLoader: MappedLoader?

    /// An object that has no effect, on iOS neither. Apple API.
    open lazy var processPool = WKProcessPool()

    /// Settings that the view shares with every other user of the object. Apple API.
    open lazy var preferences = WKPreferences()

    /// The scripts and message handlers of the view. Apple API.
    open lazy var userContentController = WKUserContentController()

    /// The store for cookies and other data. Apple API.
    open lazy var websiteDataStore = WKWebsiteDataStore.default()

    /// The settings that each navigation begins with; nil sets the default ones. Apple API.
    open var defaultWebpagePreferences: WKWebpagePreferences! {
        get { webpagePreferences }
        set { webpagePreferences = newValue ?? WKWebpagePreferences() }
    }
    private var webpagePreferences = WKWebpagePreferences()

    /// Text that the user agent ends with. Apple API. The rest differs from the one on iOS.
    open var applicationNameForUserAgent: String?

    /// Which media wait for a gesture before they play. Apple API.
    open var mediaTypesRequiringUserActionForPlayback = WKAudiovisualMediaTypes.all

    /// Whether video plays inside the page. Apple API.
    open var allowsInlineMediaPlayback = false

    /// Whether nothing is drawn before everything has loaded. Apple API.
    open var suppressesIncrementalRendering = false

    /// Whether media may play on an AirPlay device. Apple API. Pages see `webkitWirelessVideoPlaybackDisabled`, `remote` and the event
    /// `webkitplaybacktargetavailabilitychanged`. There is no such device.
    open var allowsAirPlayForMediaPlayback = true

    /// Whether video may play in a floating window. Apple API. Pages see the states and events of such a window. There is none on the
    /// screen.
    open var allowsPictureInPictureMediaPlayback = true

    /// Which texts turn into links when a page has loaded. Apple API. Dates are recognised in English and in digits, postal addresses of
    /// the United States, Britain and Germany. Unlike on iOS `lookupSuggestion` makes no links.
    ///
    /// Links of telephone numbers, web addresses and mail addresses open these. The other links have an address of the scheme
    /// `x-apple-data-detectors`. A page turns kinds off with the `<meta>` element `format-detection`, whose content can have
    /// `telephone=no`, `email=no`, `date=no` and `address=no`.
    open var dataDetectorTypes: WKDataDetectorTypes = [] {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebViewConfiguration.dataDetectorTypes",
                dataDetectorTypes != .all && dataDetectorTypes.contains(.lookupSuggestion),
                "words worth looking up turn into links")
        }
    }

    /// Whether the main frame visits ``appBoundDomains`` only. Apple API.
    ///
    /// Navigations to other domains fail with `WKError.navigationAppBoundDomain`. Where there are such domains and this is false, the
    /// application's scripts fail with `WKError.javaScriptAppBoundDomain`, and pages get neither its user scripts nor its message
    /// handlers nor service workers. The first page of this device, such as one at `localhost` or a file, sets this for its view.
    open var limitsNavigationsToAppBoundDomains = false

    /// The app-bound domains of the application, ten at most, such as `example.com`, or `app:` for a scheme.
    ///
    /// They are those of `WKAppBoundDomains` in the `Info.plist` of the main bundle, the only place on iOS. Programs on Linux rarely have
    /// one, and set the list.
    public var appBoundDomains = Bundle.main.object(forInfoDictionaryKey: "WKAppBoundDomains") as? [String] ?? []

    /// Whether hosts known to speak HTTPS are asked over HTTPS. Apple API; kept without effect.
    open var upgradeKnownHostsToHTTPS = true {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebViewConfiguration.upgradeKnownHostsToHTTPS", upgradeKnownHostsToHTTPS != oldValue,
                "hosts that are known to speak HTTPS are asked over HTTPS")
        }
    }

    /// Whether the page's limits on zooming are ignored. Apple API; kept without effect.
    open var ignoresViewportScaleLimits = false {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebViewConfiguration.ignoresViewportScaleLimits", ignoresViewportScaleLimits != oldValue,
                "the user may zoom further than the page allows")
        }
    }

    /// The unit by which a selection grows. Apple API; kept without effect.
    open var selectionGranularity = WKSelectionGranularity.dynamic {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebViewConfiguration.selectionGranularity", selectionGranularity != oldValue,
                "a selection grows by characters")
        }
    }

    /// The direction that the interface follows. Apple API; kept without effect.
    open var userInterfaceDirectionPolicy = WKUserInterfaceDirectionPolicy.content {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebViewConfiguration.userInterfaceDirectionPolicy", userInterfaceDirectionPolicy != oldValue,
                "the interface follows the direction of the page or of the system")
        }
    }

    /// Whether text is completed while it is typed. Apple API; kept without effect.
    open var allowsInlinePredictions = false {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebViewConfiguration.allowsInlinePredictions", allowsInlinePredictions != oldValue,
                "text is completed while it is typed")
        }
    }

    /// Whether adaptive images may be inserted. Apple API; kept without effect.
    open var supportsAdaptiveImageGlyph = false {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebViewConfiguration.supportsAdaptiveImageGlyph", supportsAdaptiveImageGlyph != oldValue,
                "adaptive images may be inserted")
        }
    }

    /// Whether Screen Time may cover the page. Apple API; kept without effect.
    open var showsSystemScreenTimeBlockingView = true {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebViewConfiguration.showsSystemScreenTimeBlockingView",
                showsSystemScreenTimeBlockingView != oldValue, "Screen Time may cover the page")
        }
    }

    /// How much of Writing Tools a page offers. Apple API; kept without effect.
    open var writingToolsBehavior = UIWritingToolsBehavior.limited {
        didSet {
            SettingWithoutEffect.noteChange(
                of: "WKWebViewConfiguration.writingToolsBehavior", writingToolsBehavior != oldValue,
                "a page offers Writing Tools")
        }
    }

    var independentCopy: WKWebViewConfiguration { copy() as? WKWebViewConfiguration ?? self }

    // Reached by key only, as on iOS.
    var allowsUniversalAccessFromFileURLs = false
    /// Whether a page without a background is drawn over white, see `WKWebView.isOpaque`.
    var drawsBackground = true

    /// Lets `urlSchemeHandler` answer the requests of a URL scheme. Apple API.
    ///
    /// Views that exist already are not affected. It is misuse, see ``WKException``, to name a scheme that WebKit loads
    /// itself, a name that is no scheme, or a scheme that has a handler; letter case makes no difference. The handler is
    /// kept alive by the configuration and by the views made from it. Nil is checked likewise, and registers nothing.
    open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {
        if NativeSchemes.handles(urlScheme) {
            WKException.raise(
                .invalidArgumentException, "'\(urlScheme)' is a URL scheme that WKWebView handles natively")
            return
        }
        guard let scheme = NativeSchemes.canonical(urlScheme) else {
            WKException.raise(.invalidArgumentException, "'\(urlScheme)' is not a valid URL scheme")
            return
        }
        if schemeHandlers[scheme] != nil {
            WKException.raise(
                .invalidArgumentException, "URL scheme '\(urlScheme)' already has a registered URL scheme handler")
            return
        }
        schemeHandlers[scheme] = urlSchemeHandler
    }

    /// The handler of a scheme, whatever its letter case; nil when there is none. Apple API.
    open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
        NativeSchemes.canonical(urlScheme).flatMap { schemeHandlers[$0] }
    }

    /// The schemes that have handlers, in lower case and in no order.
    package var urlSchemes: [String] { Array(schemeHandlers.keys) }

    /// Takes a scheme's handler out, for a view that puts one of its own in its place.
    package func takeURLSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
        NativeSchemes.canonical(urlScheme).flatMap { schemeHandlers.removeValue(forKey: $0) }
    }

    /// Makes a copy, as every view does. Apple API. Call it on the main thread; a subclass copies to this class.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any {
        MainActor.assumeIsolated { duplicate() }
    }

    private func duplicate() -> WKWebViewConfiguration {
        let copy = WKWebViewConfiguration()
        copy.schemeHandlers = schemeHandlers
        copy.opener = opener
        copy.processOwner = processOwner
        copy.hostContent = hostContent
        copy.isControlledByAutomation = isControlledByAutomation
        copy.isOnScreen = isOnScreen
        copy.displayScale = displayScale
        copy.isInspected = isInspected
        copy.hasPage = hasPage
        copy.customUserAgent = customUserAgent
        copy.safeAreaInsets = safeAreaInsets
        copy.iosRelease = iosRelease
        copy.realms = realms
        copy.protocolClasses = protocolClasses
        copy.interceptsNetwork = interceptsNetwork
        copy.networkLoader = networkLoader
        copy.processPool = processPool
        copy.preferences = preferences
        copy.userContentController = userContentController
        copy.websiteDataStore = websiteDataStore
        copy.webpagePreferences = webpagePreferences
        copy.applicationNameForUserAgent = applicationNameForUserAgent
        copy.mediaTypesRequiringUserActionForPlayback = mediaTypesRequiringUserActionForPlayback
        copy.allowsInlineMediaPlayback = allowsInlineMediaPlayback
        copy.suppressesIncrementalRendering = suppressesIncrementalRendering
        copy.allowsAirPlayForMediaPlayback = allowsAirPlayForMediaPlayback
        copy.allowsPictureInPictureMediaPlayback = allowsPictureInPictureMediaPlayback
        copy.dataDetectorTypes = dataDetectorTypes
        copy.limitsNavigationsToAppBoundDomains = limitsNavigationsToAppBoundDomains
        copy.appBoundDomains = appBoundDomains
        copy.upgradeKnownHostsToHTTPS = upgradeKnownHostsToHTTPS
        copy.ignoresViewportScaleLimits = ignoresViewportScaleLimits
        copy.selectionGranularity = selectionGranularity
        copy.userInterfaceDirectionPolicy = userInterfaceDirectionPolicy
        copy.allowsInlinePredictions = allowsInlinePredictions
        copy.supportsAdaptiveImageGlyph = supportsAdaptiveImageGlyph
        copy.showsSystemScreenTimeBlockingView = showsSystemScreenTimeBlockingView
        copy.writingToolsBehavior = writingToolsBehavior
        copy.drawsBackground = drawsBackground
        copy.allowsUniversalAccessFromFileURLs = allowsUniversalAccessFromFileURLs
        return copy
    }
}
