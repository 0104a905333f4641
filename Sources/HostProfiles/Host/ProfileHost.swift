public import Foundation
public import NativeHosts
import SWWebView
public import WebKit

/// The native half of a hybrid app, with a framework's wire protocol and simulated plugins. Main actor only.
///
/// ```swift
/// let host = ProfileHost(.capacitor)
/// host.attach(to: view)
/// view.load(URLRequest(url: URL(string: "capacitor://localhost/")!))
/// …
/// host.fire("backButton", ["canGoBack": false], of: "App")
/// ```
///
/// As on iOS, every frame of the page can make calls, and answers go to the main frame. ``native`` logs the calls under the
/// names of the plugin and method, such as `Camera.getPhoto`. Answers of tests and recordings replace the plugins' answers.
@MainActor
public final class ProfileHost: NSObject {
    /// The framework.
    public let profile: HostProfile
    /// The settings of a Capacitor app. Set them before ``attach(to:)``.
    public var capacitor = CapacitorSettings()
    /// The settings of a Cordova app. Set them before ``attach(to:)``.
    public var cordova = CordovaSettings()
    /// The origins that pages of a React Native app may navigate to. By default those of the script, or all web servers.
    public var originWhitelist: OriginWhitelist
    /// The simulated app and phone: device, files, clipboard and so on.
    public let phone: SimulatedPhone
    /// The log of calls, and their scripted and recorded answers.
    public let native: NativeHost
    /// The plugins by name. Set a plugin to answer its calls with your own code.
    public var plugins: [String: SimulatedPlugin] { didSet { native.protocolPlugins = Set(plugins.keys) } }

    /// The view of the calling page.
    public private(set) weak var view: WKWebView?
    /// The controls of Hotwire's components.
    let hotwireComponents = HotwireComponents()
    private(set) var bridge: (any ProfileBridge)?
    /// The origins that the app itself has loaded in the view.
    var ownOrigins: Set<String> = []
    /// The address that the view loads for the page, until WebKit asks about the load.
    var pageLoad: URL?
    /// The latest calls with repeated answers. The phone's listeners hold them weakly.
    private var streams: [PluginCall] = []
    private static let mostStreams = 1000

    /// Makes a native half.
    ///
    /// - Parameters:
    ///   - phone: the phone that the plugins use, which several views can share; nil for a new phone.
    ///   - native: the native half that logs calls. A method of its script's plugins replaces the simulated method.
    public init(_ profile: HostProfile, phone: SimulatedPhone? = nil, native: NativeHost = NativeHost()) {
        self.profile = profile
        self.phone = phone ?? SimulatedPhone()
        self.native = native
        originWhitelist = native.script?.originWhitelist.map { OriginWhitelist($0) } ?? .webServers
        plugins = [:]
        super.init()
        var simulated: [String: SimulatedPlugin] =
            switch profile {
            case .capacitor: CapacitorPlugins.all(of: self.phone)
            case .cordova: CordovaServices.all(of: self.phone)
            case .hotwire:
                hotwireComponents.plugins.merging([TurboSession.name: TurboSession.plugin]) { $1 }
            case .plain, .swwebview, .reactNative, .flutter: [:]
            }
        for (name, methods) in native.script?.plugins ?? [:] {
            for method in methods {
                simulated[name, default: SimulatedPlugin([:])].methods[method] = scripted(name, method)
            }
        }
        for name in native.recordedNames {
            let parts = name.split(separator: ".", maxSplits: 1).map { String($0) }
            guard parts.count == 2, simulated[parts[0]]?.methods[parts[1]] == nil else { continue }
            // The method exists only so that the page knows it. The recording answers its calls.
            simulated[parts[0], default: SimulatedPlugin([:])].methods[parts[1]] =
                native.repeatingNames.contains(name)
                ? .stream { _ in throw NativeCallError.missingOnIOS }
                : .promise { _ in throw NativeCallError.missingOnIOS }
        }
        for name in native.recordedEventPlugins where simulated[name] == nil { simulated[name] = SimulatedPlugin([:]) }
        plugins = simulated
        self.phone.listen { [weak self] change in
            self?.bridge?.tell(change)
            return self != nil
        }
    }

    /// Returns a method that calls a script's plugin.
    private func scripted(_ plugin: String, _ method: String) -> SimulatedPlugin.Method {
        .promise { [weak native] call in
            guard let native else { throw NativeCallError("The native half has ended") }
            do {
                return try await native.plugin(plugin, method: method, options: call.arguments, frame: call.frame)
            } catch {
                if let error = error as? NativeCallError { native.hear(.error(error, handler: "\(plugin).\(method)")) }
                throw error
            }
        }
    }

    /// The user agent of a `WKWebView` on an iPhone. The frameworks change it only where the app's configuration says so.
    nonisolated static let userAgent =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"

    /// Adds the scripts and message handlers to a view's pages. Call this method once, before the first load.
    ///
    /// A view without a custom user agent gets that of an iPhone.
    public func attach(to view: WKWebView) {
        self.view = view
        if view.customUserAgent == nil { view.customUserAgent = profile.userAgent }
        phone.app.name = capacitor.name ?? phone.app.name
        phone.app.id = capacitor.id ?? phone.app.id
        addCommands()
        bridge =
            switch profile {
            case .capacitor: CapacitorBridge(self)
            case .cordova: CordovaBridge(self)
            case .reactNative: ReactNativeBridge(self)
            case .hotwire: HotwireBridge(self)
            case .flutter: FlutterBridge(self)
            case .plain, .swwebview: nil
            }
        bridge?.install(in: view.configuration.userContentController)
        if bridge != nil { watchNavigations(of: view) }
        if let view = view as? SWWebView {
            for (prefix, endpoint) in bridge?.endpoints ?? [:] { view.endpoints[prefix] = endpoint }
            phone.connectivityChanged(view.connectivity.isOnline)
            view.connectivityChanged = { [weak self] in self?.phone.connectivityChanged($0) }
            phone.connect { [weak view] isConnected in
                guard let view else { return false }
                if view.connectivity.isOnline != isConnected { view.connectivity = isConnected ? .online : .offline }
                return true
            }
        }
    }

    /// Adds the commands for tests that change the phone and fire events of plugins, see `NativeHost.command(_:)`.
    private func addCommands() {
        native.addedState = { [phone] in
            [
                "phone": [
                    "openedURLs": .array(phone.openedURLs.map { .string($0) }), "hasBrowser": .bool(phone.hasBrowser),
                ]
            ]
        }
        native.send = { [weak self] in _ = self?.bridge?.deliver($0, isReplayed: true) }
        native.notify = { [weak self] name, data in
            let (plugin, event) = try Self.plugin(andEvent: name)
            try self?.bridge?.check(event, data, of: plugin)
            self?.fire(event, data, of: plugin)
        }
        native.addedCommands["phone"] = { [phone] command in
            let orders = command["phone"] ?? [:]
            let steps = try PhoneOrders.steps(of: orders, on: phone)
            return {
                for step in steps { step() }
                if let isConnected = orders["isConnected"]?.bool { await phone.connection(isConnected) }
            }
        }
        native.addedCommands["notify"] = { [weak self] command in
            let (plugin, event) = try Self.plugin(andEvent: command["notify"]?.string ?? "")
            let data = command["data"] ?? [:]
            try self?.bridge?.check(event, data, of: plugin)
            return { self?.fire(event, data, of: plugin) }
        }
    }

    /// Splits a name such as `App.backButton`.
    private static func plugin(andEvent name: String) throws(NativeCallError) -> (plugin: String, event: String) {
        let names = name.split(separator: ".", maxSplits: 1)
        guard names.count == 2 else {
            throw NativeCallError("“notify” must be a plugin and its event, such as “App.backButton”")
        }
        return (String(names[0]), String(names[1]))
    }

    /// Fires a plugin's event in the page: Capacitor's listeners of the plugin, or an event of the document or window.
    public func fire(_ event: String, _ data: NativeValue = [:], of plugin: String) {
        guard let bridge else { return }
        let target = bridge.target(of: event, plugin: plugin)
        send(target == .message ? ReactNativeBridge.message(data) : BridgeEvent(event, to: target, detail: data))
    }

    /// Sends an event to the page, and records it.
    func send(_ event: BridgeEvent) {
        guard !native.isReplayingCommand, let bridge, bridge.deliver(event, isReplayed: false) else { return }
        native.record(.event(event, direction: .toPage, frame: nil))
    }

    /// Sends a message of the app to the page: a `message` event for React Native, without an effect for other frameworks.
    public func post(_ message: NativeValue) {
        if profile == .reactNative { send(ReactNativeBridge.message(message)) }
    }

    /// Logs a call and answers it.
    ///
    /// - Parameter missing: the answer where the plugin or its method does not exist; nil for an error.
    func perform(_ call: PluginCall, ifMissing missing: NativeValue? = nil) {
        call.host = self
        replayBrowser(call)
        native.perform(
            "\(call.plugin).\(call.method)", id: call.id.isEmpty ? nil : call.id, arguments: call.logged,
            frame: call.frame, in: view, reply: call.reply
        ) { [weak self] reply in
            call.reply = reply
            let methods = self?.plugins[call.plugin]?.methods
            switch call.ownMethod ?? methods?[call.method] ?? methods?["*"] {
            case .promise(let method):
                do {
                    return try await method(call)
                } catch let error as CocoaError {
                    // Its description would tell the page the paths of this machine.
                    throw NativeCallError(error.localizedDescription)
                }
            case .stream(let method):
                self?.keep(call)
                try method(call)
                return nil
            case nil:
                if let missing { return missing }
                throw NativeCallError.missingOnIOS
            }
        }
    }

    private func keep(_ call: PluginCall) {
        if streams.count == Self.mostStreams { streams.removeFirst(Self.mostStreams / 10) }
        streams.append(call)
    }

    /// Runs a script of the bridge in the main frame.
    func run(_ script: String) {
        // Ignore failures: the page may be gone, or may have replaced the bridge's functions.
        view?.evaluateJavaScript(script, completionHandler: nil)
    }
}
