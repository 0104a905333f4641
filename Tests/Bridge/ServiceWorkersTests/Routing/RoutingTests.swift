import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct RoutingTests {
    private static let page = address("sw://app.example/index.html")

    private static func rules(_ json: String) throws -> [RouterRule] {
        try JSONDecoder().decode([RouterRule].self, from: Data(json.utf8))
    }

    private static func rule(method: String = "GET", source: String) -> String {
        "[{\"condition\":{\"requestMethod\":\"\(method)\"},\"source\":\(source)}]"
    }

    /// A worker that adds rules while it is installed, and answers with status 201.
    private func worker(_ world: World, adds rules: String, answer: EventResult? = nil, hasFetch: Bool = true)
        async throws
    {
        let (container, rules) = (world.container, try Self.rules(rules))
        var behaviour = Behaviour(handlers: [
            "install": { _, _, id in
                try await container.addRoutes(rules, for: id)
                return EventResult()
            }
        ])
        var head = FetchResponse.Head()
        head.status = 201
        let result = answer ?? EventResult(respondWith: .response(FetchResponse(head)))
        if hasFetch { behaviour.handlers["fetch"] = { _, _, _ in result } }
        await world.host.script("routes", behaviour)
        let active = try #require(try await world.activate("routes").active?.id)
        try await container.claim(active)
    }

    private func fetch(_ world: World, method: String = "GET", network: NetworkStub? = nil) async -> String {
        var request = world.request("sw://app.example/a")
        request.head.method = method
        switch await world.container.handleFetch(request, client: world.page, network: network) {
        case .network: return "network"
        case .response(let response): return "response \(response.head.status)"
        case .networkError: return "error"
        }
    }

    @Test func `a route to the network starts no worker, and other requests reach the worker`() async throws {
        let world = try await World()
        try await worker(world, adds: Self.rule(source: "\"network\""))
        await world.container.loseAll()
        let before = await world.host.log.count
        #expect(await fetch(world) == "network")
        #expect(await world.host.log.count == before)
        #expect(await fetch(world, method: "PUT") == "response 201")
    }

    @Test(arguments: [("running", true), ("not-running", false)])
    func `a condition can ask whether the worker runs`(_ status: String, _ isRouted: Bool) async throws {
        let world = try await World()
        try await worker(world, adds: "[{\"condition\":{\"runningStatus\":\"\(status)\"},\"source\":\"network\"}]")
        #expect(await fetch(world) == (isRouted ? "network" : "response 201"))
        await world.container.loseAll()
        #expect(await fetch(world) == (isRouted ? "response 201" : "network"))
    }

    @Test func `a route to a cache answers without the worker, and without a match the network does`() async throws {
        let storage = try ServiceWorkerStorage()
        let world = try await World(storage: storage)
        try await worker(
            world, adds: "[{\"condition\":{\"requestMethod\":\"GET\"},\"source\":{\"cacheName\":\"second\"}}]",
            hasFetch: false)
        #expect(await fetch(world) == "network")
        let caches = CacheStorage(storage, storageKey: StorageKey(rawValue: "sw://app.example"))
        for (name, status) in [("first", 202), ("second", 203)] {
            var head = FetchResponse.Head()
            head.status = status
            let request = FetchRequest.Head(url: address("sw://app.example/a"))
            try await caches.open(name).put(request, FetchResponse(head))
        }
        #expect(await fetch(world) == "response 203")
    }

    @Test func `an opaque response of a cache is refused where the request's mode rules it out`() async throws {
        let storage = try ServiceWorkerStorage()
        let world = try await World(storage: storage)
        try await worker(world, adds: Self.rule(source: "\"cache\""))
        var head = FetchResponse.Head()
        head.type = .opaque
        let caches = CacheStorage(storage, storageKey: StorageKey(rawValue: "sw://app.example"))
        let request = FetchRequest.Head(url: address("sw://app.example/a"))
        try await caches.open("any").put(request, FetchResponse(head))
        var asked = world.request("sw://app.example/a")
        asked.head.mode = .cors
        guard case .networkError = await world.container.handleFetch(asked, client: world.page) else {
            Issue.record("The page got an opaque response.")
            return
        }
    }

    @Test func `the first answer of a race counts, and a worker's answer stops the network`() async throws {
        let world = try await World()
        try await worker(world, adds: Self.rule(source: "\"race-network-and-fetch-handler\""))
        let silent = NetworkStub(status: nil, gate: Gate())
        #expect(await fetch(world, network: silent) == "response 201")
        #expect(silent.isCancelled)
        let unused = NetworkStub(status: 200)
        #expect(await fetch(world, method: "PUT", network: unused) == "response 201")
        #expect(!unused.isSent)
    }

    @Test func `a good answer of the network wins against a worker that waits`() async throws {
        let world = try await World()
        let gate = Gate()
        try await worker(world, adds: Self.rule(source: "\"race-network-and-fetch-handler\""))
        await world.host.script(
            "routes",
            Behaviour(handlers: [
                "fetch": { _, _, _ in
                    try await gate.wait()
                    return EventResult(respondWith: .failed("late"))
                }
            ]))
        await world.container.loseAll()
        #expect(await fetch(world, network: NetworkStub(status: 200)) == "network")
        gate.open()
        #expect(await fetch(world, network: NetworkStub(status: 404)) == "error")
    }

    @Test func `rules are kept with their worker`() async throws {
        let folder = TemporaryFolder()
        let rules = """
            [{"condition":{"or":[{"not":{"requestMethod":"PUT","requestMode":"cors","requestDestination":"image"}},
            {"urlPattern":{"protocol":"https","username":"*","password":"*","hostname":"*","port":"*","pathname":"/a",
            "search":"*","hash":"*","ignoreCase":true},"runningStatus":"running"}]},"source":{"cacheName":"c"}},
            {"condition":{"requestMethod":"GET"},"source":"race-network-and-fetch-handler"}]
            """
        let storage = try ServiceWorkerStorage(folder: folder.url)
        let world = try await World(storage: storage)
        try await worker(world, adds: rules)
        let stored = try await storage.registrations()
        #expect(stored.first?.active?.routerRules == (try Self.rules(rules)))
    }

    @Test func `a worker adds routes only while it is installed`() async throws {
        let world = try await World()
        try await worker(world, adds: Self.rule(source: "\"network\""))
        let id = try #require(await world.container.controller(of: world.page)?.id)
        let rules = try Self.rules(Self.rule(source: "\"network\""))
        await #expect(throws: ServiceWorkerError.self) { try await world.container.addRoutes(rules, for: id) }
    }

    @Test func `conditions have limits of number and depth`() throws {
        func nested(_ depth: Int) -> String {
            depth == 0 ? "{\"requestMethod\":\"GET\"}" : "{\"not\":\(nested(depth - 1))}"
        }
        func rules(_ condition: String) throws -> [RouterRule] {
            try Self.rules("[{\"condition\":\(condition),\"source\":\"network\"}]")
        }
        #expect(try rules(nested(9)).areWithinLimits)
        #expect(try !rules(nested(10)).areWithinLimits)
        let many = { (count: Int) in "{\"or\":[\(repeatElement(nested(0), count: count).joined(separator: ","))]}" }
        #expect(try rules(many(1022)).areWithinLimits)
        #expect(try !rules(many(1023)).areWithinLimits)
        #expect(try !(rules(many(1000)) + rules(many(22))).areWithinLimits)
    }
}

/// A network that answers with a status, when its gate is open.
private final class NetworkStub: NetworkRace {
    private let status: Int?
    private let gate: Gate?
    private let flags = Mutex((isSent: false, isCancelled: false))

    init(status: Int?, gate: Gate? = nil) { (self.status, self.gate) = (status, gate) }

    var isSent: Bool { flags.withLock(\.isSent) }
    var isCancelled: Bool { flags.withLock(\.isCancelled) }

    func send() async -> Int? {
        flags.withLock { $0.isSent = true }
        try? await gate?.wait()
        return status
    }

    func cancel() {
        flags.withLock { $0.isCancelled = true }
        gate?.open()
    }
}
