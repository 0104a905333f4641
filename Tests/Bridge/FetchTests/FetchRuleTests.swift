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

    private static let other = "https://other.example/x"
    private let network = TestNetwork()

    private func fetch(
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

    private func isRefused(_ fetch: () async throws -> FetchedResponse) async -> Bool {
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
        #expect(methods == ["OPTIONS", "PUT", "PUT", "OPTIONS", "PUT", "OPTIONS", "PUT", "OPTIONS"])
        network.answers[Self.other]?["Access-Control-Max-Age"] = "0"
        for _ in 0..<2 { _ = try await fetch(side, Self.other, headers: ["X-Own": "2"]) }
        #expect(network.received[Self.other]?.suffix(4).map(\.method) == ["OPTIONS", "GET", "OPTIONS", "GET"])
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

    // MARK: Redirects

    @Test(arguments: Side.withOrigin)
    func `a redirect to another origin needs its permission`(side: Side) async throws {
        network.answers[side.own] = ["Location": Self.other]
        network.answers[Self.other] = [:]
        #expect(await isRefused { try await fetch(side, side.own) })
        network.answers[Self.other] = ["Access-Control-Allow-Origin": side.origin, "X-Hidden": "1"]
        let response = try await fetch(side, side.own, headers: ["Authorization": "a"])
        #expect(response.isRedirected && response.visibleHeaders.isEmpty)
        #expect(network.received[Self.other]?.map(\.authorization) == [nil, nil])
        #expect(network.received[side.own]?.last?.authorization == "a")
        #expect(await isRefused { try await fetch(side, side.own, credentials: .include) })
        #expect(try await fetch(side, side.own, mode: .noCORS).tainting == .opaque)
    }

    @Test(arguments: Side.withOrigin)
    func `a redirected PUT needs the other origin's permission`(side: Side) async throws {
        network.answers[side.own] = ["Location": Self.other, ":status": "307"]
        network.answers[Self.other] = ["Access-Control-Allow-Origin": "*"]
        #expect(await isRefused { try await fetch(side, side.own, method: "PUT") })
        #expect(network.lines(Self.other) == ["OPTIONS \(side.origin)"])
        network.answers[Self.other]?["Access-Control-Allow-Methods"] = "PUT"
        _ = try await fetch(side, side.own, method: "PUT")
        #expect(network.lines(Self.other).suffix(2) == ["OPTIONS \(side.origin)", "PUT \(side.origin)"])
        #expect(network.received[Self.other]?.last?.hasBody == true)
    }

    @Test(arguments: Side.allCases)
    func `a redirect from another origin to a third has the origin null`(side: Side) async throws {
        let third = "https://third.example/x"
        network.answers[Self.other] = ["Location": third, "Access-Control-Allow-Origin": "*"]
        network.answers[third] = ["Access-Control-Allow-Origin": side.origin]
        let isShared = side == .opaque
        #expect(await isRefused { try await fetch(side, Self.other) } == !isShared)
        #expect(network.lines(third) == ["GET null"])
        network.answers[third] = ["Access-Control-Allow-Origin": "null"]
        #expect(try await fetch(side, Self.other).tainting == .cors)
        network.answers[Self.other]?["Access-Control-Allow-Origin"] = nil
        #expect(await isRefused { try await fetch(side, Self.other) })
        #expect(network.received[third]?.count == 2)
    }

    @Test(arguments: Side.withOrigin)
    func `redirect modes`(side: Side) async throws {
        network.answers[side.own] = ["Location": side.own + "/to"]
        network.answers[side.own + "/to"] = [:]
        #expect(await isRefused { try await fetch(side, side.own, redirect: .error) })
        let kept = try await fetch(side, side.own, redirect: .manual)
        #expect(kept.isRedirect && !kept.isRedirected)
        #expect(network.received[side.own + "/to"] == nil)
        let followed = try await fetch(side, side.own)
        #expect(!followed.isRedirect && followed.isRedirected)
        let url = try #require(URL(string: side.own))
        let delivered = try await network.fetch(
            OutgoingRequest(URLRequest(url: url), to: url, by: side.asker, mode: .navigate, credentials: .include)
        ) { _ in false }
        #expect(delivered.isRedirect && !delivered.isRedirected)
    }

    @Test(arguments: Side.withOrigin)
    func `a redirect without a location is an answer, except in mode error`(side: Side) async throws {
        network.answers[side.own] = [":status": "302"]
        #expect(try await fetch(side, side.own).resource.response.statusCode == 302)
        #expect(await isRefused { try await fetch(side, side.own, redirect: .error) })
        network.answers[side.own] = ["Location": "http://[", ":status": "302"]
        #expect(try await fetch(side, side.own, redirect: .manual).isRedirect)
    }

    @Test(arguments: Side.withOrigin)
    func `twenty redirects are followed`(side: Side) async throws {
        network.answers[side.own] = ["Location": side.own]
        #expect(await isRefused { try await fetch(side, side.own) })
        #expect(network.received[side.own]?.count == 21)
    }

    @Test(arguments: Side.allCases)
    func `a redirect across origins names no user`(side: Side) async throws {
        let named = "https://user:secret@other.example/y"
        network.answers[Self.other] = ["Location": named, "Access-Control-Allow-Origin": "*"]
        network.answers[named] = ["Access-Control-Allow-Origin": "*"]
        #expect(await isRefused { try await fetch(side, Self.other) })
        network.answers[side.own] = ["Location": named]
        #expect(await isRefused { try await fetch(side, side.own) })
        #expect(network.received[named] == nil)
    }

    @Test(arguments: Side.withOrigin, ["file:///etc/passwd", "data:text/plain,x", "other://host/"])
    func `a redirect leads to no other kind of address`(side: Side, target: String) async throws {
        network.answers[side.own] = ["Location": target]
        network.answers[target] = ["Access-Control-Allow-Origin": "*"]
        for mode in [RequestMode.cors, .noCORS, .navigate] {
            #expect(await isRefused { try await fetch(side, side.own, mode: mode) })
        }
        #expect(network.received[target] == nil)
    }

    @Test func `a redirect by the server's spelling of the own origin stays within it`() async throws {
        network.answers["sw://app.example/own"] = ["Location": "https://app.example/to"]
        network.answers["sw://app.example/to"] = [:]
        let response = try await fetch(.page, "sw://app.example/own", headers: ["Authorization": "a"])
        #expect(response.tainting == .basic)
        #expect(response.urlList.map(\.absoluteString) == ["sw://app.example/own", "sw://app.example/to"])
        #expect(network.received["sw://app.example/to"]?.map(\.authorization) == ["a"])
    }

    // MARK: Referrers

    @Test(arguments: [
        (ReferrerPolicy.noReferrer, nil, nil, nil), (.origin, "/", "/", "/"), (.sameOrigin, "/a/page?q", nil, nil),
        (.strictOrigin, "/", "/", nil), (.strictOriginWhenCrossOrigin, "/a/page?q", "/", nil),
        (.originWhenCrossOrigin, "/a/page?q", "/", "/"), (.unsafeURL, "/a/page?q", "/a/page?q", "/a/page?q"),
        (.noReferrerWhenDowngrade, "/a/page?q", "/a/page?q", nil),
    ])
    func `the referrer follows the policy`(
        policy: ReferrerPolicy, own: String?, other: String?, insecure: String?
    ) async throws {
        for (address, path) in [
            ("sw://app.example/own", own), (Self.other, other), ("http://other.example/x", insecure),
        ] {
            network.answers[address] = ["Access-Control-Allow-Origin": "*"]
            // Only navigations lead to insecure addresses.
            _ = try await fetch(.page, address, mode: address.hasPrefix("http:") ? .navigate : .cors, policy: policy)
            #expect(network.received[address]?.last?.referrer == path.map { "sw://app.example\($0)" }, "\(address)")
        }
    }

    @Test func `a redirect cannot make a shortened referrer longer`() async throws {
        network.answers[Self.other] = [
            "Location": "https://third.example/x", "Referrer-Policy": "unsafe-url", "Access-Control-Allow-Origin": "*",
        ]
        network.answers["https://third.example/x"] = ["Access-Control-Allow-Origin": "*"]
        _ = try await fetch(.page, Self.other)
        #expect(network.received["https://third.example/x"]?.map(\.referrer) == ["sw://app.example/"])
    }

    @Test func `a redirect may tighten the policy`() async throws {
        network.answers["sw://app.example/own"] = ["Location": "/to", "Referrer-Policy": "no-referrer"]
        network.answers["sw://app.example/to"] = [:]
        _ = try await fetch(.page, "sw://app.example/own", policy: .unsafeURL)
        #expect(network.received["sw://app.example/own"]?.first?.referrer == "sw://app.example/a/page?q")
        #expect(network.received["sw://app.example/to"]?.map(\.referrer) == [nil])
    }
}
