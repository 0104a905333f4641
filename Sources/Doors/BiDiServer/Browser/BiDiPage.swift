import Foundation
import HTTPMessages
import RemoteInspector
import SWWebView
import WebKit

/// A window: a view, with the frames and realms that clients know of it. Main actor only.
@MainActor
final class BiDiPage: NSObject {
    /// The start of the names of sandboxes' worlds.
    static let worldPrefix = "bidi/"

    let view: SWWebView
    /// The place of the window among those of its browser in the order of their openings.
    let number: Int
    let main = BiDiFrame()
    let userContext: UserContext
    /// The window that has opened this one.
    let opener: BiDiPage?
    weak var browser: BiDiBrowser?
    private(set) var realms: [Int: BiDiRealm] = [:]
    private var realmOrder: [Int] = []
    private var sandboxes: Set<String> = []
    var navigation: BiDiNavigation?
    /// The navigation of a command, until WebKit reports its start.
    var expected: (object: WKNavigation, navigation: BiDiNavigation)?
    /// The navigation of a command to a fragment of the current document.
    var fragment: BiDiNavigation?
    var prompt: UserPrompt?
    let input = InputState()
    /// The changes of the client to the system around the window.
    var emulation = Emulation()
    let network: NetworkRecord
    let requests = NetworkRequests()
    private(set) var channel: InspectorChannel?
    private var inspected: InspectedPage?
    private var events: AsyncStream<PageEvent>.Continuation?
    private var work: Task<Void, Never>?
    /// The scripts of the view that are not the client's.
    let baseScripts: [WKUserScript]
    /// The user agent of the session's options.
    let baseUserAgent: String?
    private var addressObservation: NSKeyValueObservation?
    /// The address that the client knows.
    var knownAddress = "about:blank"
    /// Whether clients know the window.
    var isAnnounced = false
    /// The window has loaded its first, empty document.
    let blankLoaded = Milestone()
    /// The inspector is connected.
    let ready = Milestone()
    /// The progress of loads, for commands of WebDriver.
    let loads = PageLoads()
    /// The observers of dialogs that open.
    let openedPrompts = ObserverList<Void>()
    var subscriptions: [Subscription?] = []
    var downloads: [BiDiDownload] = []
    private var isReady: Bool { ready.hasHappened }

    private enum PageEvent {
        case message(InspectorMessage)
        case reached(CheckedContinuation<Void, Never>)
    }

    init(_ view: SWWebView, in userContext: UserContext, opener: BiDiPage?, browser: BiDiBrowser) {
        (self.view, self.userContext, self.opener, self.browser) = (view, userContext, opener, browser)
        number = browser.nextNumber()
        baseScripts = view.configuration.userContentController.userScripts
        baseUserAgent = view.customUserAgent
        network = NetworkRecord(view)
        super.init()
        view.navigationDelegate = self
        view.uiDelegate = self
        addressObservation = view.observe(\.url) { [weak self] _, _ in self?.addressChanged() }
        subscriptions.append(view.hooks.askedNavigations.add { [weak self] in self?.loads.asked() })
    }

    var id: String { main.id }

    // MARK: The inspector

    /// Connects to WebKit's inspector. The view's web process must run.
    func attach() async throws {
        guard let page = await ViewInspection.current?.page(of: view) else {
            throw BiDiError(.unknownError, "the window's page does not answer")
        }
        inspected = page
        let (stream, events) = AsyncStream.makeStream(of: PageEvent.self)
        self.events = events
        work = Task { [weak self] in
            for await event in stream {
                switch event {
                case .message(let message): await self?.receive(message)
                case .reached(let continuation): continuation.resume()
                }
            }
        }
        network.attach()
        network.emit = { [weak self] in self?.events?.yield(.message($0)) }
        page.targetChanged = { [weak self] id, exists in
            if exists { Task { await self?.enable(id) } }
        }
        for id in page.realms.keys { await enable(id) }
        view.takeFocus()
        ready.happen()
    }

    private func enable(_ id: String) async {
        guard let channel = inspected?.realms[id]?.channel else { return }
        self.channel = channel
        network.synchronize = { [weak channel] in await channel?.synchronize() }
        channel.relayed = { [weak self] in
            guard let self, let message = InspectorMessage($0), let event = network.received(message) else { return }
            events?.yield(.message(event))
        }
        for domain in ["Page", "DOM"] { channel.send("\(domain).enable") }
        if browser?.isObserved ?? false { enableEvents() }
        await readFrames()
        channel.send("Runtime.enable")
        await channel.synchronize()
        await drain()
    }

    /// Has WebKit report requests and the console.
    func enableEvents() {
        for domain in ["Network", "Console"] { channel?.send("\(domain).enable") }
        if browser?.stopsRequests ?? false { setInterception(true) }
        sendHeaders()
    }

    /// Gives requests the headers of the client: WebKit those that it sends itself, the host the others.
    func sendHeaders() {
        let before = network.extraHeaders
        guard !(emulation.headers.isEmpty && before.isEmpty) else { return }
        network.extraHeaders = emulation.headers
        // WebKit keeps headers until its domain is disabled.
        if before.keys.contains(where: { emulation.headers[$0] == nil }), let channel {
            for change in ["disable", "enable"] { channel.send("Network.\(change)") }
            if browser?.stopsRequests ?? false { setInterception(true) }
        }
        let headers = JSONValue.object(emulation.headers.mapValues { .string($0) })
        channel?.send("Network.setExtraHTTPHeaders", ["headers": headers] as JSONValue)
    }

    /// Returns once all events that have come are carried out.
    func drain() async {
        guard let events else { return }
        await withCheckedContinuation { continuation in
            if case .terminated = events.yield(.reached(continuation)) { continuation.resume() }
        }
    }

    /// Returns once all events of WebKit until now are carried out.
    func synchronize() async {
        await channel?.synchronize()
        await drain()
    }

    /// Ends the page.
    func close() {
        addressObservation = nil
        subscriptions = []
        loads.end()
        network.detach()
        if let inspected { for realm in inspected.realms.values { realm.channel.relayed = nil } }
        inspected?.targetChanged = nil
        events?.finish()
        for realm in realms.values { realm.close() }
        navigation?.fail(BiDiError(.noSuchFrame, "the window was closed"))
        prompt?.answer(false, nil)
        view.stopLoading()
        blankLoaded.happen()
        ready.happen()
    }

    // MARK: Frames

    /// Reads the frames that WebKit has, and reports those that the client does not know.
    func readFrames() async {
        guard let tree = await channel?.call("Page.getResourceTree", as: JSONValue.self)?["frameTree"] else { return }
        merge(tree, into: main)
    }

    private func merge(_ tree: JSONValue, into frame: BiDiFrame) {
        if let given = tree["frame"] { frame.update(Self.withoutMark(given)) }
        var children: [BiDiFrame] = []
        for child in tree["childFrames"]?.elements ?? [] {
            guard let id = child["frame"]?["id"]?.text else { continue }
            let known = frame.children.first { $0.inspectorID == id }
            let part = known ?? BiDiFrame(inspectorID: id, parent: frame)
            children.append(part)
            if known == nil {
                if let given = child["frame"] { part.update(Self.withoutMark(given)) }
                frame.children.append(part)
                emit("browsingContext.contextCreated", info(of: part, depth: 0))
            }
            merge(child, into: part)
        }
        // WebKit's order is that of the window's frames.
        if children.count == frame.children.count { frame.children = children }
    }

    private static func withoutMark(_ frame: JSONValue) -> JSONValue {
        guard var members = frame.members, let url = members["url"]?.text,
            let mark = url.range(of: "#" + ProcessExtension.markFragment)
        else { return frame }
        members["url"] = .string(String(url[..<mark.lowerBound]))
        return .object(members)
    }

    func frame(_ inspectorID: String) -> BiDiFrame? { main.tree.first { $0.inspectorID == inspectorID } }

    /// Forgets frames that have gone, with their realms.
    func remove(_ frame: BiDiFrame) {
        for child in frame.children { remove(child) }
        removeRealms(of: frame)
        guard let parent = frame.parent else { return }
        let info = info(of: frame, depth: nil)
        parent.children.removeAll { $0 === frame }
        emit("browsingContext.contextDestroyed", info)
    }

    /// The frame as `browsingContext.Info`.
    ///
    /// - Parameter depth: the number of levels below; nil for all.
    func info(of frame: BiDiFrame, depth: Int?) -> JSONValue {
        let children =
            depth == 0
            ? JSONValue.null
            : .array(
                frame.children.map { self.info(of: $0, depth: depth.map { $0 - 1 }) })
        return [
            "context": .string(frame.id), "url": .string(frame.url), "children": children,
            "parent": frame.parent.map { .string($0.id) } ?? .null, "userContext": .string(userContext.id),
            "originalOpener": frame === main ? opener.map { .string($0.id) } ?? .null : .null,
            "clientWindow": .string(id),
        ]
    }

    // MARK: Realms

    func add(_ realm: BiDiRealm) {
        if let old = realms.values.first(where: { $0.frame === realm.frame && $0.sandbox == realm.sandbox }) {
            remove(old)
        }
        realms[realm.context] = realm
        realmOrder.append(realm.context)
        realm.heard = { [weak self, weak realm] message in
            guard let self, let realm else { return }
            emit(
                "script.message",
                [
                    "channel": message["channel"] ?? "", "data": resolved(message["data"] ?? .null),
                    "source": source(realm),
                ])
        }
        emit("script.realmCreated", realmInfo(realm))
        if browser?.hasPreloadChannels(for: self, sandbox: realm.sandbox) ?? false { realm.receiveMessages() }
    }

    /// The realm as the source of a message.
    func source(_ realm: BiDiRealm) -> JSONValue {
        [
            "realm": .string(realm.id), "context": .string(realm.frame.id), "userContext": .string(userContext.id),
        ]
    }

    func realmInfo(_ realm: BiDiRealm) -> JSONValue {
        var members = realm.info.members ?? [:]
        members["userContext"] = .string(userContext.id)
        return .object(members)
    }

    private func remove(_ realm: BiDiRealm) {
        realms[realm.context] = nil
        realmOrder.removeAll { $0 == realm.context }
        realm.close()
        emit("script.realmDestroyed", ["realm": .string(realm.id)])
    }

    func removeRealms(of frame: BiDiFrame) {
        for realm in orderedRealms where realm.frame === frame { remove(realm) }
    }

    var orderedRealms: [BiDiRealm] { realmOrder.compactMap { realms[$0] } }

    /// Returns the realm of a frame; a sandbox is made where there is none.
    func realm(of frame: BiDiFrame, sandbox: String?) async throws -> BiDiRealm {
        let sandbox = sandbox == "" ? nil : sandbox
        func known() -> BiDiRealm? { realms.values.first { $0.frame === frame && $0.sandbox == sandbox } }
        if let realm = known() { return realm }
        if let sandbox { await makeSandbox(sandbox) }
        await synchronize()
        if let realm = known() { return realm }
        throw BiDiError(.noSuchFrame, "the frame \(frame.id) has no document that runs scripts")
    }

    /// Makes a sandbox in the documents of all frames, and in each that comes.
    private func makeSandbox(_ name: String) async {
        let world = WKContentWorld.world(name: Self.worldPrefix + name)
        if sandboxes.insert(name).inserted { browser?.installScripts(in: self) }
        // WebKit makes a frame's world when a script asks for the frame.
        let walk = "(function walk(view) { for (let i = 0; i < view.length; i++) walk(view[i]) })(self)"
        _ = try? await view.evaluateJavaScript(walk, in: nil, contentWorld: world)
    }

    /// The scripts that make the sandboxes in documents that come.
    var sandboxScripts: [WKUserScript] {
        sandboxes.sorted().map { name in
            WKUserScript(
                source: "void 0", injectionTime: .atDocumentStart, forMainFrameOnly: false,
                in: .world(name: Self.worldPrefix + name))
        }
    }

    /// Returns a remote value whose windows have their browsing context in place of the way to them.
    func resolved(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(resolved))
        case .object(var members):
            if members["type"]?.text == "window", let path = members["value"]?["path"] {
                let indices = path.elements.compactMap(\.number)
                let frame = indices.reduce(Optional(main)) { frame, index in
                    frame.flatMap { $0.children.indices.contains(index) ? $0.children[index] : nil }
                }
                members["value"] = ["context": .string(frame?.id ?? id)]
                return .object(members)
            }
            guard members["value"] != nil || members["result"] != nil else { return value }
            for name in ["value", "result", "exceptionDetails", "exception"] {
                if let part = members[name] { members[name] = resolved(part) }
            }
            return .object(members)
        default: return value
        }
    }

    // MARK: Events

    func emit(_ name: String, _ parameters: JSONValue) { browser?.emit(name, parameters, of: self) }

    func payload(_ frame: BiDiFrame, _ navigation: String?, url: String) -> JSONValue {
        [
            "context": .string(frame.id), "navigation": navigation.map { .string($0) } ?? .null,
            "timestamp": .integer(Int(Date().timeIntervalSince1970 * 1000)), "url": .string(url),
            "userContext": .string(userContext.id),
        ]
    }
}
