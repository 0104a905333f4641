import Foundation
import HTTPMessages
import ServiceWorker
import URLInterception
import WebKit

// The network requests of workers.
extension HostPage {
    /// Answers a request of a worker from the network, or from one of the bridge's reserved paths.
    func loaded(
        _ task: URLSchemeTask, _ url: URL, _ mark: RequestMark?, by worker: RunningWorker?
    ) async throws -> LoadedResource {
        guard let services else { throw WorkerHostError.gone }
        var request = task.request
        request.url = url
        let upload = mark?.upload.map { services.bodies.claim($0) }
        defer { if let upload { services.bodies.release(upload) } }
        let body = RequestBody(task, upload: upload).pieces
        let asking = WorkerOrigin(origin: origin, worker: worker?.snapshot.id)
        if url.path.hasPrefix("/___"),
            let reserved = try await services.loadReserved(request, url, body: body, for: asking)
        {
            return reserved
        }
        var target = url
        if url.host == Self.elsewhere, let text = url.queryValue("url"), let other = URL(address: text) {
            target = other
            request.url = other
        }
        let referrer = self.referrer(of: request, to: target, mark, by: worker)
        request.setValue(referrer.isEmpty ? nil : referrer, forHTTPHeaderField: "Referer")
        let credentials = mark?.credentials ?? "same-origin"
        request.httpShouldHandleCookies =
            credentials == "include" || credentials == "same-origin" && isSameOrigin(target)
        if mark?.mode == "navigate" { request.tellNavigation(to: "document") }
        let redirects: RedirectPolicy = mark?.redirect == nil ? .follow : .deliver
        let resource = try await services.load(request, target, body: body, redirects: redirects, for: asking)
        return try filtered(resource, url, target, mark, by: worker)
    }

    /// Returns the referrer of a worker's request; empty for none. WebKit names the script's address, whatever the policy.
    private func referrer(
        of request: URLRequest, to target: URL, _ mark: RequestMark?, by worker: RunningWorker?
    ) -> String {
        let told = mark?.referrer ?? request.value(forHTTPHeaderField: "Referer") ?? ""
        guard let source = URL(address: told) else { return "" }
        let own = Referrer.policy(from: worker?.script?.headers["Referrer-Policy"]) ?? Referrer.defaultPolicy
        return Referrer.text(
            from: source, to: target, policy: Referrer.policy(from: mark?.referrerPolicy) ?? own, isDowngrade: false)
    }

    /// The host of addresses that stand for http(s) addresses whose responses are opaque to scripts.
    static let elsewhere = "elsewhere.invalid"

    /// Limits a response to the parts that a worker may see, where WebKit cannot do so:
    /// [main fetch](https://fetch.spec.whatwg.org/#main-fetch).
    private func filtered(
        _ resource: LoadedResource, _ url: URL, _ target: URL, _ mark: RequestMark?, by worker: RunningWorker?
    ) throws -> LoadedResource {
        let isRedirect = Redirect.isRedirect(resource.response.statusCode)
        if isRedirect, mark?.redirect == "error" { throw URLError(.httpTooManyRedirects) }
        let final = pageURL(resource.response.url ?? target)
        if let handle = mark?.opaque, let worker, !isSameOrigin(final) || !isSameOrigin(target) {
            worker.realm.opaque.keep(response(resource, .opaque, [target, final]), as: handle)
            let empty = try LoadedResource(
                url: url, status: 200, headers: ResponseMeta.permission(for: origin), body: .empty)
            return try empty.addingMeta(
                ResponseMeta(url: "", redirected: false, type: "opaque", handle: handle), url: url)
        }
        if isRedirect, mark?.redirect == "manual", let worker {
            let handle = UnguessableID.make()
            worker.realm.opaque.keep(response(resource, .opaqueredirect, [target]), as: handle)
            return try meta(url, "opaqueredirect", url: target, isRedirected: false, handle: handle)
        }
        guard final != target, final.absoluteString != target.absoluteString.prefix(while: { $0 != "#" }) else {
            return resource
        }
        guard isSameOrigin(final) || !isSameOrigin(target) else {
            return try crossOrigin(resource, url, final, mark, by: worker)
        }
        return try meta(url, nil, url: final, isRedirected: true, of: resource)
    }

    /// Checks a redirect from the worker's own origin to another, which WebKit does not notice.
    private func crossOrigin(
        _ resource: LoadedResource, _ url: URL, _ final: URL, _ mark: RequestMark?, by worker: RunningWorker?
    ) throws -> LoadedResource {
        switch mark?.mode ?? "cors" {
        case "no-cors":
            guard let worker else { throw URLError(.badServerResponse) }
            let handle = UnguessableID.make()
            worker.realm.opaque.keep(response(resource, .opaque, [url, final]), as: handle)
            return try meta(url, "opaque", url: final, isRedirected: true, handle: handle)
        case "cors":
            let allowed = resource.response.value(forHTTPHeaderField: "Access-Control-Allow-Origin")
            let isOwn = allowed.flatMap { URL(string: $0) }.map { isSameOrigin($0) } ?? false
            guard isOwn || allowed == "*" && mark?.credentials != "include" else { throw URLError(.badServerResponse) }
            return try meta(url, "cors", url: final, isRedirected: true, of: resource)
        default: throw URLError(.badServerResponse)
        }
    }

    private func response(_ resource: LoadedResource, _ type: FetchResponse.Kind, _ urls: [URL]) -> FetchResponse {
        var response = FetchResponse(resource)
        response.head.type = type
        response.head.urlList = urls.count > 1 && urls[0] == urls[1] ? [urls[0]] : urls
        return response
    }

    /// Returns a response with a header that corrects its address and type for the worker's runtime.
    private func meta(
        _ url: URL, _ type: String?, url final: URL, isRedirected: Bool, handle: String? = nil,
        of resource: LoadedResource? = nil
    ) throws -> LoadedResource {
        let resource =
            try resource
            ?? LoadedResource(
                url: url, status: 200, headers: ["Content-Type": "application/octet-stream"], body: .empty)
        return try resource.addingMeta(
            ResponseMeta(url: final.absoluteString, redirected: isRedirected, type: type, handle: handle), url: url)
    }

    // MARK: Addresses

    /// Returns the address as the worker knows it: under `sw://` for an http(s) address of its own origin.
    private func pageURL(_ url: URL) -> URL {
        guard let scheme = url.scheme, scheme == "http" || scheme == "https",
            "\(Addresses.scheme)://\(Addresses.authority(of: url))" == origin
        else { return url }
        return URL(string: Addresses.scheme + url.absoluteString.dropFirst(scheme.count)) ?? url
    }

    private func isSameOrigin(_ url: URL) -> Bool {
        "\(Addresses.scheme)://\(Addresses.authority(of: pageURL(url)))" == origin
            && pageURL(url).scheme == Addresses.scheme
    }
}
