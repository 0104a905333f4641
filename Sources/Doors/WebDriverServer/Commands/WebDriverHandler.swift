import Foundation
import HTTPMessages
public import LocalServer

/// The endpoint: New Session, Status, and what belongs to no WebKitWebDriver; everything else is passed on to the session's.
///
/// ```swift
/// let handler = WebDriverHandler(configuration)
/// let server = try await LocalServer.start(at: address, handler: handler)
/// ```
///
/// Source: WebDriver, https://www.w3.org/TR/webdriver2/
public struct WebDriverHandler: HTTPHandler {
    private let pool: SessionPool
    private let maxSessions: Int
    private let token: String?

    /// A driver without sessions.
    ///
    /// - Parameter token: the secret that the server asks for, and that browsers of inspector clients ask for, too.
    public init(_ configuration: DriverConfiguration, token: String? = nil) {
        self.token = token
        pool = SessionPool(configuration)
        maxSessions = configuration.maxSessions
    }

    /// Ends all sessions, and takes no more.
    public func close() async { await pool.close() }

    /// Answers a command.
    public func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        do {
            return try await answer(request)
        } catch let error as WebDriverError {
            return .webDriver(error)
        } catch {
            return .webDriver(WebDriverError(.unknownError, error.localizedDescription))
        }
    }

    /// Returns the function that serves WebDriver BiDi: each client gets a browser of its own.
    public func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? {
        guard path == "/session" else { return nil }
        return { [pool] in await BiDiRelay(pool).serve($0) }
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = request.path
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        let method = request.method
        try Self.checkType(request)
        switch (method, parts.first, parts.count) {
        case ("GET", "status", 1): return await status()
        // Playwright's `connect_over_cdp` asks this first, and each client gets a session of its own. A person's browser gets none: a link of
        // any page would make one.
        case ("GET", "json", 1) where request.headers["sec-fetch-mode"] != "navigate":
            let header = request.headers["swwebview-options"]
            return .webDriver(
                status: 200, try await pool.inspect(header, token: token, isAwaited: request.isAwaited))
        case ("POST", "session", 1):
            return .webDriver(try await pool.create(try await Self.json(request), isAwaited: request.isAwaited))
        case ("DELETE", "session", 2):
            try await pool.session(parts[1]).delete()
            return .webDriver(.null)
        case (_, "status", 1), (_, "session", 1):
            throw WebDriverError(.unknownMethod, "\(path) is no command for \(method)")
        case (_, "session", 3...):
            return try await command(method, Array(parts.dropFirst(2)), request, try await pool.session(parts[1]))
        default: throw WebDriverError(.unknownCommand, "\(method) \(path) is no command of WebDriver")
        }
    }

    private func status() async -> HTTPResponse {
        let (free, waiting) = await (pool.free, pool.waiting)
        let message = "\(free) of \(maxSessions) sessions are free"
        return .webDriver([
            "ready": .bool(free > 0), "message": .string(message),
            "swwebview:sessions": [
                "max": .integer(maxSessions), "free": .integer(free), "waiting": .integer(waiting),
            ],
        ])
    }

    private func command(
        _ method: String, _ name: [String], _ request: HTTPRequest, _ session: DriverSession
    ) async throws -> HTTPResponse {
        switch (method, name) {
        case ("POST", ["print"]): return try await session.print(PrintParameters(try await Self.json(request)))
        case ("GET", let parts) where parts.count == 3 && parts[0] == "element" && parts[2] == "screenshot":
            return try await session.screenshot(ofElement: parts[1])
        case ("POST", let parts) where parts.count == 3 && parts[0] == "element" && parts[2] == "value":
            return try await session.sendKeys(request.target, element: parts[1], request.body)
        case ("POST", ["actions"]):
            return try await session.performActions(request.target, KeyActions.separated(request.body))
        case ("DELETE", ["actions"]):
            return try await session.releaseActions(request.target)
        case ("GET", ["window", "handles"]), ("DELETE", ["window"]):
            return try await session.windowHandles(method, request.target)
        case ("POST", ["se", "file"]):
            return .webDriver(try await session.upload(UploadedFile(try await Self.json(request))))
        case ("POST", ["swwebview", "offline"]):
            return try await session.ask("offline", try await Self.json(request))
        case ("GET", ["swwebview", "native"]): return try await session.ask("native")
        case ("POST", ["swwebview", "native"]):
            return try await session.ask("native command", try await Self.json(request))
        case ("GET", ["swwebview", "log"]): return try await session.ask("log")
        // The `getLogs` methods of Selenium and WebdriverIO send these.
        case ("GET", ["se", "log", "types"]): return .webDriver(["browser", "bridge"])
        case ("POST", ["se", "log"]): return try await session.ask("selenium log", try await Self.json(request))
        case (_, ["print"]), (_, ["swwebview", "log"]), (_, ["swwebview", "offline"]),
            (_, ["swwebview", "native"]), (_, ["se", "log"]), (_, ["se", "log", "types"]), (_, ["se", "file"]):
            throw WebDriverError(.unknownMethod, "\(name.joined(separator: "/")) is no command for \(method)")
        default:
            let body = method == "POST" ? request.body : nil
            if NavigationCommands.contain(method, name) {
                return try await session.navigate(method, request.target, name, body: body)
            }
            return try await session.forward(method, request.target, body: body)
        }
    }

    /// Types that a web page can send anywhere without a preflight. Clients of WebDriver send JSON.
    private static let formTypes: Set<String> = [
        "application/x-www-form-urlencoded", "multipart/form-data", "text/plain",
    ]

    /// Refuses requests that a form of a web page could have sent.
    private static func checkType(_ request: HTTPRequest) throws(WebDriverError) {
        guard request.method == "POST", let type = request.headers["content-type"] else { return }
        let essence = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard formTypes.contains(essence) else { return }
        throw WebDriverError(.invalidArgument, "the Content-Type is \(essence): send application/json, as forms cannot")
    }

    private static func json(_ request: HTTPRequest) async throws -> JSONValue {
        do {
            return try JSONValue(json: request.body)
        } catch {
            throw WebDriverError(.invalidArgument, "the body is not JSON")
        }
    }
}
