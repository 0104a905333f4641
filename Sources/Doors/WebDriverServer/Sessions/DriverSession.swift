import ChildProcesses
import Foundation
import HTTPMessages
import LocalServer

/// One session: a WebKitWebDriver, the browser that it started, and the connection to that.
actor DriverSession {
    /// The longest time that a browser may take to end, and a command to be answered once the browser has ended.
    private static let patience = Duration.seconds(5)

    private enum Phase: Equatable {
        case starting
        case running(id: String)
        /// Ending, or ended; why, for commands that come later.
        case over(String)
    }

    /// Nothing of it is left.
    nonisolated let ended = OneTimeEvent()
    private let folder: SessionFolder
    /// The touch pointers by the ids of their input sources.
    var fingers: [String: TouchActions.Finger] = [:]
    /// The files that the client uploaded; nil where there are none.
    var uploads: SessionFolder?
    private let channel: HostChannel
    private let upstream = UpstreamDriver()
    private var process: ChildProcess?
    private var phase = Phase.starting
    private var commandsUnderWay = 0
    private var idle: OneTimeEvent?
    private var hasClosedLastWindow = false
    /// The windows' handles, the oldest first, and the number of changes that they follow.
    private var handles: [String] = []
    private var seenWindowChanges = 0
    /// Whether commands wait for the loads that they begin: the page load strategy is not `none`.
    private(set) var waitsForLoads = true

    /// - Throws: ``WebDriverError``.
    init(options: SessionOptions) throws(WebDriverError) {
        folder = try SessionFolder(options: options)
        channel = try HostChannel(path: folder.socket)
    }

    /// Why it is over; nil while it is not.
    var reason: String? {
        if case .over(let reason) = phase { reason } else { nil }
    }

    /// WebKitWebDriver's id of the session, which clients use as well.
    ///
    /// - Throws: ``WebDriverError`` when it is over.
    var runningID: String {
        get throws {
            if case .running(let id) = phase { return id }
            throw WebDriverError(.invalidSessionID, "this session is over: \(reason ?? "it never began")")
        }
    }

    /// Starts WebKitWebDriver and the browser.
    ///
    /// - Returns: the id and the capabilities, which New Session answers.
    /// - Throws: ``WebDriverError``. The session is over then.
    func start(
        _ configuration: DriverConfiguration, capabilities: [String: JSONValue]
    ) async throws -> (id: String, capabilities: [String: JSONValue]) {
        do {
            return try await open(configuration, capabilities)
        } catch {
            let told = (error as? WebDriverError)?.message ?? "WebKitWebDriver ended: \(error.localizedDescription)"
            await finish("it was never created")
            // The browser's own message is closer to the cause than messages about its end.
            throw WebDriverError(.sessionNotCreated, channel.failure ?? told)
        }
    }

    private func open(
        _ configuration: DriverConfiguration, _ capabilities: [String: JSONValue]
    ) async throws -> (id: String, capabilities: [String: JSONValue]) {
        var environment = configuration.environment
        environment["SWWEBVIEW_CONFIG"] = folder.optionsFile
        environment[DriverLink.variable] = folder.socket
        // A browser that crashes would stay for minutes to write down how, with its session neither alive nor over.
        if environment["SWIFT_BACKTRACE"] == nil { environment["SWIFT_BACKTRACE"] = "enable=no" }
        let process = try await upstream.start(configuration.webKitDriver, environment: environment)
        self.process = process
        // Whatever ends first takes the rest along.
        Task {
            _ = await process.ended()
            await finish("WebKitWebDriver ended unexpectedly")
        }
        Task {
            await channel.gone.wait()
            await browserHasGone()
        }
        try await upstream.waitUntilListening(process)
        var wanted = capabilities
        wanted["webkitgtk:browserOptions"] = ["binary": .string(configuration.browser), "args": ["--automation"]]
        let body: JSONValue = ["capabilities": ["alwaysMatch": .object(wanted)]]
        let response = try await upstream.send("POST", "/session", body: body.data)
        let answer = try JSONValue(json: response.body)
        guard case .object(let members) = answer, case .object(let value)? = members["value"] else {
            throw WebDriverError(.sessionNotCreated, "WebKitWebDriver's answer cannot be read")
        }
        guard case .string(let id)? = value["sessionId"], case .object(let granted)? = value["capabilities"] else {
            if case .string(let message)? = value["message"] { throw WebDriverError(.sessionNotCreated, message) }
            throw WebDriverError(.sessionNotCreated, "WebKitWebDriver did not say why")
        }
        await channel.ready.wait()
        // The browser has connected and read its options. Nothing is left on disk, should both processes be killed.
        folder.remove()
        guard phase == .starting else { throw WebDriverError(.sessionNotCreated, reason ?? "the browser ended") }
        phase = .running(id: id)
        waitsForLoads = granted["pageLoadStrategy"] != "none"
        return (id, granted)
    }

    /// Passes a command on.
    ///
    /// - Throws: ``WebDriverError`` when the session is over.
    func forward(_ method: String, _ target: String, body: Data?) async throws -> HTTPResponse {
        try await command {
            let response = try await self.upstream.send(method, target, body: body)
            await self.followWindows()
            // WebKitWebDriver may notice the browser's end before this session does, but not its cause. A browser that is about to
            // end, however long that takes, answers nothing more.
            if response.status >= 400, try await self.tellsOfEnd(response) {
                _ = try? await self.channel.ask("presence")
                if await self.channel.gone.wait(atMost: .seconds(2)) {
                    throw WebDriverError(.invalidSessionID, "the browser of this session has gone")
                }
            }
            return response
        }
    }

    /// Answers Get Window Handles and Close Window with the handles in the order of the windows. WebKitWebDriver has them in none.
    func windowHandles(_ method: String, _ target: String) async throws -> HTTPResponse {
        let response = try await forward(method, target, body: nil)
        guard response.status == 200, let current = Self.handles(in: response) else { return response }
        order(current)
        if current.isEmpty { hasClosedLastWindow = true }
        return .webDriver(.array(handles.map { .string($0) }))
    }

    /// Notes the handles of new windows when one was opened or closed, so that the order is that of the openings.
    private func followWindows() async {
        let changes = channel.windowChanges
        guard case .running(let id) = phase, seenWindowChanges != changes else { return }
        seenWindowChanges = changes
        guard let response = try? await upstream.send("GET", "/session/\(id)/window/handles", body: nil),
            response.status == 200, let current = Self.handles(in: response)
        else { return }
        order(current)
    }

    private func order(_ current: [String]) {
        handles = handles.filter(current.contains) + current.filter { !handles.contains($0) }
    }

    private static func handles(in response: HTTPResponse) -> [String]? {
        struct Answer: Decodable { var value: [String] }
        return try? JSONText.decode(Answer.self, from: response.body).value
    }

    /// Returns whether an error of WebKitWebDriver is one that a browser's end can have caused.
    private func tellsOfEnd(_ response: HTTPResponse) async throws -> Bool {
        guard case .object(let members) = try JSONValue(json: response.body),
            case .object(let value)? = members["value"]
        else { return true }
        return [.unknownError, .invalidSessionID].contains { (code: WebDriverError.Code) in
            value["error"] == .string(code.rawValue)
        }
    }

    /// Has the browser do what WebKitWebDriver cannot.
    ///
    /// - Throws: ``WebDriverError`` when the session is over.
    func ask(_ name: String, _ parameters: JSONValue = [:]) async throws -> HTTPResponse {
        try await command {
            let reply = try await self.channel.ask(name, parameters)
            return .webDriver(status: reply.status, reply.body)
        }
    }

    private func command(_ work: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        do {
            if let reason { throw WebDriverError(.invalidSessionID, reason) }
            return try await counted(work)
        } catch let error as WebDriverError where error.code != .invalidSessionID {
            throw error
        } catch {
            // The cause of a process's end is known a moment later. A client that gets the error may start another session.
            _ = await ended.wait(atMost: Self.patience)
            throw WebDriverError(
                .invalidSessionID, "this session is over: \(reason ?? "its browser ended unexpectedly")")
        }
    }

    private func counted(_ work: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        commandsUnderWay += 1
        defer {
            commandsUnderWay -= 1
            if commandsUnderWay == 0 { idle?.happen() }
        }
        return try await work()
    }

    /// Ends the session, as its client asks.
    func delete() async {
        if case .running(let id) = phase {
            phase = .over("it was deleted")
            // In order, so that pages are closed; its answer says nothing that is needed.
            let closing = Task { _ = try? await upstream.send("DELETE", "/session/\(id)", body: nil) }
            if await !channel.gone.wait(atMost: Self.patience) { closing.cancel() }
        }
        await finish("it was deleted")
    }

    private func browserHasGone() async {
        if case .running = phase {
            // Closing the last window is an end that has an answer, which is on its way.
            if commandsUnderWay > 0 {
                let idle = OneTimeEvent()
                self.idle = idle
                _ = await idle.wait(atMost: Self.patience)
            }
        }
        let reason = hasClosedLastWindow ? "its last window was closed" : "its browser ended unexpectedly"
        await finish(channel.failure ?? reason)
    }

    private func finish(_ reason: String) async {
        if ended.hasHappened { return }
        if self.reason == nil { phase = .over(reason) }
        channel.close()
        process?.kill()
        await channel.gone.wait()
        if let browser = channel.process, await !browser.ended(within: Self.patience) {
            browser.kill()
            await browser.ended()
        }
        _ = await process?.ended()
        folder.remove()
        uploads = nil
        ended.happen()
    }
}
