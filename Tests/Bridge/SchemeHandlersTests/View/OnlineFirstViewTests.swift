import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing
import WebKit

@testable import SchemeHandlers

/// A server that is there, or is not.
final class FarServer: URLProtocol {
    static let isReachable = Atomic(true)

    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "api.example" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard Self.isReachable.load(ordering: .relaxed), let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: [
                    "Content-Type": "application/json", "Access-Control-Allow-Origin": "https://shop.example",
                ])
        else {
            client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
            return
        }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(#"[{"title":"from \#(url.path)"}]"#.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

/// The page changes only its base URL.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct OnlineFirstViewTests {
    @Test func `a page fetches from the server, and from the database when the server is gone`() async throws {
        let folder = try TemporaryFolder()
        let pool = try DatabasePool(path: folder.url.appending(path: "tasks.sqlite").path)
        try await pool.write { db in
            try db.execute(
                sql: "CREATE TABLE tasks (id INTEGER PRIMARY KEY, title TEXT, priority TEXT, due DATETIME, labels TEXT)"
            )
            var task = TaskRecord(title: "from the records", priority: .low, labels: [])
            try task.insert(db)
        }
        let local = ModelSchemeHandler(database: pool, models: [SchemeModel(TaskRecord.self)])
        let base = try #require(URL(string: "https://api.example/v1/"))
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(
            OnlineFirstSchemeHandler(base: base, offline: local, protocolClasses: [FarServer.self]), forURLScheme: "api"
        )
        configuration.setURLSchemeHandler(ViewTests.Blank(), forURLScheme: "other")
        let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), configuration: configuration)
        let url = try #require(URL(string: "other://page/"))
        try await ViewTests.Loads().load(view) { view.load(URLRequest(url: url)) }
        let script = """
            const answer = await fetch("api://tasks?select=title&order=id");
            const post = await fetch("api://tasks", { method: "POST", headers: { "Content-Type": "application/json" },
                body: '{"title":"new","priority":"low","labels":[]}' });
            return [(await answer.json())[0].title, answer.headers.get("X-Answered-By"), post.status].join(", ");
            """
        let online = try await view.callAsyncJavaScript(script, contentWorld: .page) as? String
        #expect(online == "from /v1/tasks, network, 200")
        FarServer.isReachable.store(false, ordering: .relaxed)
        let offline = try await view.callAsyncJavaScript(script, contentWorld: .page) as? String
        #expect(offline == "from the records, database, 503")
        #expect(try await pool.read { try TaskRecord.fetchCount($0) } == 1)
    }
}
