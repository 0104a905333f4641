public import Foundation
public import SWWebView
public import URLInterception
public import WebKit

/// The options of a ``Simulator``: the phone and its system, the app, the origins, and how pages reach them.
public struct SimulatorOptions: Sendable {
    /// The origin of files for an app without an origin of its own.
    public static let filesOrigin = "sw://app.localhost"

    /// The framework whose native half is simulated.
    public var app = AppFramework.swwebview
    /// The system of the phone.
    public var system = SimulatedSystem()
    /// The size of each view in CSS pixels; nil for that of the system's device, or else 1024 x 768.
    public var size: CGSize?
    /// The folder that ``origin`` shows, unless ``origins`` have a target for it. Without either, a page suite shows the folder that each
    /// page was found in.
    public var files: URL?
    /// Further origins. A folder for ``origin`` is the folder of pages that are files; a server for it answers no such pages.
    public var origins = OriginMap()
    /// Hosts that are loaded under `sw://`.
    public var permittedDomains: [String] = []
    /// The form in which service workers see addresses under `sw://`.
    public var workerAddresses = ServiceWorkerAddresses.https
    /// Whether pages under `sw://` have cookies.
    public var allowsPageCookies = true
    /// The transport of commands and events of frames.
    public var bridgeTransport = BridgeTransport.channel
    /// The connectivity that pages begin with.
    public var connectivity = Connectivity.online
    /// The store of registrations, caches and databases of all views; nil where each view begins with an empty one.
    public var dataStore: WKWebsiteDataStore?
    /// The phone that all native halves share; nil for a new phone for each.
    public var phone: SimulatedPhone?
    /// The settings of a Capacitor app.
    public var capacitor = CapacitorSettings()
    /// The settings of a Cordova app.
    public var cordova = CordovaSettings()
    /// The script, the recorder and the recording of the native half.
    public var native = NativeConfiguration()
    /// Scripts that run in every frame before the page's own.
    public var injectedScripts: [String] = []
    /// The handlers of further URL schemes, by scheme.
    public var schemeHandlers: [String: any WKURLSchemeHandler & Sendable] = [:]
    /// The archive that records the network; nil for none.
    public var har: HARRecorder?
    /// The archive that answers in place of the network; nil for the network itself. Mapped folders answer in any case.
    public var harReplay: HARReplay?

    /// The usual options.
    public init() {}

    /// The origin of the app's files: `sw://app.localhost`, or the framework's own, such as `capacitor://localhost`.
    public var origin: String { app.origin ?? Self.filesOrigin }

    /// Returns the address of a page: a path below ``origin``, such as `/`, or a whole address; nil for a text that is neither.
    package func url(of page: String) -> URL? {
        URL(string: page.contains("://") ? page : "\(origin)/\(page.drop { $0 == "/" })")
    }

    /// The size of each view in CSS pixels.
    public var viewSize: CGSize { size ?? system.device?.size ?? CGSize(width: 1024, height: 768) }

    /// Adds the system's scripts and the injected ones to a configuration, and what else a single view has of the system.
    @MainActor
    package func addScripts(to configuration: WKWebViewConfiguration) {
        configuration.addFacts(of: system)
        for script in injectedScripts {
            configuration.userContentController.addUserScript(
                WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        }
    }
}
