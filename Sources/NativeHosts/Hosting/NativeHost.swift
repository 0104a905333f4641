import Foundation
import SchemeHandlers
public import WebKit

/// The native half of an application. Answers `webkit.messageHandlers.NAME.postMessage(body)` of pages, fires events into
/// pages, and logs the pages' calls. Main actor only.
///
/// ```swift
/// let host = NativeHost()
/// host.handle("camera") { body, frame in
///     guard frame.isMainFrame else { throw NativeCallError("Only the app itself takes pictures") }
///     return ["file": "photo.jpg", "quality": body["quality"] ?? 90]
/// }
/// host.install(in: configuration.userContentController)
/// let view = WKWebView(frame: frame, configuration: configuration)
/// host.attach(to: view)
/// ```
///
/// Handlers reply as a `WKScriptMessageHandlerWithReply` does: `postMessage` returns a promise, which an error rejects.
@MainActor
public final class NativeHost {
    /// A handler of messages. A thrown error rejects the page's promise with the error's message.
    public typealias Handler = @MainActor (_ body: NativeValue, _ frame: NativeFrame) async throws -> NativeValue

    /// An event that the user of the host should see.
    public enum Note: Sendable {
        /// Output of the script's console. The level is the name of the console's method.
        case console(level: String, text: String)
        /// A failure of a handler, or of the script outside a call.
        case error(NativeCallError, handler: String?)
        /// A call without an answer in the replayed recording.
        case unrecorded(String)
        /// Something that the page may not expect, such as a call that stays without an answer.
        case warning(String)

        /// The note as a line of a console: its level, named after the console's method, and its text.
        package var line: (level: String, text: String) {
            switch self {
            case .console(let level, let text): (level, "native.js: \(text)")
            case .error(let error, let handler?):
                ("error", "native.js: the handler “\(handler)” failed: \(error.description)")
            case .error(let error, nil): ("error", error.position == nil ? "native.js: \(error)" : "\(error)")
            case .unrecorded(let message): ("error", message)
            case .warning(let message): ("warn", message)
            }
        }
    }

    /// The script with the handlers for all names without a handler of ``handle(_:in:_:)``.
    public let script: NativeScript?
    /// Further commands for tests, by the member that names the command. See ``command(_:)``. Each closure checks a command, and
    /// returns the closure that executes it.
    public var addedCommands: [String: @MainActor (NativeValue) throws -> @MainActor () async -> Void] = [:]
    /// Further members of ``state`` for tests.
    package var addedState: @MainActor () -> [String: NativeValue] = { [:] }
    /// The closure that sends a replayed event to the page. The host itself sends events to ``BridgeEvent/Target/frames``.
    package var send: @MainActor (BridgeEvent) -> Void = { _ in }
    /// Whether a command of a test is executed for its effect on the phone only. Its events come from the recording.
    package var isReplayingCommand: Bool { replayingCommands > 0 }
    var replayingCommands = 0
    /// The closure that receives notes.
    public var hear: @MainActor (Note) -> Void = { _ in }

    /// The observer of all calls, replies and events, as a recording has them.
    package var observer: (@MainActor (BridgeRecord) -> Void)?
    /// The closure that fires a plugin's event, such as `App.backButton`, for the script; nil without a framework.
    package var notify: (@MainActor (String, NativeValue) throws -> Void)?
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
    var scripted: [String: [NativeCall.Outcome]] = [:] { didSet { update() } }
    /// The plugins whose methods a framework's protocol calls. Their methods, such as `Camera.getPhoto`, are no message
    /// handlers.
    public var protocolPlugins: Set<String> = []
    private var controllers: [InstalledController] = []
    private var views: [WeakView] = []
    /// The views of the script's latest calls, by tag.
    private var callers: [Int: WeakView] = [:]
    private var lastTag = 0

    private struct WeakView {
        weak var view: WKWebView?
    }

    private struct InstalledController {
        weak var controller: WKUserContentController?
        var names: Set<String> = []
    }

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - script: a loaded script, whose messages go to this host.
    ///   - recorder: the recorder of all calls, answers and events.
    ///   - recording: the recording that answers all calls in place of handlers.
    ///   - isStrict: whether calls must have the recording's order.
    public init(
        script: NativeScript? = nil, recorder: BridgeRecorder? = nil, recording: BridgeRecording? = nil,
        isStrict: Bool = false
    ) {
        self.script = script
        self.recorder = recorder
        replay = recording.map { BridgeReplay($0, isStrict: isStrict) }
        script?.onMessage { [weak self] message in
            // Handle messages in their order, and after the events that WebKit has sent already.
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.receive(message) } }
        }
    }

    // MARK: Handlers

    /// Sets the handler of messages with a name. Replaces an earlier handler.
    public func handle(_ name: String, in world: WKContentWorld = .page, _ handler: @escaping Handler) {
        handlers[name] = handler
        worlds[name] = world
        update()
    }

    /// The names of all handlers.
    public var handlerNames: [String] {
        Set(handlers.keys).union(script?.handlerNames ?? []).union(recordedNames).union(scripted.keys)
            .filter { name in !protocolPlugins.contains { name.hasPrefix("\($0).") } }
            .sorted()
    }

    /// The names of the handlers and methods that the replayed recording can answer.
    public var recordedNames: Set<String> { replay?.handlerNames ?? [] }

    /// The names of the recorded methods that reply repeatedly.
    package var repeatingNames: Set<String> { replay?.repeatingNames ?? [] }

    /// The names of the plugins with recorded events.
    package var recordedEventPlugins: Set<String> { replay?.eventPlugins ?? [] }

    /// Whether a recording answers the calls.
    package var isReplaying: Bool { replay != nil }

    /// Whether the calls are recorded.
    package var isRecording: Bool { recorder != nil }

    /// Adds the current and all later handlers to a content controller. A new handler is available in a page's next document.
    public func install(in controller: WKUserContentController) {
        guard !controllers.contains(where: { $0.controller === controller }) else { return }
        controllers.append(InstalledController(controller: controller))
        update()
    }

    private func update() {
        controllers.removeAll { $0.controller == nil }
        let names = handlerNames
        for index in controllers.indices {
            for name in names where !controllers[index].names.contains(name) {
                controllers[index].names.insert(name)
                controllers[index].controller?.addScriptMessageHandler(
                    MessageReceiver(host: self), contentWorld: worlds[name] ?? .page, name: name)
            }
        }
    }

    /// Connects a view: the host fires events into the view, and passes events of its pages to the script.
    public func attach(to view: WKWebView) {
        views.removeAll { $0.view == nil }
        guard !views.contains(where: { $0.view === view }) else { return }
        views.append(WeakView(view: view))
        guard script != nil || replay != nil else { return }
        view.prepareForEvents()
        for name in script?.eventNames ?? [] { listen(to: name, in: view) }
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

    /// Loads the script's files again. New handlers are available in a page's next document.
    ///
    /// - Throws: ``NativeCallError``. The script then keeps its earlier state.
    public func reload() async throws {
        try await script?.reload()
        update()
    }

    /// Calls a plugin's method of the script.
    ///
    /// - Throws: ``NativeCallError`` with the method's error, or for a missing method.
    public func plugin(
        _ name: String, method: String, options: NativeValue = [:], frame: NativeFrame? = nil
    ) async throws -> NativeValue {
        guard let script else { throw NativeCallError("There is no plugin “\(name)”, because no native.js is loaded") }
        return try await script.plugin(name, method: method, options: options, frame: frame)
    }

    // MARK: Events

    /// Dispatches a `CustomEvent` on the windows of the page and its frames, see `WKWebView.dispatchEvent(_:detail:)`.
    ///
    /// - Parameter view: the view; nil for all views that the host is attached to.
    public func fire(_ name: String, detail: NativeValue = .null, in view: WKWebView? = nil) {
        if isReplayingCommand { return }
        record(.event(BridgeEvent(name, detail: detail), direction: .toPage, frame: nil))
        for target in view.map({ [$0] }) ?? views.compactMap(\.view) { try? target.dispatchEvent(name, detail: detail) }
    }

    package func record(_ record: BridgeRecord) {
        observer?(record)
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
            do {
                guard let notify else {
                    throw NativeCallError(
                        "notify(“\(name)”): there are no plugins without a framework. Name it with --app")
                }
                try notify(name, data)
            } catch {
                note(error, of: nil)
            }
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

/// A receiver of one handler's messages. The receiver holds the host weakly, because a content controller holds its handlers.
private final class MessageReceiver: NSObject, WKScriptMessageHandlerWithReply {
    private weak var host: NativeHost?

    init(host: NativeHost) { self.host = host }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        await host?.receive(message) ?? (nil, "The native half has ended")
    }
}
