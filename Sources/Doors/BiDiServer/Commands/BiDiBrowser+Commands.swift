import Foundation
import HTTPMessages
import SWWebView
import WebKit

extension BiDiBrowser {
    /// Carries a command out.
    ///
    /// - Throws: ``BiDiError``, and the errors of views.
    func carryOut(_ method: String, _ parameters: Parameters) async throws -> JSONValue {
        switch method {
        case "session.status": return ["ready": .bool(session == nil), "message": "this browser has one session"]
        case "session.new": return try await newSession(parameters)
        default: break
        }
        guard session != nil else { throw BiDiError(.invalidSessionID, "there is no session: send session.new") }
        switch method.prefix(while: { $0 != "." }) {
        case "session": return try session(method, parameters)
        case "browser": return try browser(method, parameters)
        case "browsingContext": return try await browsingContext(method, parameters)
        case "script": return try await script(method, parameters)
        case "input": return try await input(method, parameters)
        case "storage": return try await storage(method, parameters)
        case "network": return try await network(method, parameters)
        case "emulation": return try emulation(method, parameters)
        default: throw Self.unknown(method)
        }
    }

    /// The commands of the specification that this browser does not carry out.
    private static let unsupported: Set<String> = [
        "bluetooth.simulateAdapter", "browser.setClientWindowState", "browsingContext.setBypassCSP",
        "browsingContext.startScreencast", "browsingContext.stopScreencast",
        "emulation.setForcedColorsModeThemeOverride",
        "emulation.setGeolocationOverride", "emulation.setLocaleOverride", "emulation.setScriptingEnabled",
        "emulation.setScrollbarTypeOverride", "emulation.setTouchOverride",
        "permissions.setPermission", "webExtension.install", "webExtension.uninstall",
        "userAgentClientHints.setClientHintsOverride",
    ]

    /// Returns the error for a command that no module carries out.
    static func unknown(_ method: String) -> BiDiError {
        unsupported.contains(method)
            ? BiDiError(.unsupportedOperation, "\(method) is not there")
            : BiDiError(.unknownCommand, "there is no command “\(method)”")
    }

    // MARK: session

    private func newSession(_ parameters: Parameters) async throws -> JSONValue {
        guard session == nil else { throw BiDiError(.sessionNotCreated, "this browser has a session") }
        let given = try parameters.optionalObject("capabilities")
        let always = try given?.optionalObject("alwaysMatch")?.members ?? [:]
        let first = try given?.optionalArray("firstMatch")?.first?.members ?? [:]
        let wanted = always.merging(first) { $1 }
        promptHandlers = try PromptHandlers(wanted["unhandledPromptBehavior"])
        if wanted["acceptInsecureCerts"] == true {
            throw BiDiError(
                .sessionNotCreated, "“acceptInsecureCerts” is not there: the option “ca” names a certificate to trust")
        }
        session = UUID().uuidString.lowercased()
        do {
            let page = try await open(in: userContexts[0])
            let agent = try await page.view.evaluateJavaScript("navigator.userAgent", contentWorld: .defaultClient)
            var capabilities: [String: JSONValue] = [
                "acceptInsecureCerts": false, "browserName": "swwebview",
                "browserVersion": .string(WebKitEnvironment.webKitVersion), "platformName": "linux",
                "setWindowRect": false, "userAgent": .string(agent as? String ?? ""),
            ]
            if let behavior = wanted["unhandledPromptBehavior"] { capabilities["unhandledPromptBehavior"] = behavior }
            return ["sessionId": .string(session ?? ""), "capabilities": .object(capabilities)]
        } catch {
            session = nil
            throw error
        }
    }

    private func session(_ method: String, _ parameters: Parameters) throws -> JSONValue {
        switch method {
        case "session.end": return [:]
        case "session.subscribe":
            let events = Set(try (parameters.optionalStrings("events") ?? []).flatMap(Subscriptions.expand))
            guard !events.isEmpty else { throw BiDiError(.invalidArgument, "“events” must name events") }
            let contexts = try parameters.optionalStrings("contexts")?.map { try frame($0).page.id }
            let userContexts = try parameters.optionalStrings("userContexts")?.map { try userContext($0).id }
            guard contexts == nil || userContexts == nil else {
                throw BiDiError(.invalidArgument, "give “contexts” or “userContexts”, not both")
            }
            let known = subscriptions
            let id = subscriptions.add(
                events, contexts: contexts.map { Set($0) }, userContexts: userContexts.map { Set($0) })
            for page in pages where page.isAnnounced { reportPresent(page, events, known) }
            return ["subscription": .string(id)]
        case "session.unsubscribe":
            if let ids = try parameters.optionalStrings("subscriptions") {
                try subscriptions.remove(ids)
            } else {
                try subscriptions.remove(
                    events: Set(try (parameters.optionalStrings("events") ?? []).flatMap(Subscriptions.expand)))
            }
            return [:]
        default: throw Self.unknown(method)
        }
    }

    /// Reports what a new subscriber has missed: the frames and realms that there are.
    private func reportPresent(_ page: BiDiPage, _ events: Set<String>, _ known: Subscriptions) {
        func isNew(_ event: String) -> Bool {
            events.contains(event) && !known.contains(event, context: page.id, userContext: page.userContext.id)
        }
        if isNew("browsingContext.contextCreated") {
            for frame in page.main.tree {
                page.emit("browsingContext.contextCreated", page.info(of: frame, depth: 0))
            }
        }
        if isNew("script.realmCreated") {
            for realm in page.orderedRealms { page.emit("script.realmCreated", page.realmInfo(realm)) }
        }
    }

    // MARK: browser

    private func browser(_ method: String, _ parameters: Parameters) throws -> JSONValue {
        switch method {
        case "browser.close": return [:]
        case "browser.createUserContext":
            if try parameters.optionalFlag("acceptInsecureCerts") == true || parameters["proxy"] != nil {
                throw BiDiError(.unsupportedOperation, "a user context has neither a proxy nor acceptInsecureCerts")
            }
            let context = UserContext(dataStore: .temporary())
            userContexts.append(context)
            return ["userContext": .string(context.id)]
        case "browser.getUserContexts":
            return ["userContexts": .array(userContexts.map { ["userContext": .string($0.id)] })]
        case "browser.removeUserContext":
            let context = try userContext(parameters.string("userContext"))
            guard context.id != UserContext.usual else {
                throw BiDiError(.invalidArgument, "the default user context cannot be removed")
            }
            for page in pages where page.userContext === context { closed(page) }
            userContexts.removeAll { $0 === context }
            return [:]
        case "browser.getClientWindows":
            return [
                "clientWindows": .array(
                    pages.map { page in
                        [
                            "clientWindow": .string(page.id), "active": .bool(page === pages.last), "state": "normal",
                            "x": 0, "y": 0, "width": .integer(Int(page.view.frame.width)),
                            "height": .integer(Int(page.view.frame.height)),
                        ]
                    })
            ]
        case "browser.setDownloadBehavior":
            var behavior: DownloadBehavior?
            if let given = try parameters.optionalObject("downloadBehavior") {
                let isAllowed = try given.choice("type", of: ["allowed", "denied"]) == "allowed"
                behavior =
                    isAllowed
                    ? .allowed(URL(fileURLWithPath: try given.string("destinationFolder"), isDirectory: true))
                    : .denied
            }
            guard let contexts = try parameters.optionalStrings("userContexts")?.map({ try userContext($0) }) else {
                downloads = behavior
                return [:]
            }
            for context in contexts { context.downloads = behavior }
            return [:]
        default: throw Self.unknown(method)
        }
    }
}
