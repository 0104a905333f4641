import Foundation
import SchemeHandlers
public import WebKit

/// The native half of an application: it answers `webkit.messageHandlers.NAME.postMessage(body)` of pages, fires events into them,
/// and knows the calls that they made. Main actor only.
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
/// Handlers reply as a `WKScriptMessageHandlerWithReply` does: a page's `postMessage` returns a promise, which an error rejects.
@MainActor
public final class NativeHost {
    /// A handler of messages. An error that it throws rejects the page's promise with the error's message.
    public typealias Handler = @MainActor (_ body: NativeValue, _ frame: NativeFrame) async throws -> NativeValue

    /// A thing that a person should know of.
    public enum Note: Sendable {
        /// The script printed on its console; the level is named after the console's method.
        case console(level: String, text: String)
        /// A handler failed, or the script did outside a call.
        case error(NativeCallError, handler: String?)
        /// A call has no answer in the recording that is replayed.
        case unrecorded(String)
    }

    /// The script that answers where no handler of ``handle(_:in:_:)`` does.
    public let script: NativeScript?
    /// Receives notes.
    public var hear: @MainActor (Note) -> Void = { _ in }

    let log = CallLog()
    let recorder: BridgeRecorder?
    let replay: BridgeReplay?
    private var handlers: [String: Handler] = [:]
    private var worlds: [String: WKContentWorld] = [:]
    private var scripted: [String: [Result<NativeValue, NativeCallError>]] = [:]
    private var controllers: [InstalledController] = []
    private var views: [WeakView] = []
    /// The views of the latest calls of the script, by their tags.
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
    ///   - script: a loaded script; its messages go to this host from now on.
    ///   - recorder: writes what is said both ways.
    ///   - recording: answers every call in place of handlers.
    ///   - isStrict: whether calls must come in the recording's order.
    public init(
        script: NativeScript? = nil, recorder: BridgeRecorder? = nil, recording: BridgeRecording? = nil,
        isStrict: Bool = false
    ) {
        self.script = script
        self.recorder = recorder
        replay = recording.map { BridgeReplay($0, isStrict: isStrict) }
        script?.onMessage { [weak self] message in
            // In order, and after what WebKit has sent already.
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.receive(message) } }
        }
    }

    // MARK: Handlers

    /// Answers the messages of a name; replaces the handler before.
    public func handle(_ name: String, in world: WKContentWorld = .page, _ handler: @escaping Handler) {
        handlers[name] = handler
        worlds[name] = world
        update()
    }

    /// The names of all handlers.
    public var handlerNames: [String] {
        Set(handlers.keys).union(script?.handlerNames ?? []).union(replay?.handlerNames ?? []).union(scripted.keys)
            .sorted()
    }

    /// Gives pages of views with this content controller the handlers, also those that come later. A page sees a handler from its
    /// next document on.
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

    /// Fires events into a view, and hears those that the script listens to.
    public func attach(to view: WKWebView) {
        views.removeAll { $0.view == nil || $0.view === view }
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
                recorder?.write(.event(name: name, detail: detail, direction: .fromPage, frame: frame))
                do {
                    try await script?.event(name, detail: detail, frame: frame, tag: tag(for: view))
                } catch {
                    note(error, of: nil)
                }
            }
        }
    }

    /// Loads the script's files again. Pages get handlers of new names with their next document.
    ///
    /// - Throws: ``NativeCallError``; the earlier state stays.
    public func reload() async throws {
        try await script?.reload()
        update()
    }

    /// Calls a plugin's method of the script.
    ///
    /// - Throws: ``NativeCallError``: what the method throws, or that there is none.
    public func plugin(
        _ name: String, method: String, options: NativeValue = [:], frame: NativeFrame? = nil
    ) async throws -> NativeValue {
        guard let script else { throw NativeCallError("There is no native.js, and so no plugin “\(name)”") }
        return try await script.plugin(name, method: method, options: options, frame: frame)
    }

    // MARK: Events

    /// Dispatches a `CustomEvent` on the windows of the page and its frames, see `WKWebView.dispatchEvent(_:detail:)`.
    ///
    /// - Parameter view: the view; nil for all that the host is attached to.
    public func fire(_ name: String, detail: NativeValue = .null, in view: WKWebView? = nil) {
        recorder?.write(.event(name: name, detail: detail, direction: .toPage, frame: nil))
        for target in view.map({ [$0] }) ?? views.compactMap(\.view) { try? target.dispatchEvent(name, detail: detail) }
    }

    private func receive(_ message: NativeScript.Message) {
        switch message {
        case .console(let level, let text): hear(.console(level: level, text: text))
        case .uncaught(let error): hear(.error(error, handler: nil))
        case .fire(let name, let detail, let tag):
            guard let tag else { return fire(name, detail: detail) }
            // A call may fire events long after its answer. The view may have gone by then.
            if let view = callers[tag]?.view { fire(name, detail: detail, in: view) }
        }
    }

    /// The most calls whose views are known.
    private static let mostCallers = 10_000

    private func tag(for view: WKWebView?) -> Int {
        lastTag += 1
        callers[lastTag] = WeakView(view: view)
        callers[lastTag - Self.mostCallers] = nil
        return lastTag
    }

    private func note(_ error: any Error, of handler: String?) {
        hear(.error(error as? NativeCallError ?? NativeCallError("\(error)"), handler: handler))
    }

    // MARK: Calls

    /// The calls that pages made, in their order; the latest ten thousand.
    public var calls: [NativeCall] { log.calls }

    /// Waits for a call that no earlier wait has returned; returns at once where there is one.
    ///
    /// - Parameter handler: the handler's name; nil for any.
    /// - Returns: the call, which may have no answer yet; nil when the task was cancelled.
    public func nextCall(of handler: String? = nil) async -> NativeCall? { await log.next(handler) }

    /// Answers the next call of a handler, after those that were scripted before. A handler that there is not is made.
    public func answerNext(_ handler: String, with answer: Result<NativeValue, NativeCallError>) {
        scripted[handler, default: []].append(answer)
        update()
    }

    func receive(_ message: WKScriptMessage) async -> (Any?, String?) {
        let frame = NativeFrame(message.frameInfo)
        let world = message.world.name
        do throws(NativeCallError) {
            let body = try NativeValue(message.body)
            let call = log.add(message.name, world: world, body: body, frame: frame)
            recorder?.write(.call(call))
            let outcome = await outcome(of: call, in: message.webView)
            log.settle(call.number, outcome)
            recorder?.write(.reply(call: call.number, outcome))
            switch outcome {
            case .answered(let value): return (value.any, nil)
            case .failed(let error): return (nil, error.message)
            }
        } catch {
            hear(.error(error, handler: message.name))
            return (nil, error.message)
        }
    }

    private func outcome(of call: NativeCall, in view: WKWebView?) async -> NativeCall.Outcome {
        do {
            if var answers = scripted[call.handler], !answers.isEmpty {
                let answer = answers.removeFirst()
                scripted[call.handler] = answers
                return .answered(try answer.get())
            }
            if let replay { return try replayed(call, by: replay, in: view) }
            if let handler = handlers[call.handler] { return .answered(try await handler(call.body, call.frame)) }
            guard let script, script.handlerNames.contains(call.handler) else {
                throw NativeCallError("There is no handler “\(call.handler)”")
            }
            return .answered(
                try await script.handler(call.handler, body: call.body, frame: call.frame, tag: tag(for: view)))
        } catch {
            let error = error as? NativeCallError ?? NativeCallError("\(error)")
            hear(.error(error, handler: call.handler))
            return .failed(error)
        }
    }

    private func replayed(
        _ call: NativeCall, by replay: BridgeReplay, in view: WKWebView?
    ) throws(NativeCallError) -> NativeCall.Outcome {
        do throws(NativeCallError) {
            let answer = try replay.answer(call.handler, body: call.body)
            for event in answer.events { fire(event.name, detail: event.detail, in: view) }
            return answer.outcome
        } catch {
            hear(.unrecorded(error.message))
            throw error
        }
    }
}

/// Receives the messages of one handler. A content controller holds its handlers, so it holds the host weakly.
private final class MessageReceiver: NSObject, WKScriptMessageHandlerWithReply {
    private weak var host: NativeHost?

    init(host: NativeHost) { self.host = host }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        await host?.receive(message) ?? (nil, "The native half has ended")
    }
}
