import ChildProcesses
import Foundation
import HTTPMessages

/// The sessions of a driver.
actor SessionPool {
    /// The number of ended sessions that are remembered, with the reason.
    private static let mostRemembered = 200

    private let configuration: DriverConfiguration
    /// The sessions of WebDriver, by their ids.
    private var sessions: [String: DriverSession] = [:]
    /// All sessions until their end, those of WebDriver BiDi among them.
    private var running: [ObjectIdentifier: DriverSession] = [:]
    /// The browsers that clients of WebKit's inspector protocol drive.
    private var inspected: [ObjectIdentifier: InspectedBrowser] = [:]
    private var over: [(id: String, reason: String)] = []
    private var isClosed = false
    /// The places that clients got which have not yet begun to start a session.
    private var reserved = 0
    private var queue: [Waiter] = []

    /// A client that waits for a free session. The pool's actor alone.
    private final class Waiter {
        let turn = OneTimeEvent()
        let isAwaited: @Sendable () -> Bool
        var hasPlace = false

        init(_ isAwaited: @escaping @Sendable () -> Bool) { self.isAwaited = isAwaited }
    }

    init(_ configuration: DriverConfiguration) { self.configuration = configuration }

    /// The number of further sessions that may start.
    var free: Int {
        let running = running.values.count { !$0.ended.hasHappened }
        return isClosed ? 0 : max(configuration.maxSessions - running - inspected.count - reserved, 0)
    }

    /// The number of clients that wait for a free session.
    var waiting: Int { queue.count { $0.isAwaited() } }

    /// Makes a session of a request's body, once one is free.
    ///
    /// - Parameters:
    ///   - address: returns the address of the web socket of a session's id.
    ///   - isAwaited: returns whether the client is still there. Without it the session would be nobody's, and keep its place.
    /// - Throws: ``WebDriverError``.
    func create(
        _ body: JSONValue, address: @Sendable (String) -> String, isAwaited: @escaping @Sendable () -> Bool
    ) async throws -> JSONValue {
        let chosen = try choose(body)
        let session = try await start(chosen, isAwaited)
        let wanted = CapabilityMatch.forwarded(chosen)
        let (id, granted) = try await session.begin(wanted)
        sessions[id] = session
        Task {
            await session.ended.wait()
            forget(id, await session.reason ?? "it ended")
        }
        guard isAwaited() else {
            await session.delete()
            throw WebDriverError(.sessionNotCreated, "the client has gone")
        }
        var capabilities = granted
        if wanted["webSocketUrl"] == true { capabilities["webSocketUrl"] = .string(address(id)) }
        return ["sessionId": .string(id), "capabilities": .object(capabilities)]
    }

    /// Starts the browser for the command `session.new` of WebDriver BiDi, once a session is free.
    ///
    /// - Throws: ``WebDriverError``.
    func open(_ parameters: JSONValue) async throws -> DriverSession {
        let given = parameters["capabilities"] ?? [:]
        return try await start(try choose(["capabilities": given]), { true })
    }

    /// Returns the capabilities that a client gets.
    private func choose(_ body: JSONValue) throws -> [String: JSONValue] {
        let known = configuration.knownOptions
        let request = try CapabilityRequest(body) { given throws(WebDriverError) in
            _ = try SessionOptions(given, known: known)
        }
        return try CapabilityMatch(browserVersion: configuration.browserVersion).choose(from: request.candidates)
    }

    /// Starts the browser of a session, once one is free.
    private func start(
        _ chosen: [String: JSONValue], _ isAwaited: @escaping @Sendable () -> Bool
    ) async throws -> DriverSession {
        let options = try options(chosen[Capabilities.optionsName]?.members, named: Capabilities.optionsName)
        try await reserve(isAwaited)
        let session: DriverSession
        do {
            defer { reserved -= 1 }
            session = try DriverSession(options: options)
            running[ObjectIdentifier(session)] = session
        } catch {
            grant()
            throw error
        }
        Task {
            await session.ended.wait()
            running[ObjectIdentifier(session)] = nil
            grant()
        }
        try await session.start(configuration)
        return session
    }

    /// Starts a browser for a client of WebKit's inspector protocol, once a session is free.
    ///
    /// - Parameters:
    ///   - header: the options of the session, as `swwebview:options` has them; nil for the driver's own.
    ///   - token: the secret that the driver asks its clients for.
    /// - Returns: the list of the browser's pages.
    /// - Throws: ``WebDriverError``.
    func inspect(
        _ header: String?, token: String?, isAwaited: @escaping @Sendable () -> Bool
    ) async throws -> Data {
        let given = try header.map { header throws(WebDriverError) in
            guard let members = try? JSONValue(json: Data(header.utf8)).members else {
                throw WebDriverError(.invalidArgument, "the header swwebview-options is no JSON object")
            }
            return members
        }
        let options = try options(given, named: "swwebview-options")
        try await reserve(isAwaited)
        defer { grant() }
        let browser: InspectedBrowser
        do {
            defer { reserved -= 1 }
            browser = try InspectedBrowser(options: options)
            inspected[ObjectIdentifier(browser)] = browser
        }
        do {
            let pages = try await browser.start(configuration, token: token)
            Task {
                await browser.ended()
                inspected[ObjectIdentifier(browser)] = nil
                grant()
            }
            return pages
        } catch {
            inspected[ObjectIdentifier(browser)] = nil
            throw error
        }
    }

    /// Returns the driver's options with those that a client gives over them.
    private func options(_ given: [String: JSONValue]?, named name: String) throws(WebDriverError) -> SessionOptions {
        guard let given else { return configuration.defaultOptions }
        let own = try SessionOptions(given, known: configuration.knownOptions)
        if let wrong = configuration.checkOptions(own) { throw WebDriverError(.invalidArgument, "“\(name)”: \(wrong)") }
        return own.over(configuration.defaultOptions)
    }

    /// Takes a place, and waits for one where none is free: first come, first served.
    ///
    /// - Throws: ``WebDriverError`` when the client has waited too long, or the driver ends.
    private func reserve(_ isAwaited: @escaping @Sendable () -> Bool) async throws(WebDriverError) {
        let waiter = Waiter(isAwaited)
        queue.append(waiter)
        grant()
        if !waiter.hasPlace { _ = await waiter.turn.wait(atMost: configuration.sessionPatience) }
        if waiter.hasPlace { return }
        queue.removeAll { $0 === waiter }
        guard !isClosed else { throw WebDriverError(.sessionNotCreated, "the driver ends") }
        throw WebDriverError(
            .sessionNotCreated,
            """
            all \(configuration.maxSessions) sessions are in use. End one, start the driver with more --max-sessions, or wait longer \
            with --session-wait.
            """)
    }

    /// Gives free places to the clients that wait longest.
    private func grant() {
        for gone in queue where isClosed || !gone.isAwaited() { gone.turn.happen() }
        queue.removeAll { $0.turn.hasHappened }
        while free > 0, !queue.isEmpty {
            let next = queue.removeFirst()
            reserved += 1
            next.hasPlace = true
            next.turn.happen()
        }
    }

    private func forget(_ id: String, _ reason: String) {
        sessions[id] = nil
        over.append((id, reason))
        if over.count > Self.mostRemembered { over.removeFirst() }
    }

    /// Returns the session of an id.
    ///
    /// - Throws: ``WebDriverError`` that says what became of it.
    func session(_ id: String) throws(WebDriverError) -> DriverSession {
        if let session = sessions[id] { return session }
        if let reason = over.last(where: { $0.id == id })?.reason {
            throw WebDriverError(.invalidSessionID, "this session is over: \(reason)")
        }
        throw WebDriverError(.invalidSessionID, "there is no session “\(id)”")
    }

    /// Ends all sessions, and takes no more.
    func close() async {
        isClosed = true
        grant()
        for browser in inspected.values { browser.end() }
        let all = Array(running.values)
        await withTaskGroup(of: Void.self) { group in
            for session in all { group.addTask { await session.delete() } }
        }
    }
}
