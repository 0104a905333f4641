public import Foundation
import SWWebView
import Simulator
import URLInterception
import WebKit
public import WebViewTesting

/// A page in a view that a person looks at and works with. Main actor only.
///
/// ```swift
/// let preview = try await PagePreview(of: page, options: PreviewOptions(view: options))
/// try await preview.serve(at: try LocalServerAddress(port: 0)) { print("Open \($0)") }
/// ```
@MainActor
public final class PagePreview: NSObject {
    private static let mostEntries = 500

    let view: SWWebView
    let options: PreviewOptions
    private let address: PageAddress
    private var changes: FileChanges?
    private var nativeChanges: FileChanges?
    private let simulator: Simulator
    private var observers: [Int: @MainActor (PreviewEvent) -> Void] = [:]
    private var lastObserver = 0
    private var observations: [NSKeyValueObservation] = []
    private var bridgeMessages: Subscription?
    /// The app on the home screen; nil for other apps.
    private(set) var webApp: PreviewWebApp?
    private(set) var entries: [LogEntry] = []
    let questions = OpenQuestions()
    private(set) var device: SimulatedDevice?
    /// The scripts of the simulated framework.
    private let frameworkScripts: [WKUserScript]
    /// The words that the simulated framework appends to the user agent.
    private let frameworkWords: Substring
    private var size: CGSize

    /// Makes the view. It loads nothing yet.
    ///
    /// - Throws: `PageAddressError` and what it takes to make a view of the options, ``FileChangesError``.
    public init(of page: PageReference, options: PreviewOptions) async throws {
        address = try PageAddress(of: page, options.view)
        self.options = options
        simulator = try await Simulator(options.view)
        device = options.view.system.device
        size = options.view.viewSize
        let configuration = try simulator.makeConfiguration()
        configuration.isOnScreen = true
        // Zero, and not nil: a device may be chosen later.
        configuration.safeAreaInsets = device?.safeAreaInsets ?? .zero
        let count = configuration.userContentController.userScripts.count
        view = simulator.makeView(configuration, origins: address.map)
        frameworkScripts = Array(configuration.userContentController.userScripts.dropFirst(count))
        frameworkWords = (view.customUserAgent ?? "").dropFirst(
            (configuration.customUserAgent ?? options.view.app.userAgent ?? "").count)
        super.init()
        view.isInspectable = options.opensInspector
        view.configuration.userContentController.add(self, name: ConsoleScript.messageHandlerName)
        simulator.native.hear = { [weak self] note in
            self?.note(LogEntry(kind: .console, detail: note.line.level, text: note.line.text))
        }
        view.navigationDelegate = self
        view.uiDelegate = self
        bridgeMessages = view.bridgeMessages.add { [weak self] message in
            self?.note(
                LogEntry(
                    kind: .bridge, detail: message.direction.rawValue, text: message.text, event: message.event))
        }
        questions.changed = { [weak self] in self?.tell(.question($0)) }
        if !view.webApp.features.isEmpty {
            webApp = PreviewWebApp(view.webApp) { [weak self] in self?.tell(.state) }
        }
        installScripts()
        observe()
        if options.watchesFiles {
            let folders = address.map.targets.values.compactMap { target in
                if case .folder(let loader) = target { loader.folder } else { nil }
            }
            changes = try FileChanges(in: folders) { [weak self] _ in self?.filesChanged() }
        }
        try watchNative()
    }

    /// Watches the folder of the native half's script, and loads the script again after a change. Does so without `--watch`,
    /// too.
    private func watchNative() throws {
        guard let script = simulator.native.script else { return }
        nativeChanges = try FileChanges(in: [script.folder]) { [weak self] _ in
            Task { await self?.reloadNative() }
        }
    }

    /// Loads the page.
    public func load() { view.load(URLRequest(url: address.url)) }

    private func observe() {
        let changed: @MainActor () -> Void = { [weak self] in self?.tell(.state) }
        observations = [
            view.observe(\.isLoading) { _, _ in changed() },
            view.observe(\.title) { _, _ in changed() },
            view.observe(\.url) { _, _ in changed() },
            view.observe(\.canGoBack) { _, _ in changed() },
            view.observe(\.canGoForward) { _, _ in changed() },
        ]
    }

    // MARK: Telling

    /// Calls `receive` with all that happens from now on, until the number that is returned is given to ``forget(_:)``.
    func observe(_ receive: @escaping @MainActor (PreviewEvent) -> Void) -> Int {
        lastObserver += 1
        observers[lastObserver] = receive
        return lastObserver
    }

    func forget(_ observer: Int) { observers[observer] = nil }

    func tell(_ event: PreviewEvent) { for observer in observers.values { observer(event) } }

    func note(_ entry: LogEntry) {
        entries.append(entry)
        if entries.count > Self.mostEntries { entries.removeFirst(entries.count - Self.mostEntries) }
        tell(.entry(entry))
    }

    var state: PreviewState {
        let insets = view.safeAreaInsets
        return PreviewState(
            url: view.url?.absoluteString ?? "", title: view.title ?? "", isLoading: view.isLoading,
            canGoBack: view.canGoBack, canGoForward: view.canGoForward, device: device?.name,
            isLandscape: size.width > size.height, width: Int(size.width), height: Int(size.height),
            scale: WebKitEnvironment.displayScale,
            safeArea: [insets.top, insets.right, insets.bottom, insets.left].map(Double.init),
            isDark: WebKitEnvironment.isDark, isOffline: isOffline, watchesFiles: options.watchesFiles,
            notifications: webApp?.notifications, isSubscribed: webApp?.isSubscribed ?? false)
    }

    // MARK: Controls

    func reload() { view.reloadFromOrigin() }

    func open(_ text: String) {
        guard let url = options.view.url(of: text) else {
            return note(.preview("“\(text)” is no address", isError: true))
        }
        view.load(URLRequest(url: url))
    }

    /// Turns the device, or a plain view, on its side or back.
    func rotate() {
        let isPortrait = device?.orientation == .portrait
        device?.orientation = isPortrait ? .landscape : .portrait
        size = CGSize(width: size.height, height: size.width)
        applyDevice()
    }

    /// Stands in for another device; nil is none, with the current size. Scripts see the change with the next load.
    func stand(in device: SimulatedDevice?) {
        self.device = device
        if let device {
            size = device.size
            WebKitEnvironment.displayScale = options.view.system.scale ?? device.scale
        }
        // A device that is chosen later is the phone's, too.
        simulator.phone.system.device = device
        let agent = installScripts().customUserAgent ?? options.view.app.userAgent
        view.customUserAgent = agent.map { $0 + frameworkWords }
        applyDevice()
        reload()
    }

    private func applyDevice() {
        view.frame = CGRect(origin: .zero, size: size)
        view.simulatedSafeAreaInsets = device?.safeAreaInsets ?? .zero
        tell(.state)
    }

    func setDark(_ isDark: Bool) {
        WebKitEnvironment.isDark = isDark
        tell(.state)
    }

    var isOffline: Bool { !view.connectivity.isOnline }

    func setOffline(_ isOffline: Bool) {
        let isStrict = options.view.connectivity == .strictlyOffline
        view.connectivity = isOffline ? isStrict ? .strictlyOffline : .offline : .online
        tell(.state)
    }

    /// Installs the scripts for the current device, and returns a configuration that simulates the same device.
    @discardableResult
    private func installScripts() -> WKWebViewConfiguration {
        var simulated = options.view
        simulated.system.device = device
        let configuration = WKWebViewConfiguration()
        simulated.addScripts(to: configuration)
        view.realms = configuration.realms
        let controller = view.configuration.userContentController
        controller.removeAllUserScripts()
        for script in configuration.userContentController.userScripts + frameworkScripts {
            controller.addUserScript(script)
        }
        controller.addUserScript(ConsoleScript.userScript)
        return configuration
    }

    private func reloadNative() async {
        do {
            try await simulator.native.reload()
            note(.preview("\(simulator.native.script?.file.lastPathComponent ?? "native.js") has been loaded again"))
        } catch {
            note(.preview("\(error); the earlier state stays", isError: true))
        }
    }

    private func filesChanged() {
        note(.preview("A file has changed: loading the page again"))
        reload()
    }
}
