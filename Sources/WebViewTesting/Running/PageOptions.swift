public import Foundation
public import HostProfiles
public import NativeHosts
public import SWWebView
public import URLInterception
public import WebKit

/// The options of a page in a view: what a suite, a snapshot, a preview and an automated session have in common.
public struct PageOptions: Sendable {
    /// The origin of files for a host without its own origin.
    public static let filesOrigin = "sw://app.localhost"

    /// The size of each view in CSS pixels.
    public var size = CGSize(width: 1024, height: 768)
    /// The system of the phone that the view is on.
    public var system = SimulatedSystem()
    /// The folder that `sw://app.localhost/` shows; nil for the folder each page was found in.
    public var root: URL?
    /// Further origins. A folder for ``origin`` is the folder of pages that are files; a server for it answers no such pages.
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
    /// The framework whose native half the view simulates.
    public var host = HostProfile.swwebview
    /// The simulated phone; nil for a new phone for each view.
    public var phone: SimulatedPhone?
    /// The settings of a Capacitor app.
    public var capacitor = CapacitorSettings()
    /// The settings of a Cordova app.
    public var cordova = CordovaSettings()
    /// Scripts that run in every frame before the page's own.
    public var injectedScripts: [String] = []
    /// The handlers of further URL schemes, by scheme.
    public var schemeHandlers: [String: any WKURLSchemeHandler & Sendable] = [:]

    /// The archive that records the network; nil for none.
    public var har: HARRecorder?
    /// The archive that answers in place of the network; nil for the network itself. Mapped folders answer in any case.
    public var harReplay: HARReplay?

    /// The configuration of the pages' native half.
    public var native = NativeConfiguration()

    /// The usual options.
    public init() {}

    /// The origin of files: `sw://app.localhost`, or the host's own origin, such as `capacitor://localhost`.
    public var origin: String { host.origin ?? Self.filesOrigin }

    /// Returns the configuration of a view with these options. Their scripts come after those of the content controller.
    ///
    /// - Parameter content: a content controller that has its own scripts and message handlers already.
    /// - Throws: ``SimulatedSystemError``.
    @MainActor
    package func configuration(
        _ content: WKUserContentController = WKUserContentController()
    ) throws(SimulatedSystemError) -> WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = dataStore ?? .nonPersistent()
        configuration.userContentController = content
        try simulate(in: configuration)
        // Nobody is there to tap. Capacitor and Cordova allow it as well.
        configuration.mediaTypesRequiringUserActionForPlayback = []
        for (scheme, handler) in schemeHandlers { configuration.setURLSchemeHandler(handler, forURLScheme: scheme) }
        if let scheme = host.origin.flatMap({ URL(string: $0)?.scheme }) {
            configuration.setURLSchemeHandler(MappedSchemeHandler(), forURLScheme: scheme)
        }
        for scheme in map.applicationSchemes where configuration.urlSchemeHandler(forURLScheme: scheme) == nil {
            configuration.setURLSchemeHandler(MappedSchemeHandler(), forURLScheme: scheme)
        }
        return configuration
    }

    /// Adds the system and the injected scripts to a configuration.
    @MainActor
    package func simulate(in configuration: WKWebViewConfiguration) throws(SimulatedSystemError) {
        try configuration.simulate(system)
        for script in injectedScripts {
            configuration.userContentController.addUserScript(
                WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        }
    }

    /// Returns a view with these options. Its pages have the native half's handlers and receive its events.
    ///
    /// - Parameters:
    ///   - configuration: one that ``configuration(_:)`` returned.
    ///   - native: the page's native half, whose plugins the framework's bridge calls.
    ///   - map: the origins to load from; nil for those of the options.
    @MainActor
    package func view(
        _ configuration: WKWebViewConfiguration, native: NativeHost, map: OriginMap? = nil
    ) -> SWWebView {
        let view = SWWebView(frame: CGRect(origin: .zero, size: size), configuration: configuration)
        view.serviceWorkerPermittedDomains = permittedDomains
        view.serviceWorkerAddresses = workerAddresses
        view.bridgeTransport = bridgeTransport
        var map = map ?? self.map
        if let origin = Origin(origin), case .folder(var folder)? = map.targets[origin] {
            folder.startPage = host.startPage
            map.map(origin, to: .folder(folder))
        }
        var loader = MappedLoader(map: map, connectivity: connectivity)
        if let har { loader.observers.append(har) }
        loader.recording = harReplay
        view.loader = loader
        if host != .plain, host != .swwebview {
            let profile = ProfileHost(host, phone: phone, native: native)
            // A phone that the caller has made may have a system of its own.
            if system != SimulatedSystem() { profile.phone.system = system }
            profile.capacitor = capacitor
            profile.cordova = cordova
            profile.attach(to: view)
        }
        native.install(in: configuration.userContentController)
        native.attach(to: view)
        return view
    }
}
