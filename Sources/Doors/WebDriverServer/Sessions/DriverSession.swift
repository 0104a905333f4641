import ChildProcesses
import Foundation
import HTTPMessages
import LocalServer

/// One session: a browser, and the connection to it.
actor DriverSession {
    /// The longest time that a browser may take to end, and a command to be answered once the browser has ended.
    private static let patience = Duration.seconds(5)

    private enum Phase: Equatable {
        case starting
        case running
        /// Ending, or ended; why, for commands that come later.
        case over(String)
    }

    /// Nothing of it is left.
    nonisolated let ended = OneTimeEvent()
    private let folder: SessionFolder
    /// The files that the client uploaded; nil where there are none.
    var uploads: SessionFolder?
    private nonisolated let channel: HostChannel
    private var process: ChildProcess?
    private var phase = Phase.starting
    private var commandsUnderWay = 0
    private var idle: OneTimeEvent?
    private var hasClosedLastWindow = false

    /// - Throws: ``WebDriverError``.
    init(options: SessionOptions) throws(WebDriverError) {
        folder = try SessionFolder(options: options)
        channel = try HostChannel(path: folder.socket)
    }

    /// Why it is over; nil while it is not.
    var reason: String? {
        if case .over(let reason) = phase { reason } else { nil }
    }

    // MARK: Start

    /// Starts the browser.
    ///
    /// - Throws: ``WebDriverError``. The session is over then.
    func start(_ configuration: DriverConfiguration) async throws(WebDriverError) {
        do {
            try await open(configuration)
        } catch {
            await finish("it was never created")
            // The browser's own message is closer to the cause than messages about its end.
            throw WebDriverError(.sessionNotCreated, channel.failure ?? error.message)
        }
    }

    /// Starts the session's windows, and returns its id and capabilities, as New Session answers them.
    ///
    /// - Throws: ``WebDriverError``. The session is over then.
    func begin(_ capabilities: [String: JSONValue]) async throws -> (id: String, capabilities: [String: JSONValue]) {
        do {
            let reply = try await channel.ask("POST", [], JSONValue.object(capabilities).data)
            let value = try JSONValue(json: reply.body)["value"]
            guard reply.status == 200, let id = value?["sessionId"]?.text, let granted = value?["capabilities"]?.members
            else { throw WebDriverError(.sessionNotCreated, value?["message"]?.text ?? "the browser did not say why") }
            return (id, granted)
        } catch {
            await finish("it was never created")
            let told = (error as? WebDriverError)?.message ?? error.localizedDescription
            throw WebDriverError(.sessionNotCreated, channel.failure ?? told)
        }
    }

    private func open(_ configuration: DriverConfiguration) async throws(WebDriverError) {
        var environment = configuration.environment
        environment["SWWEBVIEW_CONFIG"] = folder.optionsFile
        environment[DriverLink.variable] = folder.socket
        // The browser has a display of its own.
        environment["DISPLAY"] = nil
        // A browser that crashes would stay for minutes to write down how, with its session neither alive nor over.
        if environment["SWIFT_BACKTRACE"] == nil { environment["SWIFT_BACKTRACE"] = "enable=no" }
        let program = Program(
            path: configuration.browser, arguments: ["--driven"], environment: environment, output: .errors)
        let process: ChildProcess
        do {
            process = try await program.startTied()
        } catch {
            throw WebDriverError(.sessionNotCreated, "the browser cannot be started: \(error.localizedDescription)")
        }
        self.process = process
        // Whatever ends first takes the rest along.
        Task {
            _ = await process.ended()
            channel.close()
        }
        Task {
            await channel.gone.wait()
            await browserHasGone()
        }
        await channel.ready.wait()
        // The browser has connected and read its options. Nothing is left on disk, should both processes be killed.
        folder.remove()
        guard phase == .starting, !channel.gone.hasHappened else {
            throw WebDriverError(.sessionNotCreated, reason ?? "the browser ended")
        }
        phase = .running
    }

    // MARK: Commands

    /// Has the browser carry out a command of WebDriver.
    ///
    /// - Throws: ``WebDriverError`` when the session is over.
    func command(_ method: String, _ name: [String], _ body: Data) async throws -> HTTPResponse {
        do {
            if let reason { throw WebDriverError(.invalidSessionID, reason) }
            let reply = try await counted { try await channel.ask(method, name, body) }
            if method == "DELETE", name == ["window"], reply.body == Data(#"{"value":[]}"#.utf8) {
                hasClosedLastWindow = true
            }
            return .webDriver(status: reply.status, reply.body)
        } catch {
            // The cause of a process's end is known a moment later. A client that gets the error may start another session.
            _ = await ended.wait(atMost: Self.patience)
            throw WebDriverError(
                .invalidSessionID, "this session is over: \(reason ?? "its browser ended unexpectedly")")
        }
    }

    private func counted<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        commandsUnderWay += 1
        defer {
            commandsUnderWay -= 1
            if commandsUnderWay == 0 { idle?.happen() }
        }
        return try await work()
    }

    // MARK: WebDriver BiDi

    /// Connects a web socket to the session, and passes messages on until one side has gone.
    ///
    /// - Parameter first: a message that the socket has sent already.
    nonisolated func serve(_ socket: WebSocket, first: String? = nil) async {
        let (client, messages) = channel.connect()
        Task {
            for await message in messages { socket.send(.text(message)) }
            socket.close()
        }
        if let first { channel.send(first, client: client) }
        for await message in socket.messages {
            if case .text(let text) = message { channel.send(text, client: client) }
        }
        channel.disconnect(client)
    }

    // MARK: End

    /// Ends the session, as its client asks.
    func delete() async {
        if phase == .running {
            phase = .over("it was deleted")
            // In order, so that pages are closed; its answer says nothing that is needed.
            let closing = Task { _ = try? await channel.ask("DELETE", []) }
            if await !channel.gone.wait(atMost: Self.patience) { closing.cancel() }
        }
        await finish("it was deleted")
    }

    private func browserHasGone() async {
        if phase == .running, commandsUnderWay > 0 {
            // Closing the last window is an end that has an answer, which is on its way.
            let idle = OneTimeEvent()
            self.idle = idle
            _ = await idle.wait(atMost: Self.patience)
        }
        let reason = hasClosedLastWindow ? "its last window was closed" : "its browser ended unexpectedly"
        await finish(channel.failure ?? reason)
    }

    private func finish(_ reason: String) async {
        if ended.hasHappened { return }
        if self.reason == nil { phase = .over(reason) }
        channel.close()
        await channel.gone.wait()
        if let browser = channel.process {
            if await !browser.ended(within: Self.patience) { browser.kill() }
        } else {
            process?.kill()
        }
        _ = await process?.ended()
        folder.remove()
        uploads = nil
        ended.happen()
    }
}

extension HTTPResponse {
    /// Returns an answer with the headers of [send a response](https://www.w3.org/TR/webdriver2/#dfn-send-a-response).
    static func webDriver(status: Int, _ body: Data) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-cache"], body: body)
    }

    static func webDriver(_ value: JSONValue) -> HTTPResponse {
        .webDriver(status: 200, JSONValue.object(["value": value]).data)
    }

    static func webDriver(_ error: WebDriverError) -> HTTPResponse {
        .webDriver(status: error.code.status, error.body.data)
    }
}
