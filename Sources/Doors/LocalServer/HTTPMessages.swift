public import Foundation

/// A request that the guard let through.
public struct HTTPRequest: Sendable {
    /// The method, as sent.
    public var method: String
    /// The path, percent-encoded as sent.
    public var path: String
    /// The query without its question mark; empty where there is none.
    public var query: String
    /// The header fields by their names in lower case. Fields of one name are joined.
    public var headers: [String: String]
    /// The whole body.
    public var body: Data
    /// Whether the client still waits for the response. Any thread.
    public var isAwaited: @Sendable () -> Bool = { true }

    /// A request.
    public init(
        method: String = "GET", path: String, query: String = "", headers: [String: String] = [:], body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The path and the query, as sent.
    public var target: String { query.isEmpty ? path : "\(path)?\(query)" }

    /// Returns the decoded value of the query's first item with a name.
    func queryValue(_ name: String) -> String? {
        let item = query.split(separator: "&").first { $0.hasPrefix(name + "=") }
        return item.map { String($0.dropFirst(name.utf8.count + 1)) }?.removingPercentEncoding
    }
}

/// A response with its whole body.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields; the server adds the body's length.
    public var headers: [String: String]
    /// The body.
    public var body: Data

    /// A response.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func text(_ status: Int, _ sentence: String) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data((sentence + "\n").utf8))
    }
}

/// The program behind a ``LocalServer``.
public protocol HTTPHandler: Sendable {
    /// Answers a request. Called for many requests at once; cancelled when the server stops.
    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse
    /// Returns the function that serves a web socket at a path, or nil where there is none.
    func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)?
}

extension HTTPHandler {
    /// Offers no web sockets.
    public func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? { nil }
}

/// A handler that is a function.
struct FunctionHandler: HTTPHandler {
    let function: @Sendable (HTTPRequest) async -> HTTPResponse

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse { await function(request) }
}
