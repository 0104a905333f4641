import Foundation
import HTTPMessages
public import LocalServer

/// The endpoint: New Session, Status and uploads. The browser of a session answers its other commands.
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

    /// Returns the function that serves WebDriver BiDi: at `/session` to a client with a browser of its own, and at `/session/ID`.
    public func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.first == "session", parts.count < 3 else { return nil }
        return { [pool] in
            if parts.count == 2 {
                await BiDiRelay(pool).serve($0, session: parts[1])
            } else {
                await BiDiRelay(pool).serve($0)
            }
        }
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
            return .webDriver(
                try await pool.create(
                    try Self.json(request), address: { address(ofSession: $0, request) }, isAwaited: request.isAwaited))
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

    /// Returns the address of a session's web socket, as the client of a request reaches it. Clients of WebDriver BiDi send no headers of
    /// their own, so the token is in the address.
    private func address(ofSession id: String, _ request: HTTPRequest) -> String {
        let query = token?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "?token=\($0)" }
        return "ws://\(request.headers["host"] ?? "")/session/\(id)\(query ?? "")"
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
        guard name == ["se", "file"] else {
            let parts = name.map { $0.removingPercentEncoding ?? $0 }
            return try await session.command(method, parts, method == "POST" ? request.body : Data())
        }
        guard method == "POST" else {
            throw WebDriverError(.unknownMethod, "se/file is no command for \(method)")
        }
        return .webDriver(try await session.upload(UploadedFile(try Self.json(request))))
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

    private static func json(_ request: HTTPRequest) throws -> JSONValue {
        do {
            return try JSONValue(json: request.body)
        } catch {
            throw WebDriverError(.invalidArgument, "the body is not JSON")
        }
    }
}
