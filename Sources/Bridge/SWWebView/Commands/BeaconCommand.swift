import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The command behind `navigator.sendBeacon`, which WebKit does not send on a custom scheme: the host posts it, also when
/// the page is gone, as `fetch` would: through the sender's service worker, with the `Origin` of the sender, and after a preflight where a
/// form could not send it.
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
        guard let sender = context.realm, let clients = context.clients else {
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
        request.setValue(sender.storageKey.rawValue, forHTTPHeaderField: "Origin")
        let client = context.services.realms.client(of: sender)?.url
        let isSimple = body.type.map { CORSSafelist.isSimpleType($0) } ?? true
        let mark = RequestMark(
            document: sender.id, destination: .none, mode: isSimple ? .noCORS : .cors, credentials: .include,
            referrerPolicy: sender.referrerPolicy)
        var head = FetchRequestHead.make(
            request, target, mark, client: client, policy: sender.referrerPolicy,
            isDowngrade: context.loading.addresses.isDowngrade(from: client, to: target),
            isForeign: request.namesForeignOrigin(to: target))
        head.keepalive = true
        var routed = RoutedRequest(
            request, head, body: RequestBody(bytes), mark: mark, asking: sender, client: client,
            source: RequestSource(sender.storageKey), origin: Origin(sender.storageKey.rawValue),
            userAgent: clients.host?.webView?.userAgent)
        if let host = sender.host { routed.outgoing.firstParty = host.firstParty }
        let routing = FetchRouting(services: context.services, clients: clients, loading: context.loading)
        let resource = try await routing.response(to: routed).forWebKit(at: target)
        for try await _ in resource.body {}
    }
}
