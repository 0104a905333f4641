import Foundation
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
    private static let log = Logger(label: "swwebview.serviceworker")
    private static let mostRedirects = 20

    /// Answers a request of a page.
    ///
    /// - Parameter url: the address without the bridge's mark.
    func respond(
        to request: URLRequest, _ url: URL, _ mark: RequestMark?, body: RequestBody
    ) async throws -> LoadedResource {
        var request = request
        request.url = url
        var head = FetchRequestHead.make(request, url, mark)
        guard services.mayHaveRegistrations else {
            return try finish(try await network(request, head, body), head, isOwn: false)
        }
        let asking = clients.asking(mark)
        for _ in 0...Self.mostRedirects {
            switch try await handle(request, head, body, asking) {
            case .network:
                return try finish(try await network(request, head, body), head, isOwn: false)
            case .response(let response):
                let resource = try LoadedResource(response, for: head.url)
                guard head.redirect == "follow",
                    let next = NavigationRedirect.target(of: resource.response, at: resource.response.url ?? head.url)
                else { return try finish(resource, head, isOwn: true) }
                head.url = next
                request.url = next
            case .networkError(let reason):
                Self.log.warning("\(url.absoluteString): \(reason)")
                throw URLError(.cannotParseResponse, userInfo: [NSLocalizedDescriptionKey: reason])
            }
        }
        throw URLError(.httpTooManyRedirects)
    }

    /// Asks the worker that controls the client, or the one that would control the page to come.
    private func handle(
        _ request: URLRequest, _ head: FetchRequest.Head, _ body: RequestBody, _ asking: Realm?
    ) async throws -> FetchOutcome {
        let container = try await services.openContainer()
        let fetchRequest = FetchRequest(head, body: body.isAbsent ? nil : BodyStream(body.pieces))
        let isTopLevel = head.destination == "document"
        let reserved =
            fetchRequest.isNonSubresource ? clients.reserve(head.url, isTopLevel: isTopLevel) : nil
        let outcome = await container.handleFetch(
            fetchRequest, client: isTopLevel ? nil : asking?.client, reservedClient: reserved?.id,
            replacesClient: isTopLevel ? clients.topLevelClient : nil,
            preloader: { try await preload($0, request) })
        if let reserved, case .networkError = outcome { clients.release(reserved.id) }
        return outcome
    }

    private func preload(_ preload: FetchRequest, _ request: URLRequest) async throws -> FetchResponse {
        var request = request
        for field in preload.head.headers.fields { request.setValue(field.value, forHTTPHeaderField: field.name) }
        return FetchResponse(try await network(request, preload.head, RequestBody(Data())))
    }

    private func network(
        _ request: URLRequest, _ head: FetchRequest.Head, _ body: RequestBody
    ) async throws -> LoadedResource {
        let resource = try await loading.load(
            request, head.url, body: body, redirects: head.redirect == "follow" ? .follow : .deliver)
        if head.redirect == "error", NavigationRedirect.target(of: resource.response, at: head.url) != nil {
            throw URLError(.httpTooManyRedirects)
        }
        return resource
    }

    /// The response as WebKit gets it.
    private func finish(_ resource: LoadedResource, _ head: FetchRequest.Head, isOwn: Bool) throws -> LoadedResource {
        if FetchRequest(head).isNavigation {
            guard let target = NavigationRedirect.target(of: resource.response, at: resource.response.url ?? head.url)
            else { return resource }
            clients.redirect(head.url)
            let mapped = loading.addresses.internalURL(for: target, remembering: true)
            return try NavigationRedirect.document(to: mapped, at: head.url)
        }
        guard let final = resource.response.url.map({ loading.addresses.internalURL(for: $0, remembering: false) }),
            !isOwn, final != head.url, head.redirect == "follow"
        else { return resource }
        return try resource.addingMeta(
            ResponseMeta(url: final.absoluteString, redirected: true, type: nil), url: head.url)
    }
}
