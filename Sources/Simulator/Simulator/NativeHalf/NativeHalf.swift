import Foundation
import SWWebView
import SchemeHandlers
public import WebKit

/// The native half of a hybrid app: its framework's wire protocol, its plugins on a simulated phone, its message handlers and events, and
/// the log of all calls. Main actor only.
///
/// ```swift
/// let half = NativeHalf(.capacitor)
/// half.handle("camera") { body, frame in
///     guard frame.isMainFrame else { throw NativeCallError("Only the app itself takes pictures") }
///     return ["file": "photo.jpg", "quality": body["quality"] ?? 90]
/// }
/// half.attach(to: view)
/// half.fire("backButton", ["canGoBack": false], of: "App")
/// let call = await half.nextCall(of: "camera")
/// ```
///
/// Handlers reply as a `WKScriptMessageHandlerWithReply` does: `postMessage` returns a promise, which an error rejects. Every frame of a page
/// can call plugins, and answers go to the main frame, as on iOS. The log has such calls under the names of the plugin and its method, such
/// as `Camera.getPhoto`. Answers of tests and recordings replace those of handlers and plugins.
@MainActor
public final class NativeHalf {
    /// A handler of messages. A thrown error rejects the page's promise with the error's message.
    public typealias Handler = @MainActor (_ body: NativeValue, _ frame: NativeFrame) async throws -> NativeValue

    /// The app's framework.
    public let framework: AppFramework
    /// The phone that the app is on.
    public let phone: SimulatedPhone
    /// The settings of a Capacitor app. Set them before ``attach(to:)``.
    public var capacitor = CapacitorSettings()
    /// The settings of a Cordova app. Set them before ``attach(to:)``.
    public var cordova = CordovaSettings()
    /// The origins that pages of a React Native app may navigate to. By default those of the script, or all web servers.
    public var originWhitelist: OriginWhitelist
    /// The framework's plugins by name. Set a plugin to answer its calls with your own code.
    public var plugins: [String: SimulatedPlugin] = [:]
    /// The script with the handlers for all names without a handler of ``handle(_:in:_:)``.
    public let script: NativeScript?
    /// The closure that receives notes.
    public var hear: @MainActor (NativeNote) -> Void = { _ in }

    /// The observers of all calls, replies and events, as a recording has them.
    package let records = ObserverList<BridgeRecord>()
    /// The address that a driver's client navigates to, until the navigation begins. It counts as loaded by the app itself.
    package var clientNavigation: URL?
    /// Whether a command of a test is executed for its effect on the phone only. Its events come from the recording.
    var isReplayingCommand: Bool { replayingCommands > 0 }
    var replayingCommands = 0
    let log = CallLog()
    private let recorder: BridgeRecorder?
    let replay: BridgeReplay?
    /// The numbers of the unfinished calls in the recorder's file, by ``NativeCall/number``.
    private var recordedNumbers: [Int: Int] = [:]
    /// The calls whose recorded replies can follow later commands, by the index of the recorded call.
    var openCalls: [Int: Reply] = [:]
    /// The replayed replies that precede their call.
    var earlyReplies: [Int: [BridgeRecording.Reply]] = [:]
    private(set) var handlers: [String: Handler] = [:]
    private var worlds: [String: WKContentWorld] = [:]
    /// The answers that tests have set for later calls, by handler or method.
    var scripted: [String: [NativeCall.Outcome]] = [:] { didSet { addHandlers() } }
    private var controllers: [InstalledController] = []
    private var views: [WeakView] = []
    private var weakAppViews: [WeakAppView] = []
    /// The views of the script's latest calls, by tag.
    private var callers: [Int: WeakView] = [:]
    private var lastTag = 0
    /// The controls of Hotwire's components.
    let hotwireComponents = HotwireComponents()

    private struct WeakView {
        weak var view: WKWebView?
    }

    private struct WeakAppView {
        weak var view: AppView?
    }

    private struct InstalledController {
        weak var controller: WKUserContentController?
        var names: Set<String> = []
    }

    /// Makes a native half.
    ///
    /// - Parameters:
    ///   - framework: the framework whose protocol pages speak; `swwebview` for message handlers alone.
    ///   - phone: the phone that the app is on; nil for a new one.
    ///   - script: a loaded script, whose handlers and plugins answer. Its methods replace those of simulated plugins.
    ///   - recorder: the recorder of all calls, answers and events.
    ///   - recording: the recording that answers all calls in place of handlers.
    ///   - isStrict: whether calls must have the recording's order.
    public init(
        _ framework: AppFramework = .swwebview, phone: SimulatedPhone? = nil, script: NativeScript? = nil,
        recorder: BridgeRecorder? = nil, recording: BridgeRecording? = nil, isStrict: Bool = false
    ) {
        self.framework = framework
        self.phone = phone ?? SimulatedPhone()
        self.script = script
        self.recorder = recorder
        replay = recording.map { BridgeReplay($0, isStrict: isStrict) }
        originWhitelist = script?.originWhitelist.map { OriginWhitelist($0) } ?? .webServers
        if framework.hasBridge { plugins = allPlugins() }
        script?.onMessage { [weak self] message in
            // Handle messages in their order, and after the events that WebKit has sent already.
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.receive(message) } }
        }
        self.phone.listen { [weak self] change in
            for view in self?.appViews ?? [] { view.bridge?.tell(change) }
            return self != nil
        }
    }

    // MARK: Handlers

    /// Sets the handler of messages with a name. Replaces an earlier handler.
    public func handle(_ name: String, in world: WKContentWorld = .page, _ handler: @escaping Handler) {
        handlers[name] = handler
        worlds[name] = world
        addHandlers()
    }

    /// The names of all handlers.
    public var handlerNames: [String] {
        Set(handlers.keys).union(script?.handlerNames ?? []).union(replay?.handlerNames ?? []).union(scripted.keys)
            .filter { name in !plugins.keys.contains { name.hasPrefix("\($0).") } }
            .sorted()
    }

    /// Whether a recording answers the calls.
    var isReplaying: Bool { replay != nil }

    /// Whether the calls are recorded.
    var isRecording: Bool { recorder != nil }

    private func install(in controller: WKUserContentController) {
        guard !controllers.contains(where: { $0.controller === controller }) else { return }
        controllers.append(InstalledController(controller: controller))
        addHandlers()
    }

    private func addHandlers() {
        controllers.removeAll { $0.controller == nil }
        let names = handlerNames
        for index in controllers.indices {
            for name in names where !controllers[index].names.contains(name) {
                controllers[index].names.insert(name)
                controllers[index].controller?.addScriptMessageHandler(
                    MessageReceiver(half: self), contentWorld: worlds[name] ?? .page, name: name)
            }
        }
    }

    /// Loads the script's files again. New handlers are available in a page's next document.
    ///
    /// - Throws: ``NativeCallError``. The script's earlier state remains.
    public func reload() async throws {
        try await script?.reload()
        addHandlers()
    }

    // MARK: Views

    /// The views that pages of the app are in, without the windows that they open.
    var appViews: [AppView] { weakAppViews.compactMap(\.view) }

    /// Connects a view, before its first load: its pages have the message handlers, the framework's scripts and plugins, and receive events.
    ///
    /// A view without a custom user agent gets that of an iPhone, if the app has a framework. A handler that is added later is available in a
    /// page's next document.
    public func attach(to view: WKWebView) {
        guard !isAttached(to: view) else { return }
        if view.customUserAgent == nil { view.customUserAgent = framework.userAgent }
        phone.app.name = capacitor.name ?? phone.app.name
        phone.app.id = capacitor.id ?? phone.app.id
        if framework.hasBridge {
            weakAppViews.removeAll { $0.view == nil }
            // The message handlers in the view's content controller own the object.
            let appView = AppView(view, of: self)
            weakAppViews.append(WeakAppView(view: appView))
        }
        if let view = view as? SWWebView, !view.webApp.features.isEmpty { phone.install(view) }
        install(in: view.configuration.userContentController)
        sendEvents(to: view)
    }

    /// Returns whether a navigation is the one that the client waits for, and ends the wait.
    func beginsClientNavigation(_ action: WKNavigationAction, in view: WKWebView?) -> Bool {
        guard let clientNavigation, let url = action.request.url, action.targetFrame?.isMainFrame == true,
            url == clientNavigation || (view as? SWWebView)?.externalURL(for: url) == clientNavigation
        else { return false }
        self.clientNavigation = nil
        return true
    }

    /// Connects a window that a page opened, which has the message handlers of its opener: it receives events, too.
    package func sendEvents(to view: WKWebView) {
        guard !isAttached(to: view) else { return }
        views.append(WeakView(view: view))
        guard script != nil || replay != nil else { return }
        view.prepareForEvents()
        for name in script?.eventNames ?? [] { listen(to: name, in: view) }
    }

    private func isAttached(to view: WKWebView) -> Bool {
        views.removeAll { $0.view == nil }
        return views.contains { $0.view === view }
    }

    private func listen(to name: String, in view: WKWebView) {
        let events = view.events(named: name)
        Task { [weak self, weak view] in
            for await event in events {
                guard let self, let detail = try? NativeValue(json: event.json) else { continue }
                let frame = NativeFrame(event.frame)
                record(.event(BridgeEvent(name, detail: detail), direction: .fromPage, frame: frame))
                do {
                    try await script?.event(name, detail: detail, frame: frame, tag: tag(for: view))
                } catch {
                    note(error, of: nil)
                }
            }
        }
    }

    // MARK: Events

    /// Dispatches a `CustomEvent` on the windows of the page and its frames, see `WKWebView.dispatchEvent(_:detail:)`.
    ///
    /// - Parameter view: the view; nil for all views that the native half is attached to.
    public func fire(_ name: String, detail: NativeValue = .null, in view: WKWebView? = nil) {
        if isReplayingCommand { return }
        record(.event(BridgeEvent(name, detail: detail), direction: .toPage, frame: nil))
        for target in view.map({ [$0] }) ?? views.compactMap(\.view) { try? target.dispatchEvent(name, detail: detail) }
    }

    /// Fires a plugin's event in the app's pages: Capacitor's listeners of the plugin, or an event of the document or window.
    public func fire(_ event: String, _ data: NativeValue = [:], of plugin: String) {
        for view in appViews { view.fire(event, data, of: plugin) }
    }

    /// Sends a message of the app to its pages: a `message` event for React Native, without an effect for other frameworks.
    public func post(_ message: NativeValue) {
        guard framework == .reactNative else { return }
        for view in appViews { view.send(ReactNativeBridge.message(message)) }
    }

    package func record(_ record: BridgeRecord) {
        records.notify(record)
        guard let recorder else { return }
        switch record {
        case .call(let call):
            let number = recorder.newNumber()
            recordedNumbers[call.number] = number
            recorder.write(.call(call.numbered(number)))
        case .reply(let call, let outcome, let isLast):
            guard let number = recordedNumbers[call] else { return }
            if isLast { recordedNumbers[call] = nil }
            recorder.write(.reply(call: number, outcome, isLast: isLast))
        case .event, .command, .file: recorder.write(record)
        }
    }

    private func receive(_ message: NativeScript.Message) {
        switch message {
        case .console(let level, let text): hear(.console(level: level, text: text))
        case .uncaught(let error): hear(.error(error, handler: nil))
        case .fire(let name, let detail, let tag):
            guard let tag else { return fire(name, detail: detail) }
            // A call may fire events long after its answer, when its view may be gone.
            if let view = callers[tag]?.view { fire(name, detail: detail, in: view) }
        case .notify(let name, let data):
            do { try checkedEvent(name, data)() } catch { note(error, of: nil) }
        }
    }

    /// The maximum number of calls in ``callers``.
    private static let mostCallers = 10_000

    func tag(for view: WKWebView?) -> Int {
        lastTag += 1
        callers[lastTag] = WeakView(view: view)
        callers[lastTag - Self.mostCallers] = nil
        return lastTag
    }

    private func note(_ error: any Error, of handler: String?) {
        hear(.error(Self.callError(error), handler: handler))
    }
}

/// A receiver of one handler's messages. The content controller owns it, and with it the native half.
private final class MessageReceiver: NSObject, WKScriptMessageHandlerWithReply {
    private let half: NativeHalf

    init(half: NativeHalf) { self.half = half }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        await half.receive(message)
    }
}
