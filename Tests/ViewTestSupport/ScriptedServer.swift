import Foundation
import FoundationNetworking
import Synchronization

/// A `URLProtocol` class that answers fake.example and other.example as a test says, and any path with an empty page otherwise.
final class ScriptedServer: URLProtocol {
    struct Asked: Sendable {
        let method: String
        let url: URL
        let headers: [String: String]
        let body: Data?
    }

    typealias Answer = @Sendable (ScriptedServer) -> Void

    /// A load for a test that goes on with it: classes may call their clients on any thread.
    struct Load: @unchecked Sendable {
        fileprivate let server: ScriptedServer

        func send(_ text: String) { server.send(text) }
        func finish() { server.finish() }
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var asked: [Asked] = []
        var current: Load?
        var stops = AsyncStream<String>.makeStream()
    }

    private static let state = Mutex(State())
    // Read and written on the queue of the class.
    private var isOver = false

    static var asked: [Asked] { state.withLock { $0.asked } }
    /// The load that was started last.
    static var current: Load? { state.withLock { $0.current } }

    static func reset(keepingAnswers: Bool = false) {
        state.withLock { state in
            let answers = state.answers
            state = State()
            if keepingAnswers { state.answers = answers }
        }
    }

    static func answer(_ path: String, _ answer: @escaping Answer) { state.withLock { $0.answers[path] = answer } }

    static func answer(
        _ path: String, _ text: String, type: String = "text/html", status: Int = 200, headers: [String: String] = [:]
    ) {
        answer(path) { server in
            server.respond(status, headers.merging(["Content-Type": type]) { given, _ in given })
            server.send(text)
            server.finish()
        }
    }

    /// The path of the next load that is stopped before its end.
    static func nextStop() async -> String? {
        let stream = state.withLock { $0.stops.stream }
        for await path in stream { return path }
        return nil
    }

    override class func canInit(with request: URLRequest) -> Bool {
        ["fake.example", "other.example"].contains(request.url?.host)
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url else { return }
        let asked = Asked(
            method: request.httpMethod ?? "", url: url, headers: request.allHTTPHeaderFields ?? [:],
            body: request.httpBody)
        let load = Load(server: self)
        let answer = Self.state.withLock { state in
            state.asked.append(asked)
            state.current = load
            return state.answers[url.path]
        }
        if let answer { return answer(self) }
        respond(200, ["Content-Type": "text/html"])
        finish()
    }

    override func stopLoading() {
        if !isOver, let path = request.url?.path { _ = Self.state.withLock { $0.stops.continuation.yield(path) } }
    }

    func respond(_ status: Int, _ headers: [String: String]) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    func send(_ text: String) { client?.urlProtocol(self, didLoad: Data(text.utf8)) }

    func finish() {
        isOver = true
        client?.urlProtocolDidFinishLoading(self)
    }
}
