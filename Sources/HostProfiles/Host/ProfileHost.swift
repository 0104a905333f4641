public import Foundation
public import NativeHosts
import SWWebView
public import WebKit

/// The native half of a hybrid app: it speaks a framework's wire protocol with a page, and answers from simulation. Main actor only.
///
/// ```swift
/// let host = ProfileHost(.capacitor)
/// host.attach(to: view)
/// view.load(URLRequest(url: URL(string: "capacitor://localhost/")!))
/// …
/// host.fire("backButton", ["canGoBack": false], of: "App")
/// ```
///
/// As on iOS, every frame of the page can call, and answers go to the main frame.
@MainActor
public final class ProfileHost: NSObject {
    /// The framework.
    public let profile: HostProfile
    /// What the plugins know: app, device, files, clipboard and the rest.
    public let phone: SimulatedPhone
    /// The plugins by name. Set one to answer its calls yourself.
    public var plugins: [String: SimulatedPlugin]
    /// The calls that pages made, oldest first: the last 10,000.
    public private(set) var calls: [PluginCall] = []
    /// Is told of each call, when it arrives and when it is answered.
    public var called: @MainActor (PluginCall) -> Void = { _ in }
    /// Answers calls before the plugins do; nil from it leaves a call to them.
    public var answer: @MainActor (PluginCall) async throws -> NativeValue? = { _ in nil }

    /// The view whose page calls.
    public private(set) weak var view: WKWebView?
    private var bridge: (any ProfileBridge)?
    private var waiters: [(isWanted: @MainActor (PluginCall) -> Bool, found: CheckedContinuation<PluginCall, Never>)] =
        []

    static let mostCalls = 10_000

    private struct Weak { weak var host: ProfileHost? }
    private static var hosts: [ObjectIdentifier: Weak] = [:]

    /// Returns the native half of a view's pages; nil for a view without one. Its message handlers keep it.
    public static func attached(to view: WKWebView) -> ProfileHost? {
        hosts[ObjectIdentifier(view)]?.host.flatMap { $0.view === view ? $0 : nil }
    }

    /// Makes a native half.
    ///
    /// - Parameter phone: what the plugins answer from; hosts of several views may share one. nil for one of its own.
    public init(_ profile: HostProfile, phone: SimulatedPhone? = nil) {
        self.profile = profile
        self.phone = phone ?? SimulatedPhone()
        plugins = [:]
        super.init()
        switch profile {
        case .capacitor: plugins = CapacitorPlugins.all(of: self.phone)
        case .cordova: plugins = CordovaServices.all(of: self.phone)
        // The components of Hotwire's own demo.
        case .hotwire: plugins = ["form": .acknowledging, "menu": .acknowledging, "overflow-menu": .acknowledging]
        case .plain, .swwebview, .reactNative, .flutter: break
        }
        self.phone.listen { [weak self] change in
            self?.bridge?.tell(change)
            return self != nil
        }
    }

    /// Has a script's plugins answer before the simulated ones, method by method. Call it before ``attach(to:)``.
    public func add(_ native: NativeHost) {
        for (name, methods) in native.script?.plugins ?? [:] {
            for method in methods {
                plugins[name, default: SimulatedPlugin([:])].methods[method] = .promise { [weak native] call in
                    guard let native else { throw PluginError("The native half has ended") }
                    do {
                        return try await native.plugin(name, method: method, options: call.arguments, frame: call.frame)
                    } catch let error as NativeCallError {
                        native.hear(.error(error, handler: "\(name).\(method)"))
                        throw PluginError(error.message)
                    }
                }
            }
        }
    }

    /// Gives a view's pages this native half: scripts and message handlers. Call it once, before the first load.
    public func attach(to view: WKWebView) {
        self.view = view
        Self.hosts = Self.hosts.filter { $0.value.host != nil }
        Self.hosts[ObjectIdentifier(view)] = Weak(host: self)
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

    /// Fires a plugin's event in the page: Capacitor's listeners of the plugin; for the others an event of the document or window.
    public func fire(_ event: String, _ data: NativeValue = [:], of plugin: String) {
        bridge?.fire(event, data, of: plugin)
    }

    /// Sends the page a message, as the app's own code does: a `message` event for React Native, a call of a Flutter channel's
    /// listener; no effect for the others.
    public func post(_ message: NativeValue) { bridge?.post(message) }

    /// Waits for a call, from now on or made already.
    public func call(where isWanted: @escaping @MainActor (PluginCall) -> Bool) async -> PluginCall {
        if let call = calls.first(where: isWanted) { return call }
        return await withCheckedContinuation { waiters.append((isWanted, $0)) }
    }

    /// Takes a call, answers it, and remembers both.
    func perform(_ call: PluginCall) {
        if calls.count == Self.mostCalls { calls.removeFirst(Self.mostCalls / 10) }
        calls.append(call)
        called(call)
        let found = waiters.filter { $0.isWanted(call) }
        waiters.removeAll { $0.isWanted(call) }
        for waiter in found { waiter.found.resume(returning: call) }
        Task.immediate { @MainActor in
            do throws(PluginError) {
                if let value = try await result(of: call) { call.finish(.success(value)) }
            } catch {
                call.finish(.failure(error))
            }
            called(call)
        }
    }

    /// Returns the value that a call is answered with; nil for a method that answers by itself.
    private func result(of call: PluginCall) async throws(PluginError) -> NativeValue? {
        do {
            if let value = try await answer(call) { return value }
            switch plugins[call.plugin]?.methods[call.method] ?? plugins[call.plugin]?.methods["*"] {
            case .promise(let method): return try await method(call)
            case .stream(let method):
                try method(call)
                return nil
            case nil: throw PluginError.unimplemented
            }
        } catch let error as PluginError {
            throw error
        } catch {
            throw PluginError(error.localizedDescription)
        }
    }

    /// Takes a message as a call of a handler.
    func receive(
        _ message: NativeValue, for plugin: String, _ method: String, from frame: NativeFrame,
        reply: @escaping @MainActor (Result<NativeValue, PluginError>) -> Void
    ) {
        perform(
            PluginCall(plugin: plugin, method: method, arguments: message, frame: frame, id: "") { result, _ in
                reply(result)
            })
    }

    /// Runs a script of the bridge in the main frame.
    func run(_ script: String) {
        // The page can be gone by now, and can have replaced what the script calls.
        view?.evaluateJavaScript(script, completionHandler: nil)
    }
}

extension SimulatedPlugin {
    /// A plugin that answers every method with an empty object.
    static let acknowledging = SimulatedPlugin(["*": .promise { _ in [:] }])
}
