/// The scripts and message handlers of the views that share it. Apple API. Main actor only.
///
/// ```swift
/// configuration.userContentController.addUserScript(
///     WKUserScript(source: "window.isApp = true", injectionTime: .atDocumentStart, forMainFrameOnly: true))
/// configuration.userContentController.add(handler, name: "app")  // webkit.messageHandlers.app.postMessage(…)
/// ```
@preconcurrency @MainActor
open class WKUserContentController: NSObject, NSCopying {
    private struct Attachment {
        weak var view: WKWebView?
        let content: any AttachedContent
    }

    private var attachments: [Attachment] = []
    private var registrations: [MessageRegistration] = []
    private var scripts: [WKUserScript] = []
    private var ruleLists: [WKContentRuleList] = []
    private var buffers = PageBuffers()

    /// Makes a controller without scripts and handlers. Apple API.
    public override init() { super.init() }

    /// Returns the controller itself: configurations and their copies share it. Apple API.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Scripts

    /// The scripts, in the order they were added. Apple API.
    open var userScripts: [WKUserScript] { scripts }

    /// Adds a script, which runs in every document loaded from now on. Apple API.
    open func addUserScript(_ userScript: WKUserScript) {
        let isFirst = userScript.contentWorld.script != nil && !worlds.contains { $0 === userScript.contentWorld }
        scripts.append(userScript)
        // The world's own script comes before.
        if isFirst { return reinstallScripts() }
        for attachment in attachments { attachment.content.add(userScript) }
    }

    /// The worlds of the scripts and handlers.
    private var worlds: [WKContentWorld] { scripts.map(\.contentWorld) + installed.map(\.world) }

    /// The scripts that come before those of the application.
    private var ownScripts: [WKUserScript] {
        var found: [WKContentWorld] = []
        for world in worlds where !found.contains(where: { $0 === world }) { found.append(world) }
        return buffers.scripts
            + found.compactMap { world in
                world.script.map {
                    WKUserScript(source: $0, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: world)
                }
            }
    }

    /// Removes the scripts of all worlds. Apple API.
    open func removeAllUserScripts() {
        scripts = []
        reinstallScripts()
    }

    // MARK: Handlers

    /// Makes `webkit.messageHandlers.<name>.postMessage(body)` call the handler. Apple API.
    ///
    /// The handler is kept alive until it is removed. It is misuse, see ``WKException``, to add a second one of the name. WebKitGTK
    /// delivers no messages to a handler with an empty name.
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
        add(scriptMessageHandler, contentWorld: .page, name: name)
    }

    /// Makes `webkit.messageHandlers.<name>.postMessage(body)` call the handler, in one world only. Apple API.
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, contentWorld: WKContentWorld, name: String) {
        register(MessageRegistration(name: name, world: contentWorld, receiver: .handler(scriptMessageHandler)))
    }

    /// Makes `postMessage` in one world return a promise that the handler's reply settles. Apple API.
    open func addScriptMessageHandler(
        _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
    ) {
        register(
            MessageRegistration(
                name: name, world: contentWorld, receiver: .handlerWithReply(scriptMessageHandlerWithReply)))
    }

    /// Removes the page world's handler of the name at once, also from loaded pages. Apple API.
    open func removeScriptMessageHandler(forName name: String) {
        removeScriptMessageHandler(forName: name, contentWorld: .page)
    }

    /// Removes a world's handler of the name; an unknown one is no mistake. Apple API.
    open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
        remove { $0.name == name && $0.world === contentWorld }
    }

    /// Removes the handlers of one world. Apple API.
    open func removeAllScriptMessageHandlers(from contentWorld: WKContentWorld) {
        remove { $0.world === contentWorld }
    }

    /// Removes the handlers of all worlds. Apple API.
    open func removeAllScriptMessageHandlers() {
        remove { _ in true }
    }

    /// The handlers that views install: those with a name.
    private var installed: [MessageRegistration] { registrations.filter { !$0.name.isEmpty } }

    private func register(_ registration: MessageRegistration) {
        if registrations.contains(where: { $0.name == registration.name && $0.world === registration.world }) {
            WKException.raise(
                .invalidArgumentException,
                "Attempt to add script message handler with name '\(registration.name)' when one already exists.")
            return
        }
        registrations.append(registration)
        if registration.name.isEmpty { return }
        for attachment in attachments { attachment.content.add(registration) }
        // The world's first handler brings along the script that tells which frame posts.
        reinstallScripts()
        for attachment in attachments { attachment.content.adopt(registration) }
    }

    private func remove(where isRemoved: (MessageRegistration) -> Bool) {
        for registration in installed where isRemoved(registration) {
            for attachment in attachments { attachment.content.remove(registration) }
        }
        registrations.removeAll(where: isRemoved)
    }

    func reinstallScripts() {
        for attachment in attachments { attachment.content.install(ownScripts + scripts, installed) }
    }

    // MARK: Buffers

    /// Makes bytes available to the scripts of a world as `window.webkit.buffers.<name>`, in documents loaded from now on. Apple API.
    ///
    /// Scripts read them with `asLatin1String()` and `asUTF16String()`, which throws a RangeError for an odd number of bytes. A buffer
    /// of the same name is replaced.
    public func addBuffer(_ buffer: RawSpan, name: String, to contentWorld: WKContentWorld) {
        buffers.add(buffer.withUnsafeBytes { Data($0) }, name: name, to: contentWorld)
        reinstallScripts()
    }

    /// Removes a buffer from a world, for documents loaded from now on; an unknown one is no mistake. Apple API.
    public func removeBuffer(named name: String, from contentWorld: WKContentWorld) {
        buffers.remove(name: name, from: contentWorld)
        reinstallScripts()
    }

    // MARK: Content rule lists

    /// Applies a rule list to the loads of all views of the controller from now on. Apple API.
    ///
    /// A list with the same identifier is replaced. The lists also apply to the pages and resources of custom schemes.
    open func add(_ contentRuleList: WKContentRuleList) {
        ruleLists.removeAll { $0.identifier == contentRuleList.identifier }
        ruleLists.append(contentRuleList)
        for attachment in attachments { attachment.content.add(contentRuleList) }
    }

    /// Removes the rule list with the identifier of `contentRuleList`. Elements that it hides stay hidden until the next load.
    /// Apple API.
    open func remove(_ contentRuleList: WKContentRuleList) {
        ruleLists.removeAll { $0.identifier == contentRuleList.identifier }
        for attachment in attachments { attachment.content.remove(contentRuleList) }
    }

    /// Removes all rule lists. Apple API.
    open func removeAllContentRuleLists() {
        ruleLists = []
        for attachment in attachments { attachment.content.removeAllRuleLists() }
    }

    // MARK: Views

    /// Returns the content of a view that has this controller.
    func content(of view: WKWebView) -> (any AttachedContent)? { attachments.first { $0.view === view }?.content }

    func attach(_ content: any AttachedContent, of view: WKWebView) {
        attachments.removeAll { $0.view == nil }
        attachments.append(Attachment(view: view, content: content))
        for registration in installed { content.add(registration) }
        for ruleList in ruleLists { content.add(ruleList) }
        content.install(ownScripts + scripts, installed)
    }

    /// Gives a view the scripts and handlers that the view has refused so far.
    func admit(_ view: WKWebView) {
        guard let content = content(of: view) else { return }
        for registration in installed { content.add(registration) }
        content.install(ownScripts + scripts, installed)
    }

    func detach(_ view: WKWebView) {
        attachments.removeAll { $0.view == nil || $0.view === view }
    }

    /// Returns the handler for a message of a world.
    ///
    /// - Parameter isKnown: whether the world is known. If not, the message is the page's as far as it can be.
    func registration(name: String, worldName: String?, isKnown: Bool) -> MessageRegistration? {
        let found = registrations.first { $0.name == name && $0.world.worldName == worldName }
        return isKnown ? found : found ?? registrations.first { $0.name == name }
    }
}

/// A message handler of a ``WKUserContentController``, and where it is registered.
@MainActor
final class MessageRegistration {
    enum Receiver {
        case handler(any WKScriptMessageHandler)
        case handlerWithReply(any WKScriptMessageHandlerWithReply)
    }

    let name: String
    let world: WKContentWorld
    let receiver: Receiver

    init(name: String, world: WKContentWorld, receiver: Receiver) {
        self.name = name
        self.world = world
        self.receiver = receiver
    }

    var hasReply: Bool {
        if case .handlerWithReply = receiver { true } else { false }
    }
}

/// The user content of one view, as its controller sees it.
@MainActor
protocol AttachedContent: AnyObject {
    /// Adds a script of the application.
    func add(_ script: WKUserScript)

    /// Replaces all scripts: the ones that put messages into envelopes, then the application's.
    func install(_ scripts: [WKUserScript], _ registrations: [MessageRegistration])

    func add(_ registration: MessageRegistration)

    func remove(_ registration: MessageRegistration)

    /// Has the main frame's present document put messages to a new handler into envelopes, as if it had begun with the handler.
    func adopt(_ registration: MessageRegistration)

    func add(_ ruleList: WKContentRuleList)

    func remove(_ ruleList: WKContentRuleList)

    func removeAllRuleLists()
}
