import Foundation
import FoundationNetworking
import Testing
import URLInterception

@testable import Fetch

extension FetchRuleTests {
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
