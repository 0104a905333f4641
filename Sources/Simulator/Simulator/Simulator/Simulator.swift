public import Foundation
public import SWWebView
public import URLInterception
public import WebKit

/// A simulated phone that runs an app in web views. Main actor only.
///
/// ```swift
/// let simulator = Simulator(app: .capacitor, system: SimulatedSystem(device: try .named("iPhone 17")), files: folder)
/// let view = try await simulator.open("/")
/// let call = await simulator.native.nextCall(of: "Device.getInfo")
/// ```
///
/// A view owns the handlers of its pages, so that they answer as long as it lives.
@MainActor
public final class Simulator {
    /// The options of the phone, the app, and its views.
    public package(set) var options: SimulatorOptions
    /// The app's native half: its plugins, handlers and events, and the log of calls.
    public let native: NativeHalf

    /// The phone that the app is on.
    public var phone: SimulatedPhone { native.phone }
    /// The latest ten thousand calls of pages to the native half, in their order.
    public var calls: [NativeCall] { native.calls }

    /// Makes a phone with an app.
    ///
    /// - Parameters:
    ///   - app: the framework of the app.
    ///   - system: the device, its version of iOS, language and time zone.
    ///   - files: the folder of the app's files, which its origin shows.
    ///   - origins: further origins, and the folders and servers that answer for them.
    public convenience init(
        app: AppFramework = .swwebview, system: SimulatedSystem = SimulatedSystem(), files: URL? = nil,
        origins: OriginMap = OriginMap()
    ) {
        var options = SimulatorOptions()
        (options.app, options.system, options.files, options.origins) = (app, system, files, origins)
        self.init(options, script: nil)
    }

    /// Makes a phone with an app whose native half may have a script.
    ///
    /// - Throws: ``NativeCallError`` with the file and the line of a script that cannot be loaded.
    public convenience init(_ options: SimulatorOptions) async throws {
        self.init(options, script: try await options.native.loadScript())
    }

    private init(_ options: SimulatorOptions, script: NativeScript?) {
        self.options = options
        let native = options.native
        self.native = NativeHalf(
            options.app, phone: options.phone, script: script, recorder: native.recorder, recording: native.recording,
            isStrict: native.isStrict)
        self.native.capacitor = options.capacitor
        self.native.cordova = options.cordova
        // A phone that the caller has made may have a system of its own.
        if options.phone == nil || options.system != SimulatedSystem() { phone.system = options.system }
    }

    /// Returns the configuration of a view, which an app may change before ``makeView(_:)``. The simulator's scripts come after those of the
    /// content controller.
    ///
    /// - Parameter content: a content controller that has its own scripts and message handlers already.
    /// - Throws: ``SimulatedSystemError`` for a system that the process cannot have beside the views that there are.
    public func makeConfiguration(
        _ content: WKUserContentController = WKUserContentController()
    ) throws(SimulatedSystemError) -> WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = options.dataStore ?? .temporary()
        configuration.userContentController = content
        try options.system.prepare(configuration.websiteDataStore)
        options.addScripts(to: configuration)
        // Nobody is there to tap, and views have no full screen. Capacitor and Cordova need no tap either.
        configuration.mediaTypesRequiringUserActionForPlayback = []
        configuration.allowsInlineMediaPlayback = true
        for (scheme, handler) in options.schemeHandlers {
            configuration.setURLSchemeHandler(handler, forURLScheme: scheme)
        }
        if let scheme = options.app.origin.flatMap({ URL(string: $0)?.scheme }) {
            configuration.setURLSchemeHandler(MappedSchemeHandler(), forURLScheme: scheme)
        }
        for scheme in options.origins.applicationSchemes
        where configuration.urlSchemeHandler(forURLScheme: scheme) == nil {
            configuration.setURLSchemeHandler(MappedSchemeHandler(), forURLScheme: scheme)
        }
        return configuration
    }

    /// Returns a view of the app, which shows nothing yet. Its pages have the native half's handlers and receive its events.
    ///
    /// - Parameter configuration: one that ``makeConfiguration(_:)`` returned; nil for a new one.
    /// - Throws: ``SimulatedSystemError``, and `DirectoryLoaderError` for a folder of files that cannot be read.
    public func makeView(_ configuration: WKWebViewConfiguration? = nil) throws -> SWWebView {
        var origins = options.origins
        if let files = options.files, let origin = Origin(options.origin), origins.targets[origin] == nil {
            origins.map(origin, to: .folder(try DirectoryLoader(folder: files)))
        }
        return makeView(try configuration ?? makeConfiguration(), origins: origins)
    }

    /// Returns a view that loads from these origins, in place of those of the options.
    package func makeView(_ configuration: WKWebViewConfiguration, origins: OriginMap) -> SWWebView {
        let view = SWWebView(
            frame: CGRect(origin: .zero, size: options.viewSize), configuration: configuration)
        view.serviceWorkerPermittedDomains = options.permittedDomains
        view.serviceWorkerAddresses = options.workerAddresses
        view.allowsPageCookies = options.allowsPageCookies
        view.bridgeTransport = options.bridgeTransport
        var origins = origins
        if let origin = Origin(options.origin), case .folder(var folder)? = origins.targets[origin] {
            folder.startPage = options.app.startPage
            origins.map(origin, to: .folder(folder))
        }
        var loader = MappedLoader(map: origins, connectivity: options.connectivity)
        if let har = options.har { loader.observers.append(har) }
        loader.recording = options.harReplay
        view.loader = loader
        view.webApp.features = options.system.webAppFeatures
        native.attach(to: view)
        return view
    }

    /// Opens a page of the app in a new view, and returns the view when the page has loaded.
    ///
    /// - Parameter address: a path below the app's origin, such as `/`, or a whole address.
    /// - Throws: ``SimulatedSystemError``, `DirectoryLoaderError`, and ``PageLoadError`` for a page that does not load.
    public func open(_ address: String = "/") async throws -> SWWebView {
        let view = try makeView()
        guard let url = options.url(of: address) else {
            throw PageLoadError(description: "“\(address)” is no address: give a path such as /index.html")
        }
        try await PageLoad.load(url, in: view)
        return view
    }
}
