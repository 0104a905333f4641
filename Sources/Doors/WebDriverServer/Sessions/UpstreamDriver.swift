import ChildProcesses
import Foundation
import FoundationNetworking
import HTTPMessages
import LocalServer

/// A client of one WebKitWebDriver's HTTP server. Any thread.
final class UpstreamDriver: Sendable {
    /// The longest time that WebKitWebDriver may take until it listens.
    private static let startLimit = Duration.seconds(20)

    let address: String
    let port: UInt16
    private let session: URLSession

    /// An address of this machine that no other program knows. WebKitWebDriver takes commands from any client, including web pages in
    /// the developer's browser. All of 127.0.0.0/8 is this machine.
    init() {
        func byte() -> Int { Int.random(in: 1...254) }
        address = "127.\(byte()).\(byte()).\(byte())"
        port = UInt16.random(in: 20_000...32_000)
        let configuration = URLSessionConfiguration.ephemeral
        // Commands take as long as pages do; the client has its own limits.
        configuration.timeoutIntervalForRequest = 7 * 24 * 3600
        configuration.timeoutIntervalForResource = 7 * 24 * 3600
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpMaximumConnectionsPerHost = 32
        session = URLSession(configuration: configuration)
    }

    deinit { session.invalidateAndCancel() }

    /// Starts WebKitWebDriver as a process that ends with this one. It writes where this process's errors go.
    ///
    /// - Throws: ``WebDriverError`` when there is no such program.
    func start(_ path: String, environment: [String: String]) async throws(WebDriverError) -> ChildProcess {
        let program = Program(
            path: path, arguments: ["--host=\(address)", "--port=\(port)"], environment: environment, output: .errors)
        do {
            return try await program.startTied()
        } catch {
            let reason = String(cString: strerror(error.code.rawValue))
            throw WebDriverError(.sessionNotCreated, "\(path) cannot be started: \(reason)")
        }
    }

    /// Sends a command.
    ///
    /// - Throws: URLSession's error when WebKitWebDriver has gone.
    func send(_ method: String, _ target: String, body: Data?) async throws -> HTTPResponse {
        guard let url = URL(string: "http://\(address):\(port)\(target)") else {
            throw WebDriverError(.unknownCommand, "\(method) \(target) is no command of WebDriver")
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let body, method != "GET" {
            request.httpBody = body
            request.setValue("application/json; charset=utf-8", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 500
        return .webDriver(status: status, data)
    }

    /// Waits until WebKitWebDriver listens.
    ///
    /// WebKitWebDriver does not announce this, so this function tries to connect, as every client of WebDriver does: first after
    /// a millisecond, then less and less often.
    ///
    /// - Throws: ``WebDriverError`` when it ended, or takes too long.
    func waitUntilListening(_ process: ChildProcess) async throws {
        let end = ContinuousClock.now + Self.startLimit
        var pause = Duration.milliseconds(1)
        while !isListening() {
            guard !process.hasEnded, ContinuousClock.now < end else {
                throw WebDriverError(.sessionNotCreated, "WebKitWebDriver did not start on \(address) port \(port)")
            }
            try await ContinuousClock().sleep(for: pause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    private func isListening() -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        inet_pton(AF_INET, address, &place.sin_addr)
        return withUnsafePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        } == 0
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
