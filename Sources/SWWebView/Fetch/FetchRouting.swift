import Foundation
import HTTPMessages
import Logging
import ServiceWorker
import ServiceWorkerContainer
import URLInterception
import WebKit

/// Takes a view's requests through their service workers: [HTTP fetch](https://fetch.spec.whatwg.org/#http-fetch)'s step before the network.
@MainActor
struct FetchRouting {
    let services: ServiceWorkerServices
    let clients: PageClients
    let loading: ResourceLoading
    /// The dedicated worker whose script is asked for; nil for any other request.
    var worker: DedicatedWorker?
    static let log = Logger(label: "swwebview.serviceworker")
    private static let mostRedirects = 20

    /// Answers a request that WebKit makes.
    ///
    /// - Parameter url: the address without the bridge's mark.
    func respond(
        to request: URLRequest, _ url: URL, _ mark: RequestMark?, body: RequestBody
    ) async throws -> LoadedResource {
        var (request, body) = (request, body)
        request.url = url
        let form = try await complete(&request, &body, at: url)
        defer { if let form { services.bodies.release(form) } }
        let foreign = CrossOriginRequest(request, to: url)
        let asking =
            if let worker { worker.creator } else {
                await clients.asking(mark, origin: request.value(forHTTPHeaderField: "Origin"))
            }
        let client = asking.flatMap { services.realms.client(of: $0)?.url }
        var head = FetchRequestHead.make(
            request, url, mark, client: client, policy: worker?.referrerPolicy ?? asking?.referrerPolicy,
            isDowngrade: loading.addresses.isDowngrade(from: client, to: url), isForeign: foreign != nil)
        if isNavigation(head), let type = clients.navigations.takeType(of: url) {
            (head.isReload, head.isHistory) = (type != .backForward, type == .backForward)
        }
        if isNavigation(head), !body.isAbsent { body = RequestBody(try await body.collect() ?? Data()) }
        // A mark of the runtime or the host names the realm by its secret id. The library names the origin itself.
        let isNamed = worker != nil || mark?.document != nil && mark?.isFromEngine == false
        let named = isNamed ? asking : nil
        let source = RequestSource(request, to: url, mark: mark, realm: named?.storageKey)
        let routed = RoutedRequest(
            request: request, head: head, body: body, asked: url, mark: mark, foreign: foreign, asking: asking,
            source: source)
        return try await response(to: routed).forWebKit(at: url)
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
        for _ in 0...Self.mostRedirects {
            let filter = ResponseFilter(request: routed, addresses: loading.addresses)
            let outcome = if let decided { decided } else { try await self.outcome(for: &routed) }
            decided = nil
            let head = routed.head
            switch outcome {
            case .network:
                if let foreign = routed.foreign { try await permit(foreign, head) }
                let resource = try await network(&routed, origin: filter.pageOrigin)
                if isNavigation(head) { return FilteredResponse(try await navigated(resource, routed, sent)) }
                return try filter.network(head.destination == "" ? resource : MemoryCache.revalidated(resource))
            case .response(var response):
                loading.noteAnswer(response.head) { routed.request }
                let isFresh = Freshness.controlled(response.head.headers) ?? 0 >= MemoryCache.longEnough
                if head.destination != "", !isNavigation(head), !isFresh {
                    response.head.headers.set("Cache-Control", to: "no-store")
                }
                if isNavigation(head), response.head.headers["Content-Type"] == nil {
                    // In its own service workers WebKit takes such a document for HTML. Here it commits none without a type.
                    response.head.headers.fields.append(.init(name: "Content-Type", value: "text/html"))
                }
                let resource = try LoadedResource(response, for: response.head.urlList.last ?? head.url)
                if isNavigation(head) { return FilteredResponse(try await navigated(resource, routed, sent)) }
                guard Redirect.isRedirect(response.head.status), head.redirect != "manual",
                    let next = try RedirectFollower.request(after: resource.response, to: routed.request)
                else { return try filter.own(response) }
                if head.redirect == "error" { throw URLError(.httpTooManyRedirects) }
                follow(next, &routed)
            case .networkError(let reason):
                Self.log.warning("\(routed.asked.absoluteString): \(reason)")
                throw URLError(.cannotParseResponse, userInfo: [NSLocalizedDescriptionKey: reason])
            }
        }
        throw URLError(.httpTooManyRedirects)
    }

    private func isNavigation(_ head: FetchRequest.Head) -> Bool { FetchRequest(head).isNavigation }

    /// Replaces the request by the next one of a redirect, which a service worker may answer, too.
    private func follow(_ next: URLRequest, _ routed: inout RoutedRequest) {
        let left = Set((next.allHTTPHeaderFields ?? [:]).keys.map { $0.lowercased() })
        let dropped = Set((routed.request.allHTTPHeaderFields ?? [:]).keys.map { $0.lowercased() }).subtracting(left)
        routed.head.headers.fields.removeAll { dropped.contains($0.name.lowercased()) }
        routed.head.method = next.httpMethod ?? "GET"
        if next.httpMethod != routed.request.httpMethod { routed.body = RequestBody(Data()) }
        routed.request = next
        if let url = next.url { routed.head.url = loading.addresses.internalURL(for: url, remembering: true) }
        routed.request.url = routed.head.url
    }

    /// Asks the server whether another origin may send a request that no form could send.
    private func permit(_ foreign: CrossOriginRequest, _ head: FetchRequest.Head) async throws {
        guard foreign.needsPreflight, !isNavigation(head) else { return }
        guard head.mode == "cors" else { throw URLError(.dataNotAllowed) }
        try await loading.preflights.permit(foreign, to: head.url, loading)
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
        let fetchRequest = FetchRequest(head, body: replayable?.forWorker)
        let isTopLevel = head.destination == "document"
        if fetchRequest.isNonSubresource, let key = StorageKey(of: head.url) { services.note(loading, for: key) }
        let reserved =
            worker.map { clients.workers.reserve($0, head.url) }
            ?? (fetchRequest.isNonSubresource ? clients.navigations.reserve(head.url, isTopLevel: isTopLevel) : nil)
        let preloading = routed
        let outcome = await withTaskCancellationHandler {
            await container.handleFetch(
                fetchRequest, client: fetchRequest.isNavigation ? nil : worker?.creatorClient ?? routed.asking?.client,
                reservedClient: reserved?.id,
                replacesClient: isTopLevel ? clients.topLevelClient : nil,
                preloader: { try await preload($0, preloading) })
        } onCancel: {
            // The frame went while it was loading.
            if let reserved { Task { @MainActor in clients.navigations.release(reserved.id) } }
        }
        // A redirect may be followed with the body.
        if case .response(let response) = outcome, !Redirect.isRedirect(response.head.status) {
            replayable?.leaveNetwork()
        }
        if let reserved, case .networkError = outcome { clients.navigations.release(reserved.id) }
        return outcome
    }

    private func preload(_ preload: FetchRequest, _ routed: RoutedRequest) async throws -> FetchResponse {
        var routed = routed
        routed.head = preload.head
        routed.body = RequestBody(Data())
        for field in preload.head.headers.fields {
            routed.request.setValue(field.value, forHTTPHeaderField: field.name)
        }
        return FetchResponse(try await network(&routed))
    }

    /// - Parameter origin: the page's origin, for the `Origin` header of redirects to other origins.
    private func network(_ routed: inout RoutedRequest, origin: String? = nil) async throws -> LoadedResource {
        let head = routed.head
        var request = routed.request
        let isSimple = head.method == "GET" || head.method == "HEAD"
        if head.mode == "no-cors", isSimple { request.setValue(nil, forHTTPHeaderField: "Origin") }
        if isNavigation(head) { request.tellNavigation(to: head.destination) }
        // On a custom scheme WebKit sends a referrer with scripts' requests only, even where the policy forbids it.
        request.setValue(head.referrer.isEmpty ? nil : head.referrer, forHTTPHeaderField: "Referer")
        request.httpShouldHandleCookies =
            head.credentials == "include"
            || head.credentials == "same-origin" && CrossOriginRequest(request, to: head.url) == nil
                && (routed.asking.map { StorageKey(of: head.url) == $0.storageKey } ?? true)
        if head.destination == "document" {
            defer { routed.request.httpMethod = request.httpMethod }
            return try await page(&request, head, routed.source, routed.body)
        }
        let resource = try await loading.load(
            request, head.url, from: routed.source, body: routed.body,
            redirects: head.redirect == "follow" ? .follow : .deliver,
            origin: head.mode == "cors" ? origin : nil)
        if head.redirect == "error", Redirect.isRedirect(resource.response.statusCode) {
            throw URLError(.httpTooManyRedirects)
        }
        return resource
    }

    /// Loads a page, and leaves the last request in `request`. Redirects within its origin are followed on the way: the application sees
    /// one navigation, as on iOS. One to another origin is delivered, since what is there must not run in the page's origin.
    private func page(
        _ request: inout URLRequest, _ head: FetchRequest.Head, _ source: RequestSource, _ body: RequestBody
    ) async throws -> LoadedResource {
        var (url, body) = (head.url, try await body.collect().map { RequestBody($0) } ?? .none)
        for _ in 0...Self.mostRedirects {
            let resource = try await loading.load(request, url, from: source, body: body, redirects: .deliver)
            request.url = resource.response.url ?? url
            guard let next = try RedirectFollower.request(after: resource.response, to: request), let target = next.url
            else { return resource }
            let mapped = loading.addresses.internalURL(for: target, remembering: false)
            guard StorageKey(of: mapped) == StorageKey(of: head.url) else { return resource }
            url = loading.addresses.internalURL(for: target, remembering: true)
            if next.httpMethod != request.httpMethod { body = .none }
            request = next
            request.url = url
        }
        throw URLError(.httpTooManyRedirects)
    }

    /// Returns the document of a navigation: the one of the response, or for a redirect one that navigates to the target.
    private func navigated(
        _ resource: LoadedResource, _ routed: RoutedRequest, _ body: RequestBody
    ) async throws -> LoadedResource {
        let head = routed.head
        let target = try Redirect.target(of: resource.response, at: resource.response.url ?? head.url)
        clients.policies.note(resource.response, at: head.url)
        // Before the document is there: its runtime asks.
        if clients.policies.hasIsolated { clients.host?.webView?.askIsolation() }
        guard let target else {
            let asked = loading.addresses.externalURL(for: head.url)
            if head.destination == "document", loading.statusCheck?.isFailure(resource.response, to: asked) ?? false {
                throw HTTPStatusError(resource, url: asked)
            }
            return try LoadedResource(
                url: head.url, status: resource.response.statusCode, headers: resource.response.headerFields,
                body: resource.body)
        }
        guard NavigationRedirect.mayLead(to: target) else { throw URLError(.unsupportedURL) }
        let mapped = loading.addresses.internalURL(for: target, remembering: true)
        clients.navigations.redirect(head.url, to: mapped)
        let next = try RedirectFollower.request(after: resource.response, to: routed.request)
        var name: String?
        if let method = next?.httpMethod, method != "GET", mapped.scheme == Addresses.scheme {
            name = services.forms.store(
                .init(
                    method: method, type: next?.value(forHTTPHeaderField: "Content-Type"),
                    body: try await body.collect() ?? Data()), to: mapped)
        }
        return try NavigationRedirect.document(to: mapped, at: head.url, sending: name)
    }
}
