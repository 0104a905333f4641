import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

import struct ServiceWorkers.FetchRequest

/// The requests of pages and workers under `sw://` to other hosts, which WebKit sends to their own addresses. A service worker is asked
/// first. The page waits for the decision, and not for the response. Main actor only.
@MainActor
final class OtherHostRequests {
    /// A request that waits for WebKit to send it to the host.
    struct Asked {
        let head: FetchRequest.Head
        let mark: RequestMark
        let realm: Realm
        let body: LateBody
        /// The outcome, which the service worker may not have decided yet.
        let outcome: Task<FetchOutcome, Never>
    }

    /// The most requests that wait. A policy can prevent WebKit from sending one.
    private static let most = 256
    /// The time that a page waits. Afterwards the host sends the request itself where the worker lets it go to the network.
    private static let patience = Duration.seconds(1)

    private var asked: [String: Asked] = [:]
    private var order: [String] = []

    /// Returns whether the web process asks about a request.
    static func isQuestion(_ question: DocumentQuestion) -> Bool {
        question.text.hasPrefix("\(ProcessExtension.requestQuestion)\n")
    }

    /// Answers the web process: with a name for the response of a service worker, with a refusal of an insecure address, or empty.
    func answer(
        _ question: DocumentQuestion, from services: WorkerStore, _ reply: @escaping @MainActor (String) -> Void
    ) {
        guard let request = AskedRequest(question.text) else { return reply("") }
        Task.immediate { reply(await answer(request, in: question, from: services)) }
    }

    /// Removes and returns a request by the name that the web process got.
    func take(_ name: String) -> Asked? {
        order.removeAll { $0 == name }
        return asked.removeValue(forKey: name)
    }

    private func answer(
        _ request: AskedRequest, in question: DocumentQuestion, from services: WorkerStore
    ) async -> String {
        let page = await services.views.realm(arriving: question.document)
        guard let url = URL(address: question.url), let key = StorageKey(of: url) else { return "" }
        // The hidden page of service workers is no realm.
        let addresses = (page?.host?.loading ?? services.loading(for: key)).addresses
        if addresses.isBridged(request.url) { return ProcessExtension.answerBridged }
        if addresses.isDowngrade(from: url, to: request.url) {
            return MixedContent.isUpgradable(request.url, request.mark.destination ?? .none)
                ? ProcessExtension.answerUpgraded : ProcessExtension.answerBlocked
        }
        guard services.mayHaveRegistrations, !request.mark.isElsewhere, let id = request.mark.document,
            let realm = id == page?.id ? page : await services.views.realm(arriving: id), let client = realm.client,
            let container = try? await services.openContainer()
        else { return "" }
        var head = FetchRequestHead.make(
            request.request, request.url, request.mark, client: services.realms.client(of: realm)?.url,
            policy: realm.referrerPolicy)
        guard !FetchRequest(head).isNonSubresource else { return "" }
        let body = LateBody()
        if request.isPing {
            head.keepalive = true
            body.provide(.success(BodyStream(Data("PING".utf8))))
        }
        let (decisions, decide) = AsyncStream<Bool>.makeStream()
        var fetch = FetchRequest(head, body: request.mayHaveBody ? body.stream : nil)
        fetch.isBodyLate = true
        fetch.respondWithEntered = { decide.yield(true) }
        let outcome = Task { @MainActor [fetch] in
            let outcome = await container.handleFetch(fetch, client: client)
            if case .network = outcome { decide.yield(false) } else { decide.yield(true) }
            return outcome
        }
        let clock = Task {
            try await SharedSleep.shared.sleep(for: Self.patience)
            decide.yield(true)
        }
        defer { clock.cancel() }
        var first = decisions.makeAsyncIterator()
        guard await first.next() ?? false else {
            body.provide(.failure(URLError(.cancelled)))
            return ""
        }
        return ProcessExtension.answerOfWorker
            + keep(Asked(head: head, mark: request.mark, realm: realm, body: body, outcome: outcome))
    }

    private func keep(_ request: Asked) -> String {
        if order.count >= Self.most {
            take(order[0])?.body.provide(.failure(URLError(.cancelled)))
        }
        let name = UnguessableID.make()
        asked[name] = request
        order.append(name)
        return name
    }
}

extension FetchRouting {
    /// Answers a request to another host about which a service worker was asked.
    ///
    /// - Parameters:
    ///   - url: the address under `sw://` in place of the host's own.
    ///   - name: the name that the web process got.
    func respond(
        to request: URLRequest, _ url: URL, _ mark: RequestMark?, body: RequestBody, answeredAs name: String
    ) async throws -> LoadedResource {
        guard let asked = services.otherHosts.take(name) else { throw URLError(.cancelled) }
        var (request, body) = (request, body)
        request.url = asked.head.url
        if body.isAbsent {
            asked.body.provide(.success(.empty))
        } else {
            let replayable = ReplayableBody(body)
            asked.body.provide(.success(replayable.forWorker))
            body = replayable.forNetwork
        }
        let outcome = await asked.outcome.value
        var routed = RoutedRequest(
            request, asked.head, body: body, mark: mark?.isFromPage ?? false ? mark : asked.mark, asking: asked.realm,
            client: services.realms.client(of: asked.realm)?.url, source: RequestSource(asked.realm.storageKey),
            origin: Origin(asked.realm.storageKey.rawValue), userAgent: loading.userAgent())
        routed.outgoing.firstParty = clients.firstParty
        return try await response(to: routed, decided: outcome).forWebKit(at: url)
    }
}
