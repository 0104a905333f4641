import BiDiServer
import Foundation
import HTTPMessages
import SWWebView
import Simulator
import URLInterception
import WebDriverServer
import WebKit

/// The commands of a session of WebDriver: those of the specification, and those for logs, the network and the native half. Main actor
/// only.
@MainActor
final class SessionCommands {
    private let simulator: Simulator
    private let link: DriverLink
    private let log = SessionLog()
    private let session: ClassicSession
    private let browser: BiDiBrowser
    private var commandsUnderWay = 0
    private var isOver = false
    /// The windows, for the network.
    private let windows: WindowList

    /// Views that are open.
    @MainActor
    private final class WindowList {
        private struct Entry {
            weak var view: SWWebView?
        }

        private var entries: [Entry] = []
        var views: [SWWebView] { entries.compactMap(\.view) }

        func add(_ view: SWWebView) {
            entries.removeAll { $0.view == nil }
            entries.append(Entry(view: view))
        }
    }

    init(_ browser: BiDiBrowser, _ simulator: Simulator, _ link: DriverLink) {
        (self.browser, self.simulator, self.link) = (browser, simulator, link)
        let (log, windows) = (log, WindowList())
        self.windows = windows
        simulator.native.hear = { log.add($0) }
        var settings = ClassicSession.Settings()
        settings.listen = { log.listen(in: $0) }
        settings.opened = { view in
            windows.add(view)
            return [log.record(bridgeOf: view)]
        }
        settings.failed = {
            log.add(.navigation, level: "error", $0.description, url: URL(string: $0.address))
        }
        settings.crashed = { [weak browser] in
            link.fail("the process of a page ended: it crashed, or was killed")
            browser?.close()
        }
        settings.endedByClient = { link.fail("a client of WebDriver BiDi has ended it") }
        let over = LastWindow()
        settings.lastWindowClosed = { over.closed() }
        session = ClassicSession(browser, settings: settings)
        over.closed = { [weak self] in self?.end() }
    }

    /// Calls what is set later.
    @MainActor
    private final class LastWindow {
        var closed: () -> Void = {}
    }

    /// Ends the session, once the command that has closed the last window is answered.
    private func end() {
        isOver = true
        if commandsUnderWay == 0 { browser.close() }
    }

    /// Answers New Session.
    func begin(_ number: Int, _ body: Data) async {
        await reply(to: number) {
            try await self.session.begin(try JSONValue(json: body).members ?? [:])
        }
    }

    /// Answers a command.
    func answer(_ number: Int, _ method: String, _ name: [String], _ body: Data) async {
        commandsUnderWay += 1
        defer {
            commandsUnderWay -= 1
            if isOver, commandsUnderWay == 0 { browser.close() }
        }
        guard let own = Self.own[name] else {
            let answer = await session.answer(method, name, body)
            return link.reply(to: number, status: answer.status, answer.body)
        }
        await reply(to: number) {
            guard own.contains(method) else {
                throw WebDriverError(.unknownMethod, "\(name.joined(separator: "/")) is no command for \(method)")
            }
            guard method == "POST" else { return try await self.get(name) }
            guard let parameters = try? JSONValue(json: body), parameters.members != nil else {
                throw WebDriverError(.invalidArgument, "the body is not JSON")
            }
            return try await self.post(name, parameters)
        }
    }

    private func reply(to number: Int, _ work: () async throws -> JSONValue) async {
        do {
            link.reply(to: number, status: 200, JSONValue.object(["value": try await work()]).data)
        } catch {
            let error = error as? WebDriverError ?? WebDriverError(.unknownError, "\(error)")
            link.reply(to: number, status: error.code.status, error.body.data)
        }
    }

    private static let own: [[String]: Set<String>] = [
        ["swwebview", "log"]: ["GET"], ["swwebview", "native"]: ["GET", "POST"], ["swwebview", "offline"]: ["POST"],
        // The `getLogs` methods of Selenium and WebdriverIO send these.
        ["se", "log"]: ["POST"], ["se", "log", "types"]: ["GET"],
    ]

    private func get(_ name: [String]) async throws -> JSONValue {
        switch name {
        case ["swwebview", "log"]: log.drain()
        case ["swwebview", "native"]: try Self.json(await simulator.native.stateWithWebApp)
        default: ["browser", "bridge"]
        }
    }

    private func post(_ name: [String], _ parameters: JSONValue) async throws -> JSONValue {
        switch name {
        case ["swwebview", "native"]: try await native(parameters)
        case ["swwebview", "offline"]: try await setOffline(parameters)
        default: try seleniumLog(parameters)
        }
    }

    // MARK: The native half

    /// Executes a command of the native half.
    ///
    /// - Throws: ``WebDriverError`` with the code invalid argument, for an unknown or failed command.
    private func native(_ parameters: JSONValue) async throws -> JSONValue {
        do {
            return try Self.json(try await simulator.native.command(try NativeValue(json: parameters.data)))
        } catch let error as NativeCallError {
            throw WebDriverError(.invalidArgument, error.message)
        }
    }

    private static func json(_ value: NativeValue) throws -> JSONValue {
        try JSONValue(json: JSONText.encode(value))
    }

    // MARK: Offline

    /// Takes all windows, also those that are opened later, off the network, or puts them back.
    private func setOffline(_ parameters: JSONValue) async throws -> JSONValue {
        guard let offline = parameters["offline"],
            let connectivity = Self.connectivities.first(where: { $0.value == offline })?.connectivity
        else { throw WebDriverError(.invalidArgument, "“offline” must be true, false or “strict”") }
        simulator.options.connectivity = connectivity
        for view in windows.views {
            view.connectivity = connectivity
            await withCheckedContinuation { done in view.whenIntercepted { done.resume() } }
        }
        return .null
    }

    private static let connectivities: [(value: JSONValue, connectivity: Connectivity)] = [
        (true, .offline), (false, .online), ("strict", .strictlyOffline),
    ]

    // MARK: Selenium's logs

    private static let seleniumLevels = ["error": "SEVERE", "warn": "WARNING", "debug": "DEBUG"]

    private func seleniumLog(_ parameters: JSONValue) throws -> JSONValue {
        guard let type = parameters["type"]?.text, ["browser", "bridge"].contains(type) else {
            throw WebDriverError(.invalidArgument, "“type” must be browser or bridge")
        }
        let entries = log.drain { ($0["source"] == "bridge") == (type == "bridge") }
        return .array(entries.map(Self.seleniumEntry))
    }

    private static func seleniumEntry(_ entry: JSONValue) -> JSONValue {
        [
            "level": .string(seleniumLevels[entry["level"]?.text ?? ""] ?? "INFO"), "message": entry["text"] ?? "",
            "timestamp": entry["timestamp"] ?? 0, "source": entry["source"] ?? "",
        ]
    }
}
