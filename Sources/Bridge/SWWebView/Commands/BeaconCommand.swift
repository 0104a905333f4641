import Fetch
import Foundation
import HTTPMessages
import URLInterception
import WebKit

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
        var outgoing = OutgoingRequest(
            request, to: target, by: asker,
            mode: body.type.map { CORSSafelist.isSimpleType($0) } ?? true ? .noCORS : .cors,
            credentials: .include, hasBody: true)
        if let host = sender.host { outgoing.firstParty = host.firstParty }
        let network = ViewNetwork(context.loading, for: RequestSource(sender.storageKey), body: RequestBody(bytes))
        let resource = try await network.fetch(outgoing).resource
        for try await _ in resource.body {}
    }
}
