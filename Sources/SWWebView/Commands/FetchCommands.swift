import Foundation
import HTTPMessages
import ServiceWorker
import ServiceWorkerContainer
import WebKit

import struct ServiceWorker.FetchRequest

/// The fetches of a controlled page over its channel: the service worker answers, and a small body comes with the reply.
enum FetchCommands {
    static let table: CommandTable = [
        "/fetch": .kept { json, context, reply in
            guard let realm = context.realm, let client = realm.client else { throw URLError(.cancelled) }
            let order = try FetchOrder(json)
            guard StorageKey(of: order.url) == realm.storageKey, !realm.isPoliced else { return reply.resolve(kept(0)) }
            let request = FetchRequest(order.head(from: context.services.realms.client(of: realm)?.url))
            let outcome = try await context.services.openContainer().handleFetch(request, client: client)
            switch outcome {
            case .response(let response):
                reply.resolve(
                    answer(response, to: request, in: realm, canPull: reply.channel?.carriesBytes ?? false)
                        ?? kept(realm.outcomes.keep(outcome)))
            case .network: reply.resolve(kept(realm.outcomes.keep(outcome)))
            case .networkError(let reason):
                FetchRouting.log.warning("\(order.url.absoluteString): \(reason)")
                throw loadFailed
            }
        },
        "/fetch/pull": .kept { json, context, reply in
            let number = try JSONDecoder().decode(Int.self, from: json)
            guard let realm = context.realm else { throw loadFailed }
            let piece: Data?
            do { piece = try await realm.bodies.next(number) } catch { throw loadFailed }
            reply.channel?.reply(to: reply.promiseIndex, bytes: piece ?? Data())
        },
        "/fetch/cancel": .notification { json, context in
            context.realm?.bodies.drop(try JSONDecoder().decode(Int.self, from: json))
        },
    ]

    private static let loadFailed = CommandFailure(name: "TypeError", message: "Load failed")
    /// The largest body that comes with the reply.
    private static let mostInline = 1 << 16

    private static func kept(_ number: Int) -> Data { Data("{\"kept\":\(number)}".utf8) }

    /// Returns the reply for a readable response, or nil for opaque responses and redirects.
    ///
    /// - Parameter canPull: whether the frame can read a large body piece by piece.
    @MainActor
    private static func answer(
        _ response: FetchResponse, to request: FetchRequest, in realm: Realm, canPull: Bool
    ) -> Data? {
        var head = response.head
        let isReadable = head.type == .default || head.type == .basic || head.type == .cors
        guard canPull, isReadable, (200...599).contains(head.status), !Redirect.isRedirect(head.status)
        else { return nil }
        if head.urlList.isEmpty { head.urlList = [request.head.url] }
        var text = ByteText()
        if let body = response.body {
            let bytes = body.takeBytes()
            if let bytes, bytes.count <= mostInline {
                text.append("{\"body\":\"")
                text.append(raw: bytes.base64EncodedString())
                text.append("\"")
            } else {
                text.append("{\"pull\":")
                text.append(realm.bodies.keep(bytes.map { BodyStream($0) } ?? body))
            }
        } else {
            text.append("{\"body\":null")
        }
        text.append(",\"head\":")
        text.append(head, urls: head.urlList.map(\.textWithoutFragment))
        text.append("}")
        return Data(text.bytes)
    }
}

/// A fetch that a page asks for over its channel: JSON text, read in one pass.
private struct FetchOrder {
    var url: URL
    private var headers = HeaderList()
    private var mark = RequestMark(pairs: "")

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
        self.url = url
        if let headers { self.headers = headers }
        if let mark { self.mark = RequestMark(pairs: mark) }
    }

    /// Returns the request as a service worker sees it.
    ///
    /// - Parameter client: the address of the page.
    func head(from client: URL?) -> FetchRequest.Head {
        var head = FetchRequest.Head(url: url)
        head.headers = headers
        // https://fetch.spec.whatwg.org/#concept-fetch, step "If request's header list does not contain `Accept`".
        if head.headers["Accept"] == nil { head.headers.fields.append(.init(name: "Accept", value: "*/*")) }
        head.mode = mark.mode ?? "cors"
        head.credentials = mark.credentials ?? "same-origin"
        head.cache = mark.cache ?? "default"
        head.redirect = mark.redirect ?? "follow"
        head.referrerPolicy = mark.referrerPolicy ?? Referrer.defaultPolicy
        let source = mark.referrer.map { $0.isEmpty ? nil : URL(address: $0) } ?? client
        head.referrer =
            source.map { Referrer.text(from: $0, to: url, policy: head.referrerPolicy, isDowngrade: false) } ?? ""
        return head
    }
}
