import Foundation
import FoundationNetworking
import Testing
import URLInterception

@testable import Fetch

/// The rules of Fetch, for each side that asks: the same function serves all of them.
@MainActor
struct FetchRuleTests {
    /// A side that asks.
    enum Side: String, CaseIterable {
        case page, serviceWorker, worker, applicationScheme, opaque

        var asker: Asker {
            switch self {
            case .page: Asker(origin: Origin("sw://app.example"), client: URL(string: "sw://app.example/a/page?q#f"))
            case .serviceWorker:
                Asker(origin: Origin("sw://app.example"), client: URL(string: "sw://app.example/sw.js"))
            case .worker: Asker(origin: Origin("sw://app.example"), client: URL(string: "sw://app.example/worker.js"))
            case .applicationScheme: Asker(origin: Origin("capacitor://localhost"))
            case .opaque: Asker(origin: nil)
            }
        }

        /// The serialized origin.
        var origin: String { asker.origin?.description ?? "null" }
        /// An address of the asker's own origin.
        var own: String { asker.origin.map { "\($0)/own" } ?? "data:text/plain,own" }
        static let withOrigin = allCases.filter { $0 != .opaque }
    }

    static let other = "https://other.example/x"
    let network = TestNetwork()

    func fetch(
        _ side: Side, _ address: String, method: String = "GET", headers: [String: String] = [:],
        mode: RequestMode = .cors, credentials: CredentialsMode = .sameOrigin, redirect: RedirectMode = .follow,
        policy: ReferrerPolicy? = nil, isUnsafe: Bool = true, userAgent: String? = nil
    ) async throws -> FetchedResponse {
        let url = try #require(URL(string: address))
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return try await network.fetch(
            OutgoingRequest(
                request, to: url, by: side.asker, mode: mode, credentials: credentials, redirect: redirect,
                referrerPolicy: policy, isUnsafe: isUnsafe, userAgent: userAgent, hasBody: method != "GET"))
    }

    func isRefused(_ fetch: () async throws -> FetchedResponse) async -> Bool {
        do {
            _ = try await fetch()
            return false
        } catch { return error is URLError }
    }

    // MARK: CORS

    @Test(arguments: Side.allCases)
    func `a response of another origin needs its permission`(side: Side) async throws {
        for (allowed, isShared) in [
            ("*", true), (side.origin, true), ("https://third.example", false), (nil, false),
            (side.origin + "/", false), (side.origin.uppercased(), false),
        ] {
            network.answers[Self.other] = ["X-A": "1"].merging(
                allowed.map { ["Access-Control-Allow-Origin": $0] } ?? [:]
            ) {
                $1
            }
            #expect(await isRefused { try await fetch(side, Self.other) } == !isShared, "\(allowed ?? "none")")
        }
        #expect(network.lines(Self.other) == Array(repeating: "GET \(side.origin)", count: 6))
    }

    @Test(arguments: Side.allCases)
    func `a request with credentials needs the origin by name, and permission for credentials`(side: Side) async throws
    {
        for (allowed, credentials, isShared) in [
            ("*", "true", false), (side.origin, nil, false), (side.origin, "false", false), (side.origin, "true", true),
        ] {
            network.answers[Self.other] = ["Access-Control-Allow-Origin": allowed]
            network.answers[Self.other]?["Access-Control-Allow-Credentials"] = credentials
            let isRefused = await isRefused { try await fetch(side, Self.other, credentials: .include) }
            #expect(isRefused == !isShared, "\(allowed) \(credentials ?? "none")")
        }
    }

    @Test func `a server names a document's origin as it knows it`() async throws {
        network.answers[Self.other] = ["Access-Control-Allow-Origin": "https://app.example"]
        #expect(try await fetch(.page, Self.other).tainting == .cors)
    }

    @Test(arguments: Side.allCases)
    func `an asker sees the headers that a server exposes`(side: Side) async throws {
        network.answers[Self.other] = [
            "Access-Control-Allow-Origin": side.origin, "Access-Control-Allow-Credentials": "true",
            "Access-Control-Expose-Headers": "X-Shown", "X-Shown": "1", "X-Hidden": "1", "ETag": "1",
            "Content-Type": "text/plain",
        ]
        let names = { (response: FetchedResponse) in response.visibleHeaders.keys.map { $0.lowercased() }.sorted() }
        #expect(try await names(fetch(side, Self.other)) == ["content-type", "x-shown"])
        network.answers[Self.other]?["Access-Control-Expose-Headers"] = "*"
        #expect(try await names(fetch(side, Self.other)).contains("x-hidden"))
        #expect(try await names(fetch(side, Self.other, credentials: .include)) == ["content-type"])
    }

    // MARK: Preflight

    @Test(arguments: Side.allCases)
    func `what no form could send needs a preflight`(side: Side) async throws {
        network.answers[Self.other] = ["Access-Control-Allow-Origin": "*"]
        for (method, headers) in [
            ("PUT", [:]), ("DELETE", [:]), ("PATCH", [:]), ("GET", ["X-Own": "1"]), ("GET", ["Authorization": "a"]),
            ("POST", ["Content-Type": "application/json"]), ("GET", ["Range": "bytes=-5"]),
        ] {
            #expect(
                await isRefused { try await fetch(side, Self.other, method: method, headers: headers) }, "\(method)")
        }
        #expect(network.lines(Self.other) == Array(repeating: "OPTIONS \(side.origin)", count: 7))
        #expect(network.received.values.joined().allSatisfy { !$0.hasCookies && !$0.hasBody })
        _ = try await fetch(side, Self.other, method: "POST", headers: ["Content-Type": "text/plain"])
        _ = try await fetch(side, Self.other, headers: ["Range": "bytes=1-5", "Accept-Language": "de"])
        #expect(network.lines(Self.other).suffix(2) == ["POST \(side.origin)", "GET \(side.origin)"])
    }

    @Test(arguments: Side.allCases)
    func `a permission holds for its time, method, headers and credentials`(side: Side) async throws {
        network.answers[Self.other] = [
            "Access-Control-Allow-Origin": side.origin, "Access-Control-Allow-Credentials": "true",
            "Access-Control-Allow-Methods": "PUT", "Access-Control-Allow-Headers": "X-Own",
            "Access-Control-Max-Age": "600",
        ]
        for _ in 0..<2 { _ = try await fetch(side, Self.other, method: "PUT") }
        _ = try await fetch(side, Self.other, method: "PUT", headers: ["X-Own": "1"])
        _ = try await fetch(side, Self.other, method: "PUT", credentials: .include)
        #expect(await isRefused { try await fetch(side, Self.other, method: "DELETE") })
        let methods = network.received[Self.other]?.map(\.method)
        #expect(methods == ["OPTIONS", "PUT", "PUT", "PUT", "OPTIONS", "PUT", "OPTIONS"])
        let short = "https://short.example/x"
        network.answers[short] = network.answers[Self.other]
        network.answers[short]?["Access-Control-Max-Age"] = "0"
        for _ in 0..<2 { _ = try await fetch(side, short, headers: ["X-Own": "2"]) }
        #expect(network.received[short]?.map(\.method) == ["OPTIONS", "GET", "OPTIONS", "GET"])
    }

    @Test(arguments: Side.allCases)
    func `a permission with credentials holds without them, and ends with a refusal`(side: Side) async throws {
        let answer = [
            "Access-Control-Allow-Origin": side.origin, "Access-Control-Allow-Credentials": "true",
            "Access-Control-Allow-Methods": "PUT", "Access-Control-Max-Age": "600",
        ]
        network.answers[Self.other] = answer
        _ = try await fetch(side, Self.other, method: "PUT", credentials: .include)
        _ = try await fetch(side, Self.other, method: "PUT")
        network.answers[Self.other]?["Access-Control-Allow-Origin"] = nil
        #expect(await isRefused { try await fetch(side, Self.other, method: "PUT") })
        network.answers[Self.other] = answer
        _ = try await fetch(side, Self.other, method: "PUT")
        #expect(
            network.received[Self.other]?.map(\.method) == ["OPTIONS", "PUT", "PUT", "PUT", "OPTIONS", "PUT"])
    }

    @Test func `a preflight names the referrer and the destination`() async throws {
        network.answers[Self.other] = ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "PUT"]
        let url = try #require(URL(string: Self.other))
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        var outgoing = OutgoingRequest(
            request, to: url, by: Side.page.asker, mode: .cors, credentials: .sameOrigin, userAgent: "Agent")
        outgoing.destination = RequestDestination.none
        _ = try await network.fetch(outgoing)
        let preflight = try #require(network.received[Self.other]?.first)
        #expect(preflight.method == "OPTIONS" && preflight.referrer == "sw://app.example/")
        #expect(preflight.metadata == "empty cors cross-site")
    }

    @Test func `a preflight's answer with a name that is no token is refused`() async throws {
        for name in ["Access-Control-Allow-Methods", "Access-Control-Allow-Headers"] {
            network.answers[Self.other] = ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "PUT"]
            network.answers[Self.other]?[name] = "PUT, a b"
            #expect(await isRefused { try await fetch(.page, Self.other, method: "PUT") })
        }
    }

    @Test(arguments: Side.allCases)
    func `a star permits everything but Authorization, and nothing with credentials`(side: Side) async throws {
        network.answers[Self.other] = [
            "Access-Control-Allow-Origin": side.origin, "Access-Control-Allow-Credentials": "true",
            "Access-Control-Allow-Methods": "*", "Access-Control-Allow-Headers": "*",
        ]
        _ = try await fetch(side, Self.other, method: "PUT", headers: ["X-Own": "1"])
        #expect(await isRefused { try await fetch(side, Self.other, headers: ["Authorization": "a"]) })
        #expect(await isRefused { try await fetch(side, Self.other, method: "PUT", credentials: .include) })
        #expect(await isRefused { try await fetch(side, Self.other, headers: ["X-Own": "1"], credentials: .include) })
    }

    @Test(arguments: Side.allCases, ["302", "404"])
    func `a preflight's answer is of status 2xx`(side: Side, status: String) async throws {
        network.answers[Self.other] = [
            "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "PUT", ":status": status,
            "Location": "https://other.example/y",
        ]
        network.answers["https://other.example/y"] = network.answers[Self.other]
        #expect(await isRefused { try await fetch(side, Self.other, method: "PUT") })
        #expect(network.received.values.joined().map(\.method) == ["OPTIONS"])
    }

    @Test(arguments: Side.allCases)
    func `headers that no script has set need no preflight`(side: Side) async throws {
        network.answers[Self.other] = ["Access-Control-Allow-Origin": "*"]
        let prefetch = ["Purpose": "prefetch", "User-Agent": "Mine"]
        for mode in [RequestMode.cors, .noCORS] {
            _ = try await fetch(side, Self.other, headers: prefetch, mode: mode, isUnsafe: false)
            _ = try await fetch(side, Self.other, headers: ["User-Agent": "Mine"], mode: mode, userAgent: "Mine")
        }
        #expect(network.received[Self.other]?.allSatisfy { $0.method == "GET" } == true)
        #expect(
            await isRefused { try await fetch(side, Self.other, headers: ["User-Agent": "Other"], userAgent: "Mine") })
    }

    // MARK: Modes

    @Test(arguments: Side.allCases)
    func `mode same-origin asks no other origin`(side: Side) async throws {
        network.answers[Self.other] = ["Access-Control-Allow-Origin": "*"]
        #expect(await isRefused { try await fetch(side, Self.other, mode: .sameOrigin) })
        network.answers[side.own] = ["Location": Self.other]
        #expect(await isRefused { try await fetch(side, side.own, mode: .sameOrigin) })
        #expect(network.received[Self.other] == nil)
    }

    @Test(arguments: Side.allCases)
    func `mode no-cors gets an opaque response, for what a form could send`(side: Side) async throws {
        network.answers[Self.other] = [:]
        let response = try await fetch(side, Self.other, mode: .noCORS)
        #expect(response.tainting == .opaque)
        #expect(network.lines(Self.other) == ["GET -"])
        _ = try await fetch(side, Self.other, method: "POST", mode: .noCORS)
        #expect(network.lines(Self.other).last == "POST \(side.origin)")
        for (method, headers) in [("PUT", [:]), ("GET", ["X-Own": "1"]), ("POST", ["Content-Type": "text/x"])] {
            #expect(
                await isRefused { try await fetch(side, Self.other, method: method, headers: headers, mode: .noCORS) })
        }
        #expect(await isRefused { try await fetch(side, Self.other, mode: .noCORS, redirect: .manual) })
        #expect(network.received[Self.other]?.count == 2)
    }

    @Test(arguments: Side.withOrigin)
    func `a response of the own origin is seen whole`(side: Side) async throws {
        network.answers[side.own] = ["X-A": "1"]
        let response = try await fetch(side, side.own, method: "PUT", headers: ["X-Own": "1"])
        #expect(response.tainting == .basic)
        #expect(response.visibleHeaders == ["X-A": "1"])
        #expect(network.lines(side.own) == ["PUT \(side.origin)"])
        _ = try await fetch(side, side.own)
        #expect(network.lines(side.own).last == "GET -")
    }

    @Test(arguments: Side.withOrigin)
    func `a response to HEAD has no body`(side: Side) async throws {
        network.answers[side.own] = [":body": "text"]
        #expect(try await fetch(side, side.own).resource.body.collect() == Data("text".utf8))
        #expect(try await fetch(side, side.own, method: "HEAD").resource.body.collect().isEmpty)
    }

    // MARK: Credentials

    @Test(arguments: Side.withOrigin)
    func `cookies go where the credentials mode says`(side: Side) async throws {
        for address in [side.own, Self.other] {
            network.answers[address] = [
                "Access-Control-Allow-Origin": side.origin, "Access-Control-Allow-Credentials": "true",
            ]
            for credentials in [CredentialsMode.omit, .sameOrigin, .include] {
                _ = try await fetch(side, address, credentials: credentials)
            }
            let expected = address == Self.other ? [false, false, true] : [false, true, true]
            #expect(network.received[address]?.map(\.hasCookies) == expected)
        }
    }

    @Test(arguments: Side.withOrigin)
    func `cookies do not go along to another origin and back`(side: Side) async throws {
        let back = side.own + "/back"
        network.answers[side.own] = ["Location": Self.other]
        network.answers[Self.other] = ["Location": back, "Access-Control-Allow-Origin": "*"]
        network.answers[back] = ["Access-Control-Allow-Origin": "*"]
        let response = try await fetch(side, side.own)
        #expect(response.urlList.map(\.absoluteString) == [side.own, Self.other, back])
        #expect(response.tainting == .cors)
        let cookies = [side.own, Self.other, back].map { network.received[$0]?.map(\.hasCookies) }
        #expect(cookies == [[true], [false], [false]])
    }
}
