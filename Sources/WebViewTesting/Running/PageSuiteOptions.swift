public import Foundation
public import SWWebView
public import URLInterception
public import WebKit

/// The options of page suites.
public struct PageSuiteOptions: Sendable {
    /// The host of the origin that files are served at: `sw://app.localhost`.
    public static let host = "app.localhost"

    /// The size of each view in CSS pixels.
    public var size = CGSize(width: 1024, height: 768)
    /// The device that views stand in for, with its user agent and safe area; nil for none.
    public var device: SimulatedDevice?
    /// Seconds until a page that has not ended is given up, counted from its document. A document may take as long to arrive.
    public var timeout: Double = 60
    /// Seconds that a test may take. mocha, QUnit and Jasmine fail a test that takes longer and chooses no limit of its own; a page
    /// is given up when a test goes on for longer all the same. nil for what the libraries allow.
    public var testTimeout: Double?
    /// The tests that count; nil for all. mocha and Jasmine run no others.
    public var wantedTests: NamePattern?
    /// The number of times that a page that fails is run again.
    public var retries = 0
    /// Whether the run ends with the first failure.
    public var stopsAtFirstFailure = false
    /// The folder for a picture of the page at each failure; nil for none.
    public var screenshots: URL?
    /// The folder that `sw://app.localhost/` shows; nil for the folder each page was found in.
    public var root: URL?
    /// Further origins; an entry for `sw://app.localhost` is replaced.
    public var map = OriginMap()
    /// Hosts that are loaded under `sw://`.
    public var permittedDomains: [String] = []
    /// The form in which service workers see addresses under `sw://`.
    public var workerAddresses = ServiceWorkerAddresses.https
    /// The way that commands and events of frames take.
    public var bridgeTransport = BridgeTransport.automatic
    /// The connectivity that pages begin with.
    public var connectivity = Connectivity.online
    /// The store that keeps registrations, caches and databases for all pages; nil where each page begins with none.
    public var dataStore: WKWebsiteDataStore?
    /// Scripts that run in every frame before the page's own.
    public var injectedScripts: [String] = []
    /// The handlers of further URL schemes, by scheme.
    public var schemeHandlers: [String: any WKURLSchemeHandler & Sendable] = [:]

    /// The usual options.
    public init() {}
}

extension WKWebViewConfiguration {
    /// Adds the options of every view: scripts, and handlers of further schemes.
    package func add(_ options: PageSuiteOptions) {
        if let device = options.device { simulate(device) }
        // Nobody is there to tap. Capacitor and Cordova allow it as well.
        mediaTypesRequiringUserActionForPlayback = []
        for script in options.injectedScripts {
            userContentController.addUserScript(
                WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        }
        addSchemeHandlers(of: options)
    }

    /// Adds the handlers of further schemes: those that the options name, and those of mapped origins.
    package func addSchemeHandlers(of options: PageSuiteOptions) {
        for (scheme, handler) in options.schemeHandlers { setURLSchemeHandler(handler, forURLScheme: scheme) }
        for scheme in options.map.applicationSchemes where urlSchemeHandler(forURLScheme: scheme) == nil {
            setURLSchemeHandler(MappedSchemeHandler(), forURLScheme: scheme)
        }
    }
}

extension SWWebView {
    /// Takes the options of views: hosts, addresses and transport. Pages that are loaded afterwards have them.
    package func add(_ options: PageSuiteOptions) {
        serviceWorkerPermittedDomains = options.permittedDomains
        serviceWorkerAddresses = options.workerAddresses
        bridgeTransport = options.bridgeTransport
    }
}
