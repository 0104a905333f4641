import Foundation
import FoundationNetworking
import Testing
import URLInterception

@testable import Fetch

/// Responses that servers keep from other origins.
@MainActor
struct CrossOriginResourcePolicyTests {
    private let network = TestNetwork()

    private func isBlocked(
        _ header: String?, from address: String, embedderPolicy: EmbedderPolicy = .unsafeNone,
        mode: RequestMode = .noCORS, credentials: CredentialsMode = .include, asker: String = "sw://app.example"
    ) async throws -> Bool {
        let url = try #require(URL(string: address))
        var headers = ["Access-Control-Allow-Origin": "sw://app.example", "Access-Control-Allow-Credentials": "true"]
        headers["Cross-Origin-Resource-Policy"] = header
        network.answers[address] = headers
        var outgoing = OutgoingRequest(
            URLRequest(url: url), to: url, by: Asker(origin: Origin(asker)), mode: mode, credentials: credentials)
        outgoing.embedderPolicy = embedderPolicy
        do {
            _ = try await network.fetch(outgoing)
            return false
        } catch let error as URLError {
            #expect(error.localizedDescription.contains("Cross-Origin-Resource-Policy"))
            return true
        }
    }

    @Test(
        arguments: [
            ("same-origin", "https://other.example/x", true), ("same-origin", "https://cdn.app.example/x", true),
            ("same-site", "https://other.example/x", true), ("same-site", "https://cdn.app.example/x", false),
            ("cross-origin", "https://other.example/x", false), (nil, "https://other.example/x", false),
            ("Same-Origin", "https://other.example/x", false), ("same-origin", "sw://app.example/x", false),
        ] as [(String?, String, Bool)])
    func `a response without CORS is blocked as its header says`(
        _ header: String?, _ address: String, _ expected: Bool
    ) async throws {
        #expect(try await isBlocked(header, from: address) == expected)
    }

    @Test func `a response with CORS is not checked`() async throws {
        #expect(try await !isBlocked("same-origin", from: "https://other.example/x", mode: .cors))
    }

    @Test(
        arguments: [
            (EmbedderPolicy.requireCORP, nil, true), (.requireCORP, "cross-origin", false),
            (.requireCORP, "same-origin", true), (.credentialless, nil, false), (.credentialless, "same-origin", true),
        ] as [(EmbedderPolicy, String?, Bool)])
    func `an embedder policy requires the header`(
        _ policy: EmbedderPolicy, _ header: String?, _ expected: Bool
    ) async throws {
        #expect(try await isBlocked(header, from: "https://other.example/x", embedderPolicy: policy) == expected)
    }

    @Test func `a credentialless document sends no credentials to other origins without CORS`() async throws {
        let address = "https://other.example/x"
        _ = try await isBlocked(nil, from: address, embedderPolicy: .credentialless)
        _ = try await isBlocked(nil, from: address)
        #expect(network.received[address]?.map(\.hasCookies) == [false, true])
    }

    @Test(
        arguments: [
            ("require-corp", EmbedderPolicy.requireCORP), ("credentialless; report-to=\"x\"", .credentialless),
            ("other", .unsafeNone), (nil, .unsafeNone),
        ] as [(String?, EmbedderPolicy)])
    func `an embedder policy is read from its header`(_ header: String?, _ policy: EmbedderPolicy) {
        #expect(EmbedderPolicy(header: header) == policy)
    }

    @Test(arguments: [RequestMode.cors, .noCORS])
    func `a secure document gets nothing from an insecure address`(_ mode: RequestMode) async throws {
        let asker = Asker(origin: Origin("sw://app.example"), client: URL(string: "sw://app.example/worker.js"))
        for address in ["http://other.example/x", "https://other.example/to-insecure"] {
            network.answers[address] = ["Access-Control-Allow-Origin": "*", "Location": "http://other.example/x"]
            let url = try #require(URL(string: address))
            let outgoing = OutgoingRequest(
                URLRequest(url: url), to: url, by: asker, mode: mode, credentials: .sameOrigin)
            await #expect(throws: URLError.self) { try await network.fetch(outgoing) }
        }
        #expect(network.lines("http://other.example/x").isEmpty)
    }

    @Test(arguments: [
        ("http://other.example/a.png", RequestDestination.image, true), ("http://other.example/a.mp4", .video, true),
        ("http://other.example/a.js", .script, false), ("http://192.0.2.1/a.png", .image, false),
        ("http://[2001:db8::1]/a.png", .image, false), ("http://other.example/a", .none, false),
    ])
    func `images and media of insecure hosts with names are upgraded`(
        _ address: String, _ destination: RequestDestination, _ isUpgraded: Bool
    ) throws {
        #expect(MixedContent.isUpgradable(try #require(URL(string: address)), destination) == isUpgraded)
    }
}
