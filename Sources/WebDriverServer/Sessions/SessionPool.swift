import Foundation

/// The sessions of a driver.
actor SessionPool {
    /// The number of ended sessions that are remembered, with the reason.
    private static let mostRemembered = 200

    private let configuration: DriverConfiguration
    private var sessions: [String: DriverSession] = [:]
    private var starting: [ObjectIdentifier: DriverSession] = [:]
    private var over: [(id: String, reason: String)] = []
    private var isClosed = false

    init(_ configuration: DriverConfiguration) { self.configuration = configuration }

    /// The number of further sessions that may start.
    var free: Int {
        let running = sessions.values.count { !$0.ended.hasHappened }
        return isClosed ? 0 : max(configuration.maxSessions - running - starting.count, 0)
    }

    /// Makes a session of a request's body.
    ///
    /// - Throws: ``WebDriverError``.
    func create(_ body: JSONValue) async throws -> JSONValue {
        let known = configuration.knownOptions
        let request = try CapabilityRequest(body) { given throws(WebDriverError) in
            _ = try SessionOptions(given, known: known)
        }
        let chosen = try CapabilityMatch(browserVersion: configuration.browserVersion).choose(from: request.candidates)
        var options = configuration.defaultOptions
        if case .object(let given)? = chosen[Capabilities.optionsName] {
            let own = try SessionOptions(given, known: known)
            if let wrong = configuration.checkOptions(own) {
                throw WebDriverError(.invalidArgument, "“\(Capabilities.optionsName)”: \(wrong)")
            }
            options = own.over(options)
        }
        guard free > 0 else {
            throw WebDriverError(
                .sessionNotCreated,
                "all \(configuration.maxSessions) sessions are in use. End one, or start the driver with more --max-sessions."
            )
        }
        let session = try DriverSession(options: options)
        starting[ObjectIdentifier(session)] = session
        defer { starting[ObjectIdentifier(session)] = nil }
        let (id, granted) = try await session.start(
            configuration, capabilities: CapabilityMatch.forwarded(chosen))
        sessions[id] = session
        Task {
            await session.ended.wait()
            forget(id, await session.reason ?? "it ended")
        }
        var capabilities = granted
        capabilities["browserName"] = .string(Capabilities.browserName)
        capabilities["browserVersion"] = .string(configuration.browserVersion)
        return ["sessionId": .string(id), "capabilities": .object(capabilities)]
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
        let all = Array(sessions.values) + Array(starting.values)
        await withTaskGroup(of: Void.self) { group in
            for session in all { group.addTask { await session.delete() } }
        }
    }
}
