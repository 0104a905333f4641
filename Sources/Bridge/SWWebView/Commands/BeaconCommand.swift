import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The command behind `navigator.sendBeacon` and `<a ping>`, which WebKit does not send on a custom scheme: the host posts them, also when
/// the page is gone, as `fetch` would: through the sender's service worker, with the `Origin` of the sender, and a beacon after a preflight
/// where a form could not send it.
///
/// Sources: W3C Beacon, https://www.w3.org/TR/beacon/#sendbeacon-method, and HTML,
/// [hyperlink auditing](https://html.spec.whatwg.org/multipage/links.html#hyperlink-auditing)
enum BeaconCommand {
    static let table: CommandTable = [
        "/Navigator/sendBeacon": .notification(run), "/Navigator/sendBeacon/end": .deferred(end),
    ]

    private struct Body: Decodable {
        var url: String
        var type: String?
        /// The bytes in Base64.
        var data: String
        /// The address of the link whose ping it is; nil for a beacon.
        var ping: String?
        /// The number by which the sender asks for the beacon's end; nil if it doesn't ask.
        var number: Int?
    }

    @MainActor
    private static func run(_ json: Data, _ context: CommandContext) async throws {
        let body = try JSONText.decode(Body.self, from: json)
        guard let number = body.number, let sender = context.realm else { return try await post(body, context) }
        // At once: the sender may be about to go, and its service worker with it.
        let work = Task.immediate { @MainActor in try await post(body, context) }
        sender.beacons[number] = work
        defer { sender.beacons[number] = nil }
        try await work.value
    }

    /// Waits until a beacon of the sender has been answered, or has failed.
    @MainActor
    private static func end(_ json: Data, _ context: CommandContext) async throws -> Data {
        let number = try JSONText.decode(Int.self, from: json)
        _ = await context.realm?.beacons[number]?.result
        return Data("null".utf8)
    }

    @MainActor
    private static func post(_ body: Body, _ context: CommandContext) async throws {
        guard let sender = context.realm, let clients = context.clients else {
            throw CommandFailure(name: "NotAllowedError", message: "A beacon needs a frame that sends it")
        }
        guard let url = URL(address: body.url), let scheme = url.scheme?.lowercased(),
            ["http", "https", Addresses.scheme].contains(scheme), let bytes = Data(base64Encoded: body.data)
        else { throw CommandFailure(name: "TypeError", message: "A beacon needs an http(s) or sw URL and Base64 data") }
        let target = context.loading.addresses.internalURL(for: url, remembering: false)
        let link = try body.ping.map { text throws(CommandFailure) in
            guard let link = URL(address: text) else {
                throw CommandFailure(name: "TypeError", message: "A ping needs the address of a link")
            }
            return link
        }
        let client = context.services.realms.client(of: sender)?.url
        var request = URLRequest(url: target)
        request.httpMethod = "POST"
        request.setValue(link == nil ? body.type : "text/ping", forHTTPHeaderField: "Content-Type")
        request.setValue(sender.storageKey.rawValue, forHTTPHeaderField: "Origin")
        if let link {
            let addresses = context.loading.addresses
            request.setValue(addresses.externalURL(for: link).absoluteString, forHTTPHeaderField: "Ping-To")
            // A secure document does not tell other origins its address.
            if let client, StorageKey(of: target) == sender.storageKey {
                request.setValue(addresses.externalURL(for: client).absoluteString, forHTTPHeaderField: "Ping-From")
            }
        }
        let isSimple = link != nil || body.type.map { CORSSafelist.isSimpleType($0) } ?? true
        let mark = RequestMark(
            document: sender.id, destination: .none, mode: isSimple ? .noCORS : .cors, credentials: .include,
            referrerPolicy: sender.referrerPolicy)
        var head = FetchRequestHead.make(
            request, target, mark, client: client, policy: sender.referrerPolicy,
            isDowngrade: context.loading.addresses.isDowngrade(from: client, to: target),
            isForeign: request.namesForeignOrigin(to: target))
        head.keepalive = true
        if link != nil { head.referrer = "" }
        var routed = RoutedRequest(
            request, head, body: RequestBody(link == nil ? bytes : Data("PING".utf8)), mark: mark, asking: sender,
            client: client,
            source: RequestSource(sender.storageKey), origin: Origin(sender.storageKey.rawValue),
            userAgent: clients.host?.webView?.userAgent)
        // No script has chosen the headers of a ping.
        if link != nil { routed.outgoing.isUnsafe = false }
        if let host = sender.host { routed.outgoing.firstParty = host.firstParty }
        let routing = FetchRouting(services: context.services, clients: clients, loading: context.loading)
        let resource = try await routing.response(to: routed).forWebKit(at: target)
        for try await _ in resource.body {}
    }
}
