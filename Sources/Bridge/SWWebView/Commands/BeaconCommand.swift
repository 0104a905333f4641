import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

import struct ServiceWorkers.FetchRequest

/// The command behind `navigator.sendBeacon`, which WebKit does not send on a custom scheme: the host posts it, also when
/// the page is gone, as `fetch` would: with the `Origin` of the sender, and after a preflight where a form could not send it.
///
/// Source: W3C Beacon, https://www.w3.org/TR/beacon/#sendbeacon-method
enum BeaconCommand {
    static let path = "/Navigator/sendBeacon"

    private struct Body: Decodable {
        var url: String
        var type: String?
        /// The bytes in Base64.
        var data: String
    }

    @MainActor
    static func run(_ json: Data, _ context: CommandContext) async throws {
        guard let sender = context.realm else {
            throw CommandFailure(name: "NotAllowedError", message: "A beacon needs a frame that sends it")
        }
        let body = try JSONText.decode(Body.self, from: json)
        guard let url = URL(address: body.url), let scheme = url.scheme?.lowercased(),
            ["http", "https", Addresses.scheme].contains(scheme), let bytes = Data(base64Encoded: body.data)
        else { throw CommandFailure(name: "TypeError", message: "A beacon needs an http(s) or sw URL and Base64 data") }
        let target = context.loading.addresses.internalURL(for: url, remembering: false)
        var request = URLRequest(url: target)
        request.httpMethod = "POST"
        request.setValue(body.type, forHTTPHeaderField: "Content-Type")
        let asker = Asker(
            origin: Origin(sender.storageKey.rawValue), client: context.services.realms.client(of: sender)?.url,
            referrerPolicy: sender.referrerPolicy)
        let mode: RequestMode = body.type.map { CORSSafelist.isSimpleType($0) } ?? true ? .noCORS : .cors
        if let response = try await response(of: sender, to: request, target, mode, bytes, asker, context) {
            for try await _ in response.body ?? .empty {}
            return
        }
        var outgoing = OutgoingRequest(
            request, to: target, by: asker, mode: mode, credentials: .include, hasBody: true)
        if let host = sender.host { outgoing.firstParty = host.firstParty }
        let network = ViewNetwork(context.loading, for: RequestSource(sender.storageKey), body: RequestBody(bytes))
        let resource = try await network.fetch(outgoing).resource
        for try await _ in resource.body {}
    }

    /// Returns the response of the sender's service worker; nil where the beacon goes to the network.
    @MainActor
    private static func response(
        of sender: Realm, to request: URLRequest, _ target: URL, _ mode: RequestMode, _ bytes: Data, _ asker: Asker,
        _ context: CommandContext
    ) async throws -> FetchResponse? {
        guard context.services.mayHaveRegistrations, let client = sender.client else { return nil }
        var head = FetchRequest.Head(url: target)
        head.method = "POST"
        head.headers = HeaderList(request.allHTTPHeaderFields ?? [:])
        (head.mode, head.credentials, head.keepalive) = (mode, .include, true)
        head.referrerPolicy = asker.referrerPolicy
        head.referrer =
            asker.client.map {
                asker.referrerPolicy.referrer(
                    from: $0, to: target,
                    isDowngrade: context.loading.addresses.isDowngrade(from: $0, to: target))
            } ?? ""
        let outcome = try await context.services.openContainer().handleFetch(
            FetchRequest(head, body: BodyStream(bytes)), client: client)
        switch outcome {
        case .network: return nil
        case .response(let response): return response
        case .networkError(let reason):
            throw URLError(.cannotParseResponse, userInfo: [NSLocalizedDescriptionKey: reason])
        }
    }
}
