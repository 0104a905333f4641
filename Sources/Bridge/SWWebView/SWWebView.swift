import HTTPMessages
import Logging
import ServiceWorkers
public import URLInterception
public import WebKit

/// A web view whose pages have the bridge that service workers need: SWWebView's API over ``WKWebView``. Main actor only.
///
/// ```swift
/// let webView = SWWebView(frame: frame, configuration: WKWebViewConfiguration())
/// webView.serviceWorkerPermittedDomains = ["app.example"]
/// webView.load(URLRequest(url: URL(string: "https://app.example/")!))
/// ```
///
/// A page of a permitted domain is loaded under the `sw://` scheme, which the view answers itself: from a mapped folder, from
/// another server, or from the network, as ``loader`` says. ``url`` and the navigation delegate see the address that was
/// asked for. Every frame gets the runtime script, which talks to the host over script messages and hears it over an event
/// stream.
open class SWWebView: WKWebView {
    private let host: BridgeEndpoint
    private let mappedDelegate: MappedNavigationDelegate
    private var documents: [Subscription] = []
    private var runtime: RuntimeScript { didSet { replaceHostScripts([runtime.userScript]) } }

    /// Makes a view with a copy of `configuration`, to which the scheme `sw` is added.
    ///
    /// The configuration of another such view, which ``WKUIDelegate`` is given for a new window, brings that view's domains and
    /// loader along. It is misuse, see ``WKException``, to give one that has a handler of its own for `sw`.
    public override init(frame: CGRect, configuration: WKWebViewConfiguration) {
        let parts = Self.parts(configuration)
        (host, runtime) = (parts.host, parts.runtime)
        mappedDelegate = MappedNavigationDelegate(clients: host.clients, loading: host.loading)
        super.init(frame: frame, configuration: parts.configuration)
        begin()
    }

    /// Makes a view with the frame of an archive, the default configuration and loader, and no domains. Apple API.
    public required init?(coder: NSCoder) {
        let parts = Self.parts(WKWebViewConfiguration())
        (host, runtime) = (parts.host, parts.runtime)
        mappedDelegate = MappedNavigationDelegate(clients: host.clients, loading: host.loading)
        super.init(frame: Self.frame(from: coder), configuration: parts.configuration)
        begin()
    }

    private static func parts(
        _ configuration: WKWebViewConfiguration
    ) -> (configuration: WKWebViewConfiguration, host: BridgeEndpoint, runtime: RuntimeScript) {
        let host = BridgeEndpoint(services: WorkerStore.of(configuration.websiteDataStore))
        let own = configuration.copy() as? WKWebViewConfiguration ?? configuration
        var transport = BridgeTransport.channel
        if let opener = own.urlSchemeHandler(forURLScheme: Addresses.scheme) as? BridgeEndpoint {
            _ = own.takeURLSchemeHandler(forURLScheme: Addresses.scheme)
            own.hostContent = HostContent()
            host.loading.adopt(opener.loading)
            transport = opener.webView?.bridgeTransport ?? transport
            host.services.bridgedHostsChanged()
        }
        if !own.protocolClasses.isEmpty { host.loading.protocolClasses = own.protocolClasses }
        if let loader = own.networkLoader { host.loading.loader = loader }
        host.realmChanges = own.realms
        own.setURLSchemeHandler(host, forURLScheme: Addresses.scheme)
        let runtime = RuntimeScript(
            schemes: own.urlSchemes.filter { $0 != Addresses.scheme },
            isOnline: host.loading.loader.connectivity.isOnline, losesFiles: own.realms.losesFiles,
            transport: transport,
            webApp: host.services.webApp.facts)
        own.hostContent.scripts.append(runtime.userScript)
        own.hostContent.receivers[RuntimeScript.messageHandlerName] = { [weak host] in
            host?.receive($0, Data(), from: nil, over: nil) ?? false
        }
        return (own, host, runtime)
    }

    private func begin() {
        kindWithoutOverrides = SWWebView.self
        host.webView = self
        host.loading.userAgent = { [weak self] in self?.userAgent }
        hooks.bodyTakers = host
        documents = [
            hooks.frames.add { [weak host] in host?.clients.note($0) },
            hooks.documents.add { [weak host] in host?.clients.note($0) },
        ]
        hooks.shownAddress = { [weak host] in host?.loading.addresses.externalURL(for: $0) ?? $0 }
        hooks.loadedAddress = { [weak host] in host?.loading.addresses.internalURL(for: $0, remembering: true) ?? $0 }
        hooks.interceptionSource = host
        interceptWhereNeeded()
        hooks.navigationDelegate = mappedDelegate
        hooks.preferencesApplied = { [weak self] in self?.followInspector() }
        followInspector()
    }

    deinit { MainThread.run { host.end() } }

    // MARK: Configuration

    /// The hosts whose pages are loaded under `sw://`: `app.example` on any port, or `app.example:8443` on one.
    open var serviceWorkerPermittedDomains: [String] {
        get { host.loading.addresses.permittedDomains }
        set {
            host.loading.addresses.permittedDomains = newValue
            host.services.bridgedHostsChanged()
            interceptWhereNeeded()
        }
    }

    /// The loader that answers requests: from the network, and from ``OriginMap`` entries when it has any.
    ///
    /// ```swift
    /// webView.loader = MappedLoader(map: try OriginMap(["https://app.example=./dist"]))
    /// webView.load(URLRequest(url: URL(string: "https://app.example/")!))
    /// ```
    ///
    /// A mapped http(s) origin whose host is not in ``serviceWorkerPermittedDomains`` is loaded by WebKit under its own address,
    /// with WebKit's cookies, redirects and service workers, and without the bridge. For that, and while the loader is offline,
    /// the http(s) requests of the view's data store go through the host, as with ``WKWebViewConfiguration/interceptsNetwork``.
    open var loader: MappedLoader {
        get { host.loading.loader }
        set {
            let isChange = host.loading.loader.connectivity.isOnline != newValue.connectivity.isOnline
            host.loading.loader = newValue
            host.services.bridgedHostsChanged()
            interceptWhereNeeded()
            if isChange { whenIntercepted { [weak self] in self?.tellConnectivity() } }
        }
    }

    private func interceptWhereNeeded() {
        if host.loading.needsInterception { interceptNetwork() }
    }

    /// Whether ``loader`` reaches servers and mapped folders. Pages and workers follow: `navigator.onLine`, and the events
    /// `online` and `offline`.
    ///
    /// The setting also holds for WebKit's own loads from http(s) addresses, in all views of the view's data store.
    ///
    /// ```swift
    /// webView.connectivity = .offline
    /// ```
    open var connectivity: Connectivity {
        get { loader.connectivity }
        set { loader = loader.with(connectivity: newValue) }
    }

    /// The way that commands and events of frames take, ``BridgeTransport/channel`` unless set. A change applies to documents that are
    /// loaded afterwards.
    open var bridgeTransport: BridgeTransport {
        get { runtime.transport }
        set { if runtime.transport != newValue { runtime.transport = newValue } }
    }

    /// Gives documents the source map of the runtime while the Web Inspector may look into the view.
    private func followInspector() {
        if runtime.hasSourceMap != hasInspector { runtime.hasSourceMap = hasInspector }
    }

    /// Has documents ask whether they are cross-origin isolated. A document has asked for isolation.
    func askIsolation() {
        if !runtime.asksIsolation { runtime.asksIsolation = true }
    }

    func followWebApp() {
        let facts = services.webApp.facts
        if runtime.webApp != facts { runtime.webApp = facts }
    }

    /// Has documents ask for their address. A redirect has led to a document.
    func askAddress() {
        if !runtime.asksAddress { runtime.asksAddress = true }
    }

    /// The observers of changes of the connectivity to online or offline, after the page.
    package let connectivityChanges = ObserverList<Bool>()

    private func tellConnectivity() {
        let isOnline = connectivity.isOnline
        runtime.isOnline = isOnline
        evaluateJavaScript(ViewConnectivity.change(isOnline: isOnline), in: nil, in: .page)
        ViewConnectivity.tellWorkers(of: loading, in: services)
        connectivityChanges.notify(isOnline)
        if isOnline { Task { [webApp = services.webApp] in await webApp.connectivityChanged() } }
    }

    /// The check that decides which responses fail a navigation of the main frame, see `HTTPStatusCheck`; none unless set. It
    /// counts for every host that it names, permitted or not. Frames, subresources and `fetch` are not affected, and nothing
    /// is requested twice.
    open var httpStatusCheck: HTTPStatusCheck? {
        get { host.loading.statusCheck }
        set { host.loading.statusCheck = newValue }
    }

    /// Seconds that an event may keep a service worker before the worker is stopped, 300 unless set; it counts for workers
    /// of the view's data store that are registered or restored afterwards.
    open var serviceWorkerEventLimit: Double {
        get { host.services.eventLimit / .seconds(1) }
        set { host.services.eventLimit = .clamping(seconds: newValue) }
    }

    /// The form in which service workers see addresses under `sw://`, ``ServiceWorkerAddresses/https`` unless set. It counts for
    /// workers of the view's data store that start afterwards.
    open var serviceWorkerAddresses: ServiceWorkerAddresses {
        get { host.services.workerAddresses }
        set { host.services.workerAddresses = newValue }
    }

    /// The most bytes that the bodies in the caches of one origin may take together, 1 GiB unless set. Larger writes are refused
    /// with a `QuotaExceededError`. The quota counts for all views of the view's data store.
    open var cacheQuota: Int {
        get { host.services.caches.quota }
        set { host.services.caches.quota = max(newValue, 0) }
    }

    /// Whether pages under `sw://` have cookies, as pages of the https address have; true unless set. It counts for all views of the view's
    /// data store.
    ///
    /// Without, pages are as on the custom schemes of iOS: `document.cookie` stays empty. A server's cookies go back to it then, and
    /// scripts don't see them.
    open var allowsPageCookies: Bool {
        get { host.services.cookies.isOn }
        set { host.services.cookies.isOn = newValue }
    }

    /// The endpoints that answer instead of the loader, by the prefix of their paths, such as `/___testing___/`. They answer on
    /// every `sw://` origin and every mapped origin.
    package var endpoints: [String: any PageEndpoint] {
        get { host.loading.endpoints }
        set { host.loading.endpoints = newValue }
    }

    /// The changes of a simulated system to workers that start from now on: the view's dedicated and shared ones, and the service workers of
    /// its data store.
    package var realms: EnvironmentPatches {
        get { host.realmChanges }
        set { host.realmChanges = newValue }
    }

    /// A script that runs in dedicated and shared workers on `sw://` before everything else: statements, ended by a semicolon.
    package var workerPrelude: String {
        get { host.loading.workerPrelude }
        set { host.loading.workerPrelude = newValue }
    }

    var services: WorkerStore { host.services }

    var bridgeTap: BridgeTap { host.tap }

    var loading: ViewSources { host.loading }

    /// The resources that the bridge holds at the moment, for tests that look for leaks.
    public var bridgeStatus: BridgeStatus { host.status }

    /// Calls `found` when the page that is loaded next is there, or its load has failed.
    func awaitPage(_ found: @escaping Successors.Found) { host.clients.successors.wait(in: nil, for: nil, found) }

    // MARK: Addresses

    /// Returns an address as it was asked for: `https://HOST/` where that is loaded as `sw://HOST/`. ``url`` is the page's.
    package func externalURL(for url: URL) -> URL { host.loading.addresses.externalURL(for: url) }

    /// Notes that the driver of the view acts, such as a client of WebDriver: a page that navigates to its own address next may do so for it.
    package func driverActs() { mappedDelegate.driverActs() }

    /// Loads what `request` names; a permitted http(s) address is loaded as its `sw://` counterpart. Apple API.
    @discardableResult
    open override func load(_ request: URLRequest) -> WKNavigation? {
        var request = request
        request.url = request.url.map { host.loading.addresses.internalURL(for: $0, remembering: true) }
        return super.load(request)
    }

    /// Shows HTML as the document at `baseURL`; a permitted http(s) address becomes its `sw://` counterpart. Apple API.
    @discardableResult
    open override func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
        super.loadHTMLString(
            string, baseURL: baseURL.map { host.loading.addresses.internalURL(for: $0, remembering: true) })
    }

    /// Shows `data` as the response to the request. A permitted http(s) address becomes its `sw://` counterpart. Apple API.
    @discardableResult
    open override func loadSimulatedRequest(
        _ request: URLRequest, response: URLResponse, responseData data: Data
    ) -> WKNavigation {
        var request = request
        request.url = request.url.map { host.loading.addresses.internalURL(for: $0, remembering: true) }
        return super.loadSimulatedRequest(request, response: response, responseData: data)
    }

    /// The address of the page as it was asked for. Apple API.
    open override var url: URL? { super.url.map { host.loading.addresses.externalURL(for: $0) } }

    /// Receives the events of navigations, with addresses as they were asked for. Apple API.
    open override var navigationDelegate: (any WKNavigationDelegate)? {
        get { mappedDelegate.target }
        set { mappedDelegate.target = newValue }
    }
}

extension SWWebView: BridgedView {}
