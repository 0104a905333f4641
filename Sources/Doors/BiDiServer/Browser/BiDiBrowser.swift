import Foundation
import HTTPMessages
import SWWebView
public import Simulator
import WebKit

/// A browser for one client of WebDriver BiDi: its session, its windows and their profiles. Main actor only.
///
/// ```swift
/// let browser = BiDiBrowser(simulator, send: { socket.send(.text($0)) }, ended: { socket.close() })
/// for await text in messages { browser.receive(text) { socket.send(.text($0)) } }
/// browser.close()
/// ```
///
/// Source: WebDriver BiDi, https://w3c.github.io/webdriver-bidi/
@MainActor
public final class BiDiBrowser {
    let simulator: Simulator
    private let sendText: (String) -> Void
    private let ended: () -> Void
    /// The id of the session; nil before and after it.
    var session: String?
    var subscriptions = Subscriptions()
    var promptHandlers = PromptHandlers()
    var pages: [BiDiPage] = []
    var userContexts: [UserContext] = []
    var preloadScripts: [PreloadScript] = []
    var intercepts: [NetworkIntercept] = []
    var collectors: Set<String> = []
    /// The fate of downloads; nil where the client has not said.
    var downloads: DownloadBehavior?
    /// The name of the property that hands the part of `realm.js` over to the host, see ``PreloadScript``.
    let partName = "bidi-\(UUID().uuidString)"
    private var isClosed = false
    private var windowCount = 0
    /// The changes of a session of WebDriver to windows; nil for a browser of WebDriver BiDi alone.
    var classic: ClassicSession?
    /// Whether a client of WebDriver BiDi has sent a message. Windows report their requests and consoles from then on.
    private(set) var isObserved = false

    /// - Parameters:
    ///   - send: the closure that sends an event to all clients.
    ///   - ended: the closure that ends the connection once all is sent.
    public init(_ simulator: Simulator, send: @escaping (String) -> Void, ended: @escaping () -> Void) {
        (self.simulator, sendText, self.ended) = (simulator, send, ended)
        userContexts = [UserContext(id: UserContext.usual, dataStore: simulator.options.dataStore ?? .temporary())]
    }

    /// Makes pages of this process inspectable. Call this before anything makes WebKit ready.
    ///
    /// - Throws: an error that says what is wrong, where WebKit's debugger cannot be reached.
    public static func prepare() throws { try ViewInspection.start(forClients: true) }

    /// Connects WebKit to its debugger on this thread, which a first page does.
    package static func connect(_ store: WKWebsiteDataStore) async {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        let view = WKWebView(frame: .zero, configuration: configuration)
        if let blank = URL(string: "about:blank") { view.load(URLRequest(url: blank)) }
        _ = try? await view.evaluateJavaScript("0")
        _ = await ViewInspection.current?.page(of: view)
    }

    /// Ends all windows. The client has gone, or has ended the browser.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        session = nil
        for page in pages { page.close() }
        pages = []
        ended()
    }

    private func observe() {
        guard !isObserved else { return }
        isObserved = true
        for page in pages { page.enableEvents() }
    }

    // MARK: Messages

    private static let largestID = 9_007_199_254_740_991

    /// Receives a message of a client. Commands are carried out beside each other.
    ///
    /// - Parameter answer: the closure that sends the answer to the client.
    public func receive(_ text: String, answer: @escaping (String) -> Void) {
        observe()
        func send(_ message: JSONValue) { if !isClosed { answer(String(decoding: message.data, as: UTF8.self)) } }
        guard let message = try? JSONValue(json: Data(text.utf8)).members else {
            return send(BiDiError(.invalidArgument, "the message is no JSON object").answer(to: .null))
        }
        guard let id = message["id"]?.number, (0...Self.largestID).contains(id) else {
            return send(
                BiDiError(.invalidArgument, "“id” must be a whole number from 0 to 2^53 - 1").answer(to: .null))
        }
        guard let method = message["method"]?.text, let parameters = message["params"]?.members else {
            return send(
                BiDiError(.invalidArgument, "“method” must be a string, and “params” an object").answer(
                    to: .integer(id)))
        }
        for page in pages { page.view.driverActs() }
        Task {
            do {
                let result = try await carryOut(method, Parameters(parameters))
                send(["type": "success", "id": .integer(id), "result": result])
                if ["browser.close", "session.end"].contains(method) {
                    classic?.settings.endedByClient()
                    close()
                }
            } catch let error as BiDiError {
                send(error.answer(to: .integer(id)))
            } catch {
                send(BiDiError(.unknownError, "\(error)").answer(to: .integer(id)))
            }
        }
    }

    private func send(_ message: JSONValue) {
        guard !isClosed else { return }
        sendText(String(decoding: message.data, as: UTF8.self))
    }

    // MARK: Events

    func isSubscribed(_ event: String, _ page: BiDiPage) -> Bool {
        session != nil && subscriptions.contains(event, context: page.id, userContext: page.userContext.id)
    }

    func emit(_ event: String, _ parameters: JSONValue, of page: BiDiPage) {
        guard page.isAnnounced, isSubscribed(event, page) else { return }
        send(["type": "event", "method": .string(event), "params": parameters])
    }

    // MARK: Windows

    func nextNumber() -> Int {
        windowCount += 1
        return windowCount
    }

    /// Opens a window with an empty document, and reports it.
    ///
    /// - Throws: what it takes to make a view, and ``BiDiError``.
    @discardableResult
    func open(in userContext: UserContext, opener: BiDiPage? = nil) async throws -> BiDiPage {
        simulator.options.dataStore = userContext.dataStore
        let zone = simulator.options.system.timeZone
        defer { simulator.options.system.timeZone = zone }
        if let own = userContext.emulation.timeZone { simulator.options.system.timeZone = own }
        let content = WKUserContentController()
        classic?.settings.listen(content)
        let configuration = try simulator.makeConfiguration(content)
        configuration.isOnScreen = true
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        let page = BiDiPage(try simulator.makeView(configuration), in: userContext, opener: opener, browser: self)
        pages.append(page)
        apply(userContext.emulation, to: page)
        installScripts(in: page)
        if let blank = URL(string: "about:blank") { page.view.load(URLRequest(url: blank)) }
        await page.blankLoaded.wait()
        try await begin(page)
        return page
    }

    private func begin(_ page: BiDiPage) async throws {
        page.isAnnounced = true
        if let classic { page.subscriptions += classic.settings.opened(page.view) }
        page.emit("browsingContext.contextCreated", page.info(of: page.main, depth: 0))
        try await page.attach()
    }

    /// Opens the window that a page asks for.
    func openPopup(of opener: BiDiPage, _ configuration: WKWebViewConfiguration) -> SWWebView {
        let view = SWWebView(frame: CGRect(origin: .zero, size: opener.view.frame.size), configuration: configuration)
        let page = BiDiPage(view, in: opener.userContext, opener: opener, browser: self)
        pages.append(page)
        simulator.native.sendEvents(to: view)
        Task {
            do { try await begin(page) } catch { closed(page) }
        }
        return view
    }

    /// Closes and forgets a window.
    func closed(_ page: BiDiPage) {
        guard pages.contains(where: { $0 === page }) else { return }
        let info = page.info(of: page.main, depth: nil)
        page.removeRealms(of: page.main)
        page.emit("browsingContext.contextDestroyed", info)
        pages.removeAll { $0 === page }
        page.close()
        if pages.isEmpty { classic?.settings.lastWindowClosed() }
    }

    // MARK: Ids

    /// Returns a window and a frame of it.
    ///
    /// - Throws: ``BiDiError`` for an id of no browsing context.
    func frame(_ id: String) throws -> (page: BiDiPage, frame: BiDiFrame) {
        for page in pages where page.isAnnounced {
            if let frame = page.main.tree.first(where: { $0.id == id }) { return (page, frame) }
        }
        throw BiDiError(.noSuchFrame, "there is no browsing context “\(id)”")
    }

    /// Returns a window by its own id.
    ///
    /// - Throws: ``BiDiError`` for an id of no browsing context, and of a frame inside a page.
    func page(_ id: String) throws -> BiDiPage {
        let (page, frame) = try frame(id)
        guard frame === page.main else {
            throw BiDiError(.invalidArgument, "the browsing context “\(id)” is no top-level one")
        }
        return page
    }

    func userContext(_ id: String) throws -> UserContext {
        guard let context = userContexts.first(where: { $0.id == id }) else {
            throw BiDiError(.noSuchUserContext, "there is no user context “\(id)”")
        }
        return context
    }

    func realm(_ id: String) throws -> (page: BiDiPage, realm: BiDiRealm) {
        for page in pages {
            if let realm = page.realms.values.first(where: { $0.id == id }) { return (page, realm) }
        }
        throw BiDiError(.noSuchFrame, "there is no realm “\(id)”")
    }

    /// Returns the windows that a command is for: those of `contexts`, or of `userContexts`, of which new ones are to have the same; with
    /// neither all.
    func scope(_ parameters: Parameters) throws -> (pages: [BiDiPage], userContexts: [UserContext]) {
        if let ids = try parameters.optionalStrings("contexts") {
            guard parameters["userContexts"] == nil else {
                throw BiDiError(.invalidArgument, "give “contexts” or “userContexts”, not both")
            }
            // Playwright names frames inside of pages, too.
            return (try ids.map { try frame($0).page }, [])
        }
        let all = try parameters.optionalStrings("userContexts")?.map { try userContext($0) } ?? userContexts
        return (pages.filter { page in all.contains { $0 === page.userContext } }, all)
    }
}
