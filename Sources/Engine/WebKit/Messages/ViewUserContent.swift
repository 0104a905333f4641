import CWebKitGTK

/// The scripts and handlers of one view, as its controller has them.
@MainActor
final class ViewUserContent: AttachedContent {
    private weak var view: WKWebView?
    private weak var controller: WKUserContentController?
    /// The views that have this content with this one.
    let shared: SharedUserContent
    /// The application's handlers.
    private var registrations: [MessageRegistration] = []

    /// The content that the view's own kind adds, independent of the application's.
    private var host: HostContent
    private var watches: [PageWatch] = []
    private let presentation: WKUserScript
    private let detector: WKUserScript?

    /// - Parameter shared: the content of the view that opened this one; nil if WebKit has not given it to this one.
    init(view: WKWebView, controller: WKUserContentController, shared: SharedUserContent?) {
        self.view = view
        self.controller = controller
        self.shared = shared ?? SharedUserContent()
        host = view.liveConfiguration.hostContent
        let configuration = view.liveConfiguration
        presentation = VideoPresentation.script(
            pictureInPicture: configuration.allowsPictureInPictureMediaPlayback,
            airPlay: configuration.allowsAirPlayForMediaPlayback)
        detector = DataDetectors.script(for: configuration.dataDetectorTypes)
        self.shared.add(self)
        for (name, receive) in host.receivers { add(receiver: receive, name: name) }
        add(
            receiver: { [weak view] bytes in
                bytes.map { view?.motionAsked(String(decoding: $0, as: UTF8.self)) ?? false } ?? true
            }, name: MotionPermission.handlerName, worldName: MotionPermission.world.worldName)
    }

    /// Whether the scripts, rule lists and style sheets of this view are those that WebKit has.
    var isInstalled: Bool { shared.members.first === self }

    /// Returns whether the view's page has a document with an id of the extension's.
    func knows(sender id: String) -> Bool { view?.messageSenders[id] != nil }

    // MARK: Scripts

    /// Replaces the view's own scripts, for documents from now on.
    func replaceHostScripts(_ scripts: [WKUserScript]) { host.scripts = scripts }

    func add(_ script: WKUserScript) {
        if !isRefusing, isInstalled { install(script) }
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
        let isNew = !allWatches.contains { $0.name == watch.name }
        watches.append(watch)
        let receive = watch.receive
        add(
            receiver: { [weak self] bytes in
                guard let self, let bytes else { return true }
                let posted = String(decoding: bytes, as: UTF8.self)
                let envelope = FrameEnvelope(posted)
                if let envelope, shared.isSender(envelope.sender, ofOtherThan: self) { return false }
                receive(envelope?.body as? String ?? posted)
                return true
            }, name: watch.name, worldName: PageWatch.world.worldName)
        let envelope = FrameEnvelope.script(handlers: [watch.name])
        if isNew {
            install(PageWatch.script(envelope))
            install(watch.script)
        }
        guard let view else { return }
        view.evaluate(envelope + watch.source, in: PageWatch.world) { _ in }
        for member in shared.members where member !== self { member.view?.followWatches(of: view) }
    }

    /// The watches of the views, each name once.
    private var allWatches: [PageWatch] {
        shared.members.flatMap(\.watches).reduce(into: []) { found, watch in
            if !found.contains(where: { $0.name == watch.name }) { found.append(watch) }
        }
    }

    func install(_ scripts: [WKUserScript], _ registrations: [MessageRegistration]) {
        self.registrations = isRefusing ? [] : registrations
        guard let handle = view?.handle else { return }
        guard isInstalled else {
            if let first = shared.members.first, let other = first.controller, other !== controller {
                other.reinstallScripts()
            }
            return
        }
        cwk_view_remove_user_scripts(handle)
        if let view {
            let motion = view.motion.scripts(isHeard: view.uiDelegate != nil)
            for script in [presentation, view.media.script] + motion { install(script) }
        }
        for script in host.scripts { install(script) }
        let watches = allWatches
        if let watch = watches.first { install(PageWatch.script(FrameEnvelope.script(handlers: [watch.name]))) }
        for watch in watches { install(watch.script) }
        if let detector { install(detector) }
        for (worldName, source) in envelopeScripts {
            cwk_view_add_user_script(handle, source, false, false, worldName)
        }
        for script in scripts { add(script) }
    }

    /// Returns the scripts that put messages into envelopes. Each world of a handler has one, and so has the page's if the view
    /// has receivers.
    private var envelopeScripts: [(worldName: String?, source: String)] {
        var handlers = Dictionary(grouping: shared.members.flatMap(\.registrations), by: { $0.world.worldName })
        if !host.receivers.isEmpty { handlers[nil, default: []] += [] }
        return handlers.map { worldName, handlers in
            let receivers = worldName == nil ? Array(host.receivers.keys) : []
            return (worldName, FrameEnvelope.script(handlers: handlers.map(\.name), receivers: receivers))
        }
    }

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
                guard let value else { return false }
                var isTaken = false
                ShimCallback.unretained(context, MessageRoute.self) { route in
                    let bytes = text.map { UnsafeRawBufferPointer(start: $0, count: length) }
                    isTaken = route.content?.receive(route.name, value, bytes, reply) ?? false
                }
                return isTaken
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
                var isTaken = false
                ShimCallback.unretained(context, Box<HostContent.Receiver>.self) { receiver in
                    isTaken = receiver.value(text.map { UnsafeRawBufferPointer(start: $0, count: length) })
                }
                return isTaken
            }, Unmanaged.passRetained(Box(receiver)).toOpaque(),
            { context in
                if let context { Unmanaged<Box<HostContent.Receiver>>.fromOpaque(context).release() }
            })
    }

    func remove(_ registration: MessageRegistration) {
        registrations.removeAll { $0 === registration }
        guard let handle = view?.handle, !isRefusing else { return }
        cwk_view_remove_message_handler(
            handle, registration.name, registration.world.worldName, registration.hasReply)
    }

    // MARK: Content rule lists

    func add(_ ruleList: WKContentRuleList) {
        if isInstalled, let handle = view?.handle { cwk_view_add_filter(handle, ruleList.handle) }
    }

    func remove(_ ruleList: WKContentRuleList) {
        if isInstalled, let handle = view?.handle { cwk_view_remove_filter(handle, ruleList.identifier) }
    }

    func removeAllRuleLists() {
        if isInstalled, let handle = view?.handle { cwk_view_remove_all_filters(handle) }
    }

    // MARK: Messages

    /// Calls the handler for a message.
    ///
    /// - Parameter waiting: the reply that the page waits for. It is taken with the message.
    /// - Returns: false for a message of another view's page.
    private func receive(
        _ name: String, _ value: OpaquePointer, _ text: UnsafeRawBufferPointer?, _ waiting: OpaquePointer?
    ) -> Bool {
        guard let view, let controller else { return false }
        let posted = text.map { String(decoding: $0, as: UTF8.self) } ?? JavaScriptValue.swiftValue(of: value)
        let envelope = FrameEnvelope(posted)
        let sender = envelope.flatMap { view.messageSenders[$0.sender] }
        if sender == nil, let id = envelope?.sender, shared.isSender(id, ofOtherThan: self) { return false }
        let reply = waiting.map { MessageReply($0, sender: sender == nil ? nil : envelope?.sender) }
        let found = controller.registration(name: name, worldName: sender?.worldName, isKnown: sender != nil)
        guard let registration = found else { return true }
        let loaded = WKFrameInfo(sender: sender, webView: view)
        let frame = view.hooks.shownAddress.map { loaded.mappingAddresses($0) } ?? loaded
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
            let answer = CompletionHandler<(Any?, String?)>(
                calledTwice:
                    "replyHandler passed to userContentController:didReceiveScriptMessage:replyHandler: should "
                    + "not be called twice", unanswered: (nil, MessageReply.unanswered)
            ) { reply?.settle($0.0, failure: $0.1) }
            handler.userContentController(controller, didReceive: message, replyHandler: answer.closure())
        }
        return true
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
