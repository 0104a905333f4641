import Foundation
import FoundationNetworking
import HTTPMessages
import Testing
import URLInterception

@testable import Fetch

/// The cookies of requests: whose they are, and which the request's site and credentials mode let through.
@MainActor
struct CookieRuleTests {
    private let network = TestNetwork()
    private let jar = TestCookies()
    private let app = Origin("sw://app.example"), other = Origin("sw://other.example")

    init() throws {
        network.jar = jar
        let access = CookieAccess(try #require(URL(string: "sw://app.example/")))
        for policy in ["none", "lax", "strict"] { jar.set("\(policy)=1; samesite=\(policy)", for: access) }
    }

    /// Returns the cookies that a request is sent with.
    private func sent(
        to address: String = "sw://app.example/x", by origin: Origin?, _ firstParty: FirstParty = .asker,
        mode: RequestMode = .noCORS, credentials: CredentialsMode = .include, method: String = "GET",
        headers: [String: String] = [:]
    ) async throws -> String? {
        let url = try #require(URL(string: address))
        if network.answers[address] == nil { network.answers[address] = ["Access-Control-Allow-Origin": "*"] }
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        var outgoing = OutgoingRequest(
            request, to: url, by: Asker(origin: origin), mode: mode, credentials: credentials, isUnsafe: false)
        outgoing.firstParty = firstParty
        _ = try await network.fetch(outgoing)
        return network.received[address]?.last?.cookies
    }

    private static let all = "none=1; lax=1; strict=1"

    @Test func `an asker of the address's site has all cookies`() async throws {
        #expect(try await sent(by: app) == Self.all)
        #expect(try await sent(by: app, .page(app)) == Self.all)
        #expect(try await sent(by: app, .page(Origin("https://www.app.example"))) == Self.all)
        #expect(try await sent(by: Origin("sw://api.app.example"), .page(app)) == Self.all)
    }

    @Test func `a page of another site has no cookies of the address, whoever in it asks`() async throws {
        for asker in [app, other, nil] {
            #expect(try await sent(by: asker, .page(other)) == nil)
            #expect(try await sent(by: asker, .page(nil)) == nil)
        }
        #expect(try await sent(by: other) == nil)
        #expect(try await sent(by: nil) == nil)
    }

    @Test func `a frame of another site has the cookies without a policy`() async throws {
        #expect(try await sent(by: other, .page(app)) == "none=1")
        #expect(try await sent(by: nil, .page(app)) == "none=1")
    }

    @Test(arguments: [("GET", "none=1; lax=1"), ("HEAD", "none=1; lax=1"), ("POST", "none=1")])
    func `another site leads a page to cookies by the method`(method: String, cookies: String) async throws {
        #expect(try await sent(by: app, .response(ledBy: other), mode: .navigate, method: method) == cookies)
        #expect(try await sent(by: app, .response(ledBy: app), mode: .navigate, method: method) == Self.all)
        #expect(try await sent(by: app, .response(ledBy: nil), mode: .navigate, method: method) == Self.all)
    }

    @Test func `the credentials mode decides within and across origins`() async throws {
        #expect(try await sent(by: app, mode: .cors, credentials: .omit) == nil)
        #expect(try await sent(by: app, mode: .cors, credentials: .sameOrigin) == Self.all)
        let api = Origin("sw://api.app.example")
        #expect(try await sent(by: api, .page(app), mode: .cors, credentials: .sameOrigin) == nil)
        #expect(try await sent(by: api, .page(app), mode: .noCORS, credentials: .include) == Self.all)
    }

    @Test func `a response sets cookies where the request may have them`() async throws {
        network.answers["sw://app.example/set"] = [
            "Set-Cookie": "a=1; Path=/, b=2; HttpOnly; Expires=Fri, 01 Jan 2100 00:00:00 GMT"
        ]
        _ = try await sent(to: "sw://app.example/set", by: app, credentials: .omit)
        _ = try await sent(to: "sw://app.example/set", by: other, .page(other))
        #expect(try await sent(by: app) == Self.all)
        _ = try await sent(to: "sw://app.example/set", by: app)
        #expect(try await sent(by: app) == Self.all + "; a=1; b=2")
    }

    @Test func `each address of a redirect has its own cookies`() async throws {
        network.answers["sw://app.example/go"] = [
            "Location": "sw://api.app.example/there", "Set-Cookie": "r=1; domain=app.example",
        ]
        network.answers["sw://app.example/x"] = [:]
        network.answers["sw://api.app.example/there"] = ["Location": "sw://app.example/x"]
        #expect(try await sent(to: "sw://app.example/go", by: app) == Self.all)
        #expect(network.received["sw://api.app.example/there"]?.last?.cookies == "r=1")
        #expect(network.received["sw://app.example/x"]?.last?.cookies == Self.all + "; r=1")
    }

    @Test func `an application's own Cookie header goes as it is`() async throws {
        let headers = ["Cookie": "own=1"]
        #expect(try await sent(by: app, .response(ledBy: nil), mode: .navigate, headers: headers) == "own=1")
    }
}
