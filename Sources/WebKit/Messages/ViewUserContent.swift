import CWebKitGTK

/// The scripts and handlers of one view, as its controller has them.
@MainActor
final class ViewUserContent {
    private weak var view: WKWebView?
    private weak var controller: WKUserContentController?

    /// The content that the view's own kind adds, independent of the application's.
    private var host: HostContent
    private var watches: [PageWatch] = []
    private let presentation: WKUserScript
    private let detector: WKUserScript?

    init(view: WKWebView, controller: WKUserContentController) {
        self.view = view
        self.controller = controller
        host = view.liveConfiguration.hostContent
        presentation = VideoPresentation.script(for: view.liveConfiguration)
        detector = DataDetectors.script(for: view.liveConfiguration.dataDetectorTypes)
        for (name, receive) in host.receivers { add(receiver: receive, name: name) }
        let motion = view.motion.receiver
        add(
            receiver: { bytes in if let bytes { motion.receive(String(decoding: bytes, as: UTF8.self)) } },
            name: motion.name, worldName: motion.worldName)
    }

    // MARK: Scripts

    /// Replaces the view's own scripts, for documents from now on.
    func replaceHostScripts(_ scripts: [WKUserScript]) { host.scripts = scripts }

    /// Adds a script of the application.
    func add(_ script: WKUserScript) {
        if !isRefusing { install(script) }
    }

    /// Whether the application's scripts and handlers are left out.
    private var isRefusing: Bool { view?.refusesScripts ?? false }

    private func install(_ script: WKUserScript) {
        guard let handle = view?.handle else { return }
        cwk_view_add_user_script(
            handle, script.source, script.injectionTime == .atDocumentEnd, script.isForMainFrameOnly,
            script.contentWorld.worldName)
    }

    /// Runs a watch in the present document and in those to come.
    func add(_ watch: PageWatch) {
        watches.append(watch)
        let receive = watch.receive
        add(
            receiver: { bytes in if let bytes { receive(String(decoding: bytes, as: UTF8.self)) } }, name: watch.name,
            worldName: PageWatch.world.worldName)
        install(watch.script)
        view?.evaluate(watch.source, in: PageWatch.world) { _ in }
    }

    /// Replaces all scripts: the ones that put messages into envelopes, then the application's.
    func install(_ scripts: [WKUserScript], _ registrations: [MessageRegistration]) {
        guard let handle = view?.handle else { return }
        cwk_view_remove_user_scripts(handle)
        if let view { for script in [presentation, view.media.script] + view.motion.scripts { install(script) } }
        for script in host.scripts { install(script) }
        for watch in watches { install(watch.script) }
        if let detector { install(detector) }
        for (worldName, source) in envelopeScripts(isRefusing ? [] : registrations) {
            cwk_view_add_user_script(handle, source, false, false, worldName)
        }
        for script in scripts { add(script) }
    }

    /// Returns the scripts that put messages into envelopes. Each world of a handler has one, and so has the page's if the view
    /// has receivers.
    private func envelopeScripts(_ registrations: [MessageRegistration]) -> [(worldName: String?, source: String)] {
        var handlers = Dictionary(grouping: registrations, by: { $0.world.worldName })
        if !host.receivers.isEmpty { handlers[nil, default: []] += [] }
        return handlers.map { worldName, handlers in
            let receivers = worldName == nil ? Array(host.receivers.keys) : []
            return (worldName, FrameEnvelope.script(handlers: handlers.map(\.name), receivers: receivers))
        }
    }

    /// Has the main frame's present document put messages to a new handler into envelopes, as if it had begun with the handler.
    func adopt(_ registration: MessageRegistration) {
        if isRefusing { return }
        let source = FrameEnvelope.script(handlers: [registration.name], receivers: Array(host.receivers.keys))
        view?.evaluate(source, in: registration.world) { _ in }
    }

    // MARK: Handlers

    func add(_ registration: MessageRegistration) {
        guard let handle = view?.handle, !isRefusing else { return }
        let route = Unmanaged.passRetained(MessageRoute(self, name: registration.name)).toOpaque()
        let isAdded = cwk_view_add_message_handler(
            handle, registration.name, registration.world.worldName, registration.hasReply,
            { value, text, length, reply, context in
                guard let value else { return }
                ShimCallback.unretained(context, MessageRoute.self) { route in
                    let bytes = text.map { UnsafeRawBufferPointer(start: $0, count: length) }
                    route.content?.receive(route.name, value, bytes, reply.map { MessageReply($0) })
                }
            }, route,
            { context in
                if let context { Unmanaged<MessageRoute>.fromOpaque(context).release() }
            })
        if !isAdded { Unmanaged<MessageRoute>.fromOpaque(route).release() }
    }

    private func add(receiver: @escaping HostContent.Receiver, name: String, worldName: String? = nil) {
        guard let handle = view?.handle else { return }
        _ = cwk_view_add_message_handler(
            handle, name, worldName, false,
            { _, text, length, _, context in
                ShimCallback.unretained(context, Box<HostContent.Receiver>.self) { receiver in
                    receiver.value(text.map { UnsafeRawBufferPointer(start: $0, count: length) })
                }
            }, Unmanaged.passRetained(Box(receiver)).toOpaque(),
            { context in
                if let context { Unmanaged<Box<HostContent.Receiver>>.fromOpaque(context).release() }
            })
    }

    func remove(_ registration: MessageRegistration) {
        guard let handle = view?.handle, !isRefusing else { return }
        cwk_view_remove_message_handler(
            handle, registration.name, registration.world.worldName, registration.hasReply)
    }

    // MARK: Content rule lists

    func add(_ ruleList: WKContentRuleList) {
        if let handle = view?.handle { cwk_view_add_filter(handle, ruleList.handle) }
    }

    func remove(_ ruleList: WKContentRuleList) {
        if let handle = view?.handle { cwk_view_remove_filter(handle, ruleList.identifier) }
    }

    func removeAllRuleLists() {
        if let handle = view?.handle { cwk_view_remove_all_filters(handle) }
    }

    // MARK: Messages

    private func receive(
        _ name: String, _ value: OpaquePointer, _ text: UnsafeRawBufferPointer?, _ reply: MessageReply?
    ) {
        guard let view, let controller else { return }
        let posted = text.map { String(decoding: $0, as: UTF8.self) } ?? JavaScriptValue.swiftValue(of: value)
        let envelope = FrameEnvelope(posted)
        let sender = envelope.flatMap { view.messageSenders[$0.sender] }
        let found = controller.registration(name: name, worldName: sender?.worldName, isKnown: sender != nil)
        guard let registration = found else { return }
        let loaded = WKFrameInfo(sender: sender, webView: view)
        let frame = view.shownAddress.map { loaded.mappingAddresses($0) } ?? loaded
        var body = sender == nil ? posted : envelope?.body
        if registration.world.script != nil {
            body = WorldValues(frame: frame, world: registration.world, webView: view).resolved(body)
        }
        let message = WKScriptMessage(
            body: JavaScriptValue.any(body), name: registration.name, webView: view, frameInfo: frame,
            world: registration.world)
        switch registration.receiver {
        case .handler(let handler): handler.userContentController(controller, didReceive: message)
        case .handlerWithReply(let handler):
            handler.userContentController(controller, didReceive: message) { reply?.settle($0, failure: $1) }
        }
    }
}

/// The destination of a handler's messages. The shim holds this object.
private final class MessageRoute {
    weak var content: ViewUserContent?
    let name: String

    init(_ content: ViewUserContent, name: String) {
        self.content = content
        self.name = name
    }
}
