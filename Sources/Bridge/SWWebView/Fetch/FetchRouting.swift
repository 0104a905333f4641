import Fetch
import Foundation
import HTTPMessages
import Logging
import ServiceWorkers
import URLInterception
import WebKit

/// Takes a view's requests through their service workers: [HTTP fetch](https://fetch.spec.whatwg.org/#http-fetch)'s step before the network.
@MainActor
struct FetchRouting {
    let services: WorkerStore
    let clients: PageClients
    let loading: ViewSources
    /// The dedicated worker whose script is asked for; nil for any other request.
    var worker: DedicatedWorker?
    static let log = Logger(label: "swwebview.serviceworker")

    /// Answers a request that WebKit makes.
    ///
    /// - Parameters:
    ///   - url: the address without the bridge's mark.
    ///   - timing: the times of the load, for the timeline of the document that asks.
    func respond(
        to request: URLRequest, _ url: URL, _ mark: RequestMark?, body: RequestBody, timing: ResourceTiming? = nil
    ) async throws -> FilteredResponse {
        var (request, body) = (request, body)
        request.url = url
        let form = try await complete(&request, &body, at: url)
        defer { if let form { services.bodies.release(form) } }
        let asking =
            if let worker { worker.creator } else {
                await clients.asking(mark, origin: request.value(forHTTPHeaderField: "Origin"))
            }
        let client = asking.flatMap { services.realms.client(of: $0)?.url }
        let leader = clients.navigations.takeLeader(of: url)
        var head = FetchRequestHead.make(
            request, url, mark, client: client, leader: leader?.url,
            policy: leader?.policy ?? worker?.referrerPolicy ?? asking?.referrerPolicy,
            isDowngrade: loading.addresses.isDowngrade(from: client, to: url),
            isForeign: request.namesForeignOrigin(to: url))
        if isNavigation(head), let type = clients.navigations.takeType(of: url) {
            (head.isReload, head.isHistory) = (type != .backForward, type == .backForward)
            if type == .reload { head.cache = .noCache }
        }
        if isNavigation(head), !body.isAbsent { body = RequestBody(try await body.collect() ?? Data()) }
        // A mark of the runtime or the host names the realm by its secret id. The library names the origin itself.
        let isNamed = worker != nil || mark?.document != nil && mark?.isFromEngine == false
        let named = isNamed ? asking : nil
        let source = RequestSource(request, to: url, mark: mark, realm: named?.storageKey)
        var routed = RoutedRequest(
            request, head, body: body, mark: mark, asking: asking, client: client, source: source,
            userAgent: loading.userAgent())
        routed.outgoing.firstParty =
            head.destination == .document
            ? .response(ledBy: leader?.origin) : clients.firstParty
        if leader == nil, source.asker == .opaque { routed.outgoing.isOfOtherSite = true }
        routed.timing = timing
        if let timing, isNavigation(head) {
            timing.led(by: asking)
        } else if let asking, worker == nil {
            timing?.asked(by: asking, as: head.destination.initiatorType(isXHR: mark?.isXHR ?? false))
        }
        if isNavigation(head) {
            if let timing { clients.navigations.note(timing, of: url) }
            if let redirected = clients.navigations.takeRedirected(to: url) {
                routed.resume(redirected)
                routed.refer(isDowngrade: isDowngrade(routed))
            }
            clients.navigations.noteReferrer(routed.head.referrer, of: url)
        }
        return try await response(to: routed)
    }

    /// Replaces the body of a navigation that is the name of another body, see ``PostedForms``. Returns the upload that brings the other
    /// body; nil for none.
    private func complete(
        _ request: inout URLRequest, _ body: inout RequestBody, at url: URL
    ) async throws -> Upload? {
        guard request.isForDocument, request.httpMethod == "POST" else { return nil }
        let sent = try await body.collect() ?? Data()
        switch try services.forms.body(namedBy: sent, to: url) {
        case nil: body = RequestBody(sent)
        case .preserved(let preserved)?:
            request.httpMethod = preserved.method
            request.setValue(preserved.type, forHTTPHeaderField: "Content-Type")
            body = RequestBody(preserved.body)
        case .upload(let upload, let type)?:
            request.setValue(type, forHTTPHeaderField: "Content-Type")
            body = RequestBody(upload)
            return upload
        }
        return nil
    }

    /// Takes a request through its service worker, and to the network where the worker lets it go there.
    ///
    /// - Parameter decided: the outcome of the worker, where it was asked before.
    func response(to routed: RoutedRequest, decided: FetchOutcome? = nil) async throws -> FilteredResponse {
        // A service worker or the network reads the body once.
        let sent = routed.body
        var routed = routed
        var decided = decided
        while true {
            let outcome = if let decided { decided } else { try await self.outcome(for: &routed) }
            decided = nil
            let head = routed.head
            switch outcome {
            case .network:
                let raced = try await routed.race?.response()
                let fetched = if let raced { raced } else { try await network(routed) }
                routed.outgoing = fetched.request
                routed.timing?.fetched(fetched)
                guard isNavigation(head) else {
                    var filtered = try ResponseFilter(routed).network(fetched)
                    filtered.url = fetched.request.url
                    return filtered
                }
                if let document = try await navigated(fetched.resource, &routed, sent) {
                    return FilteredResponse(document)
                }
            case .response(var response):
                loading.noteAnswer(response.head) { routed.outgoing.request }
                routed.timing?.answered(response.head)
                try checkResourcePolicy(response.head, routed)
                try checkLocation(response.head, head)
                // https://www.w3.org/TR/CSP3/#should-block-response
                if let url = response.head.urlList.last, !isNavigation(head) {
                    try policy(of: routed)?.check(url, for: head.destination)
                }
                let isFresh = Freshness.controlled(response.head.headers) ?? 0 >= MemoryCache.longEnough
                if head.destination != .none, !isNavigation(head), !isFresh {
                    response.head.headers.set("Cache-Control", to: "no-store")
                }
                if isNavigation(head), response.head.headers["Content-Type"] == nil {
                    // In its own service workers WebKit takes such a document for HTML. Here it commits none without a type.
                    response.head.headers.fields.append(.init(name: "Content-Type", value: "text/html"))
                }
                let resource = try LoadedResource(response, for: response.head.urlList.last ?? head.url)
                if isNavigation(head) {
                    if let document = try await navigated(resource, &routed, sent) { return FilteredResponse(document) }
                    continue
                }
                guard Redirect.isRedirect(response.head.status), head.redirect != .manual,
                    let next = try redirected(routed, resource.response)
                else {
                    var filtered = try ResponseFilter(routed).own(response, to: head)
                    filtered.url = response.head.urlList.last ?? head.url
                    filtered.leaveBody(to: routed, in: services.bodies)
                    return filtered
                }
                if head.redirect == .error { throw URLError(.httpTooManyRedirects) }
                try follow(next, &routed, after: resource.response)
            case .networkError(let reason):
                Self.log.warning("\(routed.asked.absoluteString): \(reason)")
                throw URLError(.cannotParseResponse, userInfo: [NSLocalizedDescriptionKey: reason])
            }
        }
    }

    /// Checks an opaque response of a service worker by the policies of the server and the document.
    private func checkResourcePolicy(_ head: FetchResponse.Head, _ routed: RoutedRequest) throws {
        guard head.type == .opaque, let url = head.urlList.last else { return }
        try CrossOriginResourcePolicy(
            origin: routed.outgoing.asker.origin, embedderPolicy: routed.outgoing.embedderPolicy,
            sites: SiteRelation { RegistrableDomain.of($0) }
        ).check(head.headers["Cross-Origin-Resource-Policy"], at: url, hasCredentials: true)
    }

    /// Refuses a redirect that a script made, with a relative address: such a response has no address of its own.
    ///
    /// Source: https://fetch.spec.whatwg.org/#concept-response-location-url
    private func checkLocation(_ response: FetchResponse.Head, _ request: FetchRequest.Head) throws(URLError) {
        guard response.urlList.isEmpty, Redirect.isRedirect(response.status),
            isNavigation(request) || request.redirect == .follow, let location = response.headers["Location"],
            URL(address: location)?.scheme == nil
        else { return }
        throw URLError(.redirectToNonExistentLocation, userInfo: [NSURLErrorFailingURLErrorKey: request.url])
    }

    /// Returns the request that a response redirects to; nil where it is no redirect. Service workers and servers may spell the origin
    /// differently.
    private func redirected(_ routed: RoutedRequest, _ response: HTTPURLResponse) throws -> URLRequest? {
        let key = { StorageKey(of: loading.addresses.internalURL(for: $0, remembering: false)) }
        return try RedirectFollower.request(after: response, to: routed.outgoing.request) { key($0) == key($1) }
    }

    private func isNavigation(_ head: FetchRequest.Head) -> Bool { FetchRequest(head).isNavigation }

    /// Replaces the request by the next one of a redirect, which a service worker may answer, too.
    private func follow(
        _ next: URLRequest, _ routed: inout RoutedRequest, after response: HTTPURLResponse
    ) throws {
        let left = Set((next.allHTTPHeaderFields ?? [:]).keys.map { $0.lowercased() })
        let sent = Set((routed.outgoing.request.allHTTPHeaderFields ?? [:]).keys.map { $0.lowercased() })
        let dropped = sent.subtracting(left)
        routed.head.headers.fields.removeAll { dropped.contains($0.name.lowercased()) }
        routed.head.method = next.httpMethod ?? "GET"
        if next.httpMethod != routed.outgoing.request.httpMethod { routed.body = .none }
        if let url = next.url { routed.head.url = loading.addresses.internalURL(for: url, remembering: true) }
        try routed.outgoing.follow(next, to: routed.head.url, after: response)
        routed.refer(isDowngrade: isDowngrade(routed))
        routed.timing?.redirected(to: routed.head.url)
    }

    private func isDowngrade(_ routed: RoutedRequest) -> Bool {
        loading.addresses.isDowngrade(from: routed.outgoing.referrer, to: routed.head.url)
    }

    /// Asks the worker that controls the client, or the one that would control the page to come.
    private func outcome(for routed: inout RoutedRequest) async throws -> FetchOutcome {
        let head = routed.head
        // A document without an origin has no service worker.
        guard services.mayHaveRegistrations, !(isNavigation(head) && routed.mark?.isSandboxed ?? false) else {
            return .network
        }
        let container = try await services.openContainer()
        let replayable = routed.body.isAbsent ? nil : ReplayableBody(routed.body)
        if let replayable { routed.body = replayable.forNetwork }
        var fetchRequest = FetchRequest(head, body: replayable?.forWorker)
        let isTopLevel = head.destination == .document
        if fetchRequest.isNonSubresource, let key = StorageKey(of: head.url) { services.note(loading, for: key) }
        let reserved =
            worker.map { clients.workers.reserve($0, head.url) } ?? routed.reserved
            ?? (fetchRequest.isNonSubresource ? clients.navigations.reserve(routed.asked, isTopLevel: isTopLevel) : nil)
        if isNavigation(head) { routed.reserved = reserved }
        fetchRequest.dispatched = routed.timing?.asksWorker()
        let (preloading, race) = (routed, NetworkRequest { [routed] in try await network(routed) })
        routed.race = race
        let outcome = await withTaskCancellationHandler {
            await container.handleFetch(
                fetchRequest, client: fetchRequest.isNavigation ? nil : worker?.creatorClient ?? routed.asking?.client,
                reservedClient: reserved?.id,
                replacesClient: isTopLevel ? clients.topLevelClient : nil,
                preloader: { try await preload($0, preloading) }, network: race)
        } onCancel: {
            // The frame went while it was loading.
            Task { @MainActor in
                race.cancel()
                if let reserved { clients.navigations.release(reserved.id) }
            }
        }
        // A redirect may be followed with the body.
        if case .response(let response) = outcome, !Redirect.isRedirect(response.head.status) {
            replayable?.leaveNetwork()
        }
        if let reserved, await container.controller(of: reserved.id) != nil { routed.isControlled = true }
        if let reserved, case .networkError = outcome { clients.navigations.release(reserved.id) }
        return outcome
    }

    private func preload(_ preload: FetchRequest, _ routed: RoutedRequest) async throws -> FetchResponse {
        var outgoing = routed.outgoing
        for field in preload.head.headers.fields {
            outgoing.request.setValue(field.value, forHTTPHeaderField: field.name)
        }
        outgoing.request.tellNavigation(to: preload.head.destination)
        // The worker gets a redirect itself, and may pass it on.
        outgoing.redirect = .manual
        let fetched = try await ViewNetwork(loading, for: routed.source, body: .none).fetch(outgoing)
        var response = FetchResponse(fetched.resource)
        // The worker does not see the redirects that led the navigation to it.
        response.head.urlList = [fetched.request.url]
        if fetched.isRedirect { response.head.type = .opaqueredirect }
        return response
    }

    /// Returns the policies of the document that asks; nil without one, and where the document is only a guess.
    private func policy(of routed: RoutedRequest) -> FetchSourcePolicy? {
        guard let realm = routed.asking, routed.mark?.document == realm.id, !realm.securityPolicies.isEmpty,
            let url = routed.outgoing.asker.client
        else { return nil }
        return FetchSourcePolicy(values: realm.securityPolicies, own: url)
    }

    /// Takes a request to the network. A navigation's redirect is the response, since a service worker may answer the next request.
    func network(_ routed: RoutedRequest) async throws -> FetchedResponse {
        let network = ViewNetwork(loading, for: routed.source, body: routed.body)
        var outgoing = routed.outgoing
        guard isNavigation(routed.head) else { return try await network.fetch(outgoing, limitedBy: policy(of: routed)) }
        outgoing.request.tellNavigation(to: routed.head.destination)
        outgoing.redirect = .manual
        return try await network.fetch(outgoing)
    }

    /// Returns the document of a navigation: the one of the response, or for a redirect to another origin one that navigates to the target.
    /// The target's document must not run in the origin of the first. Nil for a redirect within the origin, whose request is the next one:
    /// the application sees one navigation, as on iOS.
    private func navigated(
        _ resource: LoadedResource, _ routed: inout RoutedRequest, _ body: RequestBody
    ) async throws -> LoadedResource? {
        let (asked, url) = (routed.asked, routed.head.url)
        let target = try Redirect.target(
            of: resource.response, at: resource.response.url?.inheritingFragment(of: url) ?? url)
        clients.policies.note(resource.response, at: asked)
        // Before the document is there: its runtime asks.
        if clients.policies.hasIsolated { clients.host?.webView?.askIsolation() }
        guard let target else {
            if routed.head.destination != .document {
                let policy = FramingPolicy(resource.response, at: url)
                if !policy.isEmpty, !policy.allows(clients.ancestors(of: routed.mark)) {
                    clients.navigations.abandon(asked)
                    Self.log.warning("\(url.absoluteString) may not be in this frame, as its headers say")
                    return try FramingPolicy.refusal(at: asked)
                }
            }
            let external = loading.addresses.externalURL(for: url)
            if routed.head.destination == .document,
                loading.statusCheck?.isFailure(resource.response, to: external) ?? false
            {
                throw HTTPStatusError(resource, url: external)
            }
            clients.navigations.noteReferrer(routed.head.referrer, of: asked)
            if clients.navigations.arrive(asked, at: url) { clients.host?.webView?.askAddress() }
            var headers = HeaderList(resource.response.headerFields)
            // From its memory WebKit would show the document when it goes back to it, and the worker would get no event.
            if routed.isControlled { headers.set("Cache-Control", to: "no-store") }
            return try resource.with(
                url: asked, headers: Dictionary(headers.fields.map { ($0.name, $0.value) }) { first, _ in first })
        }
        guard NavigationRedirect.mayLead(to: target) else { throw URLError(.unsupportedURL) }
        let mapped = loading.addresses.internalURL(for: target, remembering: true)
        var next = try redirected(routed, resource.response)
        next?.url = mapped
        // A document without an origin cannot change its address.
        if let next, StorageKey(of: mapped) == StorageKey(of: asked), !(routed.mark?.isSandboxed ?? false) {
            routed.body = body
            // The origin asks that has redirected.
            let navigation = routed.source.navigation
            routed.source = RequestSource(StorageKey(of: mapped))
            routed.source.navigation = navigation
            try follow(next, &routed, after: resource.response)
            routed.reserved = routed.reserved.map { clients.navigations.follow($0, to: mapped) }
            return nil
        }
        var name: String?
        if let next, mapped.scheme == Addresses.scheme {
            var redirected = routed.outgoing
            try redirected.follow(next, to: mapped, after: resource.response)
            clients.navigations.redirect(asked, to: mapped, as: redirected)
            if let method = next.httpMethod, method != "GET" {
                name = services.forms.store(
                    .init(
                        method: method, type: next.value(forHTTPHeaderField: "Content-Type"),
                        body: try await body.collect() ?? Data()), to: mapped)
            }
        } else {
            clients.navigations.redirect(asked, to: mapped, as: nil)
        }
        return try NavigationRedirect.document(to: mapped, at: asked, sending: name)
    }
}
