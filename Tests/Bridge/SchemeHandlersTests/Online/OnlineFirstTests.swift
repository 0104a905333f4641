import Foundation
import FoundationNetworking
import TestSupport
import Testing
import URLInterception

@testable import SchemeHandlers

@Suite(.hangLimit(minutes: 1))
struct OnlineFirstTests {
    /// A server that answers as it is told.
    struct Server: ResourceLoader {
        var answer: @Sendable (URLRequest) async throws -> LoadedResource

        func load(_ request: URLRequest) async throws -> LoadedResource { try await answer(request) }

        static func status(_ status: Int, _ text: String = "", _ headers: [String: String] = [:]) -> Server {
            Server { request in
                try LoadedResource(
                    url: request.url ?? URL(fileURLWithPath: "/"), status: status, headers: headers,
                    body: BodyStream(Data(text.utf8)))
            }
        }
    }

    let shop: Shop

    init() throws { shop = try Shop() }

    func loader(_ server: Server, changes: OfflineChanges = .refused, patience: Duration = .seconds(30)) throws
        -> OnlineFirstLoader
    {
        OnlineFirstLoader(
            base: try #require(URL(string: "https://api.example/v1")), network: server, local: shop.service,
            patience: patience,
            offlineChanges: changes)
    }

    func ask(_ loader: OnlineFirstLoader, _ method: String, _ address: String, body: String? = nil) async throws
        -> Answer
    {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        request.setValue("sw://app.example", forHTTPHeaderField: "Origin")
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        return try await Answer(loader.load(request))
    }

    @Test func `a reachable server answers, and its locations get the scheme of the request`() async throws {
        let server = Server { request in
            #expect(request.url?.absoluteString == "https://api.example/v1/products/a%2Fb?name=eq.tea%20x&select=id")
            #expect(request.value(forHTTPHeaderField: "Origin") == nil)
            return try await Server.status(201, "online", ["Location": "/v1/products/7"]).load(request)
        }
        let answer = try await ask(loader(server), "GET", "shop://products/a%2Fb?name=eq.tea%20x&select=id")
        #expect(answer.status == 201 && answer.text == "online")
        #expect(answer["X-Answered-By"] == "network" && answer["Location"] == "shop://products/7")
    }

    @Test(arguments: [
        URLError.Code.notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .timedOut, .networkConnectionLost,
    ])
    func `the database answers if the server cannot be reached`(code: URLError.Code) async throws {
        let loader = try loader(Server { _ in throw URLError(code) })
        let answer = try await ask(loader, "GET", "shop://products?id=1&select=name")
        #expect(answer.status == 200 && answer.line == #"[{"name":"tea"}]"# && answer["X-Answered-By"] == "database")
        #expect(try await ask(loader, "GET", "shop://none").status == 404)
    }

    @Test(arguments: [
        (502, "database"), (503, "database"), (504, "database"), (500, "network"), (404, "network"), (401, "network"),
    ])
    func `the database answers for 502, 503 and 504, and the server for other errors`(
        status: Int, source: String
    ) async throws {
        #expect(try await ask(loader(.status(status)), "GET", "shop://products")["X-Answered-By"] == source)
    }

    @Test func `the database answers if the server takes longer than the patience`() async throws {
        let server = Server { _ in
            try await ContinuousClock().sleep(for: .seconds(60))
            throw URLError(.unknown)
        }
        let answer = try await ask(loader(server, patience: .milliseconds(20)), "GET", "shop://products/1?select=id")
        #expect(answer.line == #"{"id":1}"#)
    }

    @Test func `a change while offline is refused, unless offline changes are local`() async throws {
        let offline = Server { _ in throw URLError(.notConnectedToInternet) }
        let error = await #expect(throws: RESTError.self) {
            try await ask(loader(offline), "POST", "shop://products", body: #"{"name":"x"}"#)
        }
        #expect(error?.status == 503 && error?.code == "offline")
        let made = try await ask(loader(offline, changes: .local), "POST", "shop://products", body: #"{"name":"x"}"#)
        #expect(made.status == 201 && made["Location"] == "shop://products/5")
    }

    @Test func `dot segments in an address are refused`() async throws {
        let loader = try loader(.status(200))
        for address in ["shop://%2e%2e/admin", "shop://products/%2E%2E/%2e%2e/admin", "shop://./x"] {
            await #expect(throws: RESTError.self) { try await ask(loader, "GET", address) }
        }
    }
}
