import Foundation
import FoundationNetworking
import Testing
import URLInterception

@testable import Fetch

/// The headers that tell servers who asks for what.
@MainActor
struct FetchMetadataTests {
    private let network = TestNetwork()

    private func told(
        to path: [String], by origin: Origin?, _ firstParty: FirstParty = .asker, mode: RequestMode = .cors,
        destination: RequestDestination? = RequestDestination.none
    ) async throws -> String? {
        for (address, next) in zip(path, path.dropFirst()) { network.answers[address] = ["Location": next] }
        let last = try #require(path.last)
        network.answers[last] = ["Access-Control-Allow-Origin": "*"]
        for address in path { network.answers[address]?["Access-Control-Allow-Origin"] = "*" }
        let url = try #require(path.first.flatMap { URL(string: $0) })
        var outgoing = OutgoingRequest(
            URLRequest(url: url), to: url, by: Asker(origin: origin), mode: mode, credentials: .sameOrigin)
        (outgoing.firstParty, outgoing.destination) = (firstParty, destination)
        _ = try await network.fetch(outgoing)
        return network.received[last]?.last?.metadata
    }

    private let app = Origin("sw://app.example")

    @Test func `the site is the farthest of a chain of redirects`() async throws {
        let (own, near, far) = ("sw://app.example/a", "sw://api.app.example/b", "sw://other.example/c")
        #expect(try await told(to: [own], by: app) == "empty cors same-origin")
        #expect(try await told(to: [near], by: app) == "empty cors same-site")
        #expect(try await told(to: [far], by: app) == "empty cors cross-site")
        #expect(try await told(to: [own, near, "sw://app.example/d"], by: app) == "empty cors same-site")
        #expect(try await told(to: [own, far, "sw://app.example/e"], by: app) == "empty cors cross-site")
        #expect(try await told(to: [own], by: nil) == "empty cors cross-site")
    }

    @Test func `a navigation tells who leads to it`() async throws {
        let led = { @MainActor (leader: Origin?) async throws -> String? in
            try await told(
                to: ["sw://app.example/a"], by: app, .response(ledBy: leader), mode: .navigate, destination: .document)
        }
        #expect(try await led(nil) == "document navigate none")
        #expect(try await led(app) == "document navigate same-origin")
        #expect(try await led(Origin("sw://www.app.example")) == "document navigate same-site")
        #expect(try await led(Origin("sw://other.example")) == "document navigate cross-site")
    }

    @Test func `a request without a destination tells nothing`() async throws {
        #expect(try await told(to: ["sw://app.example/a"], by: app, destination: nil) == nil)
    }
}
