import Foundation
import HTTPMessages
public import LocalServer
public import SWWebView
import WebKit

/// A server of WebKit's inspector protocol for the pages of this process, as `webkit.connect_over_cdp` of Playwright wants it. Main actor
/// only.
///
/// `GET /json` lists the pages, and each has a web socket. One client drives a page at a time: the latest.
///
/// ```swift
/// try RemoteInspector.prepare()
/// let inspector = RemoteInspector { [view] }
/// let server = try await LocalServer.start(at: try LocalServerAddress(port: 9222), handler: inspector.handler)
/// ```
@MainActor
public final class RemoteInspector {
    private let views: @MainActor () -> [SWWebView]
    private var sessions: [UInt64: InspectorSession] = [:]
    /// Ends when the last client has gone, and when none has come in time.
    private let clientsGone = AsyncStream.makeStream(of: Void.self)
    private var hasHadClient = false
    /// Seconds for the only client to connect.
    private static let patience = 60.0

    /// Makes the server's part that knows the pages.
    ///
    /// - Parameter views: returns the views that clients may drive now.
    public init(views: @escaping @MainActor () -> [SWWebView]) { self.views = views }

    /// Makes pages of this process inspectable. Call this before anything makes WebKit ready.
    ///
    /// - Throws: an error that says what is wrong, where WebKit's debugger cannot be reached.
    public static func prepare() throws { try ViewInspection.start(forClients: true) }

    /// Waits for the first client, a minute at most, and returns when no client is connected any more.
    public func waitForOneClient() async {
        let timer = Task { @MainActor [weak self] in
            // This sleep stays: a client that goes after it has read the list sends nothing more.
            try await ContinuousClock().sleep(for: .seconds(Self.patience))
            if let self, !hasHadClient { clientsGone.continuation.finish() }
        }
        defer { timer.cancel() }
        for await _ in clientsGone.stream {}
    }

    /// The handler of the server's requests.
    public nonisolated var handler: some HTTPHandler { InspectorHandler(inspector: self) }

    /// Returns the list of pages.
    ///
    /// - Parameter host: the host and port that the client has asked.
    fileprivate func list(at host: String) -> JSONValue {
        .array(
            views().compactMap { view in
                guard let number = view.pageNumber else { return nil }
                return [
                    "type": "WebPage", "title": .string(view.title ?? ""),
                    "url": .string(view.url?.absoluteString ?? "about:blank"),
                    "webSocketDebuggerUrl": .string("ws://\(host)\(InspectorHandler.socketPath)\(number)"),
                ]
            })
    }

    /// Serves the client of a page until it goes. It replaces an earlier one.
    fileprivate func serve(_ socket: WebSocket, _ number: UInt64) async {
        guard let view = views().first(where: { $0.pageNumber == number }),
            let page = await ViewInspection.current?.page(of: view)
        else { return }
        hasHadClient = true
        sessions.removeValue(forKey: number)?.close()
        let session = InspectorSession(page, view) {
            socket.send(.text($0))
        } ended: {
            socket.close()
        }
        sessions[number] = session
        session.begin()
        for await message in socket.messages {
            if case .text(let text) = message { session.receive(text) }
        }
        guard sessions[number] === session else { return }
        sessions[number] = nil
        session.close()
        if sessions.isEmpty { clientsGone.continuation.finish() }
    }
}

/// The routes of a ``RemoteInspector``.
private struct InspectorHandler: HTTPHandler {
    static let socketPath = "/devtools/page/"
    let inspector: RemoteInspector

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.method == "GET", let host = request.headers["host"] else { return HTTPResponse(status: 405) }
        let answer: JSONValue
        switch request.path {
        case "/json", "/json/", "/json/list": answer = await inspector.list(at: host)
        case "/json/version", "/json/version/":
            answer = ["Browser": .string("swwebview WebKit/\(await WebKitEnvironment.webKitVersion)")]
        default: return HTTPResponse(status: 404)
        }
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": "application/json", "Cache-Control": "no-store",
                "Content-Security-Policy": "default-src 'none'",
            ], body: answer.data)
    }

    func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? {
        guard path.hasPrefix(Self.socketPath), let number = UInt64(path.dropFirst(Self.socketPath.count)) else {
            return nil
        }
        return { [inspector] in await inspector.serve($0, number) }
    }
}
