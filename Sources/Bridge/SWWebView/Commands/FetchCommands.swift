import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

import struct ServiceWorkers.FetchRequest

/// The fetches of a controlled page over its channel. The reply has the response, and its body goes with it where that is small.
enum FetchCommands {
    static let table: CommandTable = [
        "/fetch": .queued { json, context, reply in
            guard let realm = context.realm, let clients = context.clients else { throw URLError(.cancelled) }
            let order = try FetchOrder(json)
            let isOwn = StorageKey(of: order.url) == realm.storageKey
            // WebKit makes the requests of a document that has a policy, so that it enforces the policy, and intercepted ones.
            guard !realm.isPoliced, context.loading.interceptor == nil,
                isOwn || isOfOtherHost(order.url, context.loading.addresses)
            else {
                return reply.resolve(Data("null".utf8))
            }
            let routing = FetchRouting(services: context.services, clients: clients, loading: context.loading)
            let view = clients.host?.webView
            let loads = view?.hooks.resourceLoads
            loads?.began()
            do {
                try await answer(order, of: realm, isOwn: isOwn, routing, userAgent: view?.userAgent, reply)
                loads?.ended()
            } catch {
                loads?.ended(.init(address: order.url.absoluteString, reason: error.localizedDescription))
                throw loadFailed
            }
        },
        "/Fetch/abort": .notification { json, context in
            let name = try JSONText.decode(String.self, from: json)
            guard let realm = context.realm else { throw loadFailed }
            context.clients?.answers.abort(.init(document: realm.id, request: name))
        },
    ]

    private static let loadFailed = CommandFailure(name: "TypeError", message: "Load failed")

    /// Returns whether WebKit sends requests for an address to the secure address itself. It blocks insecure ones.
    private static func isOfOtherHost(_ url: URL, _ addresses: Addresses) -> Bool {
        url.scheme?.lowercased() == "https" && !addresses.isBridged(url)
    }

    /// Fetches, and replies. A request to another host that no service worker answers gets `false`: WebKit sends it.
    @MainActor
    private static func answer(
        _ order: FetchOrder, of realm: Realm, isOwn: Bool, _ routing: FetchRouting, userAgent: String?,
        _ reply: CommandReply
    ) async throws {
        HopTrace.pass(order.url.absoluteString)
        let client = routing.services.realms.client(of: realm)?.url
        let head = order.head(from: client, policy: realm.referrerPolicy)
        let race = NetworkRequest {
            try await routing.network(Self.routed(order, head, of: realm, client: client, userAgent: userAgent))
        }
        let timing = ResourceTiming(order.url, named: order.address)
        var request = FetchRequest(head)
        request.dispatched = timing.asksWorker()
        let outcome = try await routing.services.openContainer().handleFetch(
            request, client: realm.client, network: race)
        if case .network = outcome, !isOwn { return reply.resolve(Data("false".utf8)) }
        timing.asked(by: realm, as: "fetch")
        if case .response(var response) = outcome, isUsual(response.head) {
            timing.answered(response.head)
            routing.loading.noteAnswer(response.head) { order.request(head, userAgent: userAgent) }
            if response.head.urlList.isEmpty { response.head.urlList = [head.url] }
            return try send(response, routing.services.bodies, realm, timing, reply)
        }
        var routed = routed(order, head, of: realm, client: client, userAgent: userAgent)
        (routed.race, routed.timing) = (race, timing)
        do {
            let filtered = try await routing.response(to: routed, decided: outcome)
            if let meta = filtered.meta, let handle = meta.handle {
                timing.responded { filtered.resource.response.value(forHTTPHeaderField: $0) }
                timing.ended(0)
                return reply.resolve(text(opaque: handle, meta))
            }
            try send(FetchResponse(filtered, of: head.url), routing.services.bodies, realm, timing, reply)
        } catch {
            timing.failed()
            throw error
        }
    }

    @MainActor
    private static func routed(
        _ order: FetchOrder, _ head: FetchRequest.Head, of realm: Realm, client: URL?, userAgent: String?
    ) -> RoutedRequest {
        RoutedRequest(
            order.request(head, userAgent: userAgent), head, body: .none, mark: order.mark, asking: realm,
            client: client, source: RequestSource(realm.storageKey), origin: Origin(realm.storageKey.rawValue),
            userAgent: userAgent)
    }

    /// Returns whether a service worker's response is for the page as it is: it can be read, and leads nowhere else.
    private static func isUsual(_ head: FetchResponse.Head) -> Bool {
        switch head.type {
        case .default, .basic, .cors: (200...599).contains(head.status) && !Redirect.isRedirect(head.status)
        default: false
        }
    }

    @MainActor
    private static func send(
        _ response: FetchResponse, _ bodies: BodyRegistry, _ realm: Realm, _ timing: ResourceTiming,
        _ reply: CommandReply
    ) throws(CommandFailure) {
        timing.responded { response.head.headers[$0] }
        let body = try bodies.carry(response.body, to: realm, over: reply.channel, timing)
        var text = ByteText("{\"head\":")
        text.append(response.head, urls: response.head.urlList.map(\.textWithoutFragment))
        switch body {
        case .absent: text.append(",\"body\":null")
        case .bytes(let data):
            text.append(",\"size\":")
            text.append(data.count)
        case .pieces(let name): text.append(member: "stream", name)
        }
        text.append("}")
        reply.resolve(Data(text.bytes), bytes: body.bytes)
    }

    private static func text(opaque handle: String, _ meta: ResponseMeta) -> Data {
        struct Reply: Encodable { var opaque, type, url: String }
        return JSONText.data(Reply(opaque: handle, type: meta.type ?? "opaque", url: meta.url))
    }
}

extension FetchResponse {
    /// Makes a response for a page from what the page may see of one.
    fileprivate init(_ filtered: FilteredResponse, of url: URL) {
        self.init(filtered.resource)
        let meta = filtered.meta
        let final = meta.flatMap { URL(address: $0.url) } ?? url
        head.urlList = meta?.redirected ?? false ? [url, final] : [final]
        if let text = meta?.statusText { head.statusText = text }
        if let type = meta?.type.flatMap({ FetchResponse.Kind(rawValue: $0) }) { head.type = type }
    }
}

/// A fetch that a page asks for over its channel: JSON text, read in one pass.
private struct FetchOrder {
    var url: URL
    /// The address as the page wrote it. Foundation's may be escaped further.
    let address: String
    private var headers = HeaderList()
    private(set) var mark = RequestMark(pairs: "")

    init(_ json: Data) throws(CommandFailure) {
        var (address, headers, mark): (String?, HeaderList?, String?) = (nil, nil, nil)
        try json.scanned { (scanner: inout JSONScanner) throws(CommandFailure) in
            try scanner.members { (name, scanner) throws(CommandFailure) in
                switch name {
                case "url": address = scanner.string()
                case "headers": headers = try scanner.headers()
                case "mark": mark = scanner.string()
                default: _ = scanner.value()
                }
            }
        }
        guard let address, let url = URL(address: address) else {
            throw CommandFailure(name: "TypeError", message: "“\(address ?? "")” is no address")
        }
        (self.url, self.address) = (url, address)
        if let headers { self.headers = headers }
        if let mark { self.mark = RequestMark(pairs: mark) }
    }

    /// Returns the request as it goes to the network where the worker lets it.
    func request(_ head: FetchRequest.Head, userAgent: String?) -> URLRequest {
        var request = URLRequest(url: url)
        for field in head.headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        if head.headers["User-Agent"] == nil { request.setValue(userAgent, forHTTPHeaderField: "User-Agent") }
        return request
    }

    /// Returns the request as a service worker sees it.
    ///
    /// - Parameters:
    ///   - client: the address of the page.
    ///   - policy: the page's referrer policy.
    func head(from client: URL?, policy: ReferrerPolicy) -> FetchRequest.Head {
        var head = FetchRequest.Head(url: url)
        head.headers = headers
        // https://fetch.spec.whatwg.org/#concept-fetch, step "If request's header list does not contain `Accept`".
        if head.headers["Accept"] == nil { head.headers.fields.append(.init(name: "Accept", value: "*/*")) }
        head.mode = mark.fetchMode ?? .cors
        head.credentials = mark.credentials ?? .sameOrigin
        head.cache = mark.cache ?? .default
        head.redirect = mark.redirect ?? .follow
        head.referrerPolicy = mark.referrerPolicy ?? policy
        let source = mark.referrer.map { $0.isEmpty ? nil : URL(address: $0) } ?? client
        head.referrer =
            source.map { head.referrerPolicy.referrer(from: $0, to: url, isDowngrade: false) } ?? ""
        return head
    }
}
