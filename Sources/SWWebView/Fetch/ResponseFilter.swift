import Foundation
import HTTPMessages
import ServiceWorker
import ServiceWorkerContainer
import URLInterception
import WebKit

import struct ServiceWorker.FetchRequest

/// Limits a response to the parts that a page may see, where WebKit cannot do so on a custom scheme: the end of
/// [main fetch](https://fetch.spec.whatwg.org/#main-fetch).
@MainActor
struct ResponseFilter {
    /// The request. The address of its head is the last one of a service worker's redirects.
    let request: RoutedRequest
    let addresses: Addresses

    private var head: FetchRequest.Head { request.head }
    private var asked: URL { request.asked }
    private var foreign: CrossOriginRequest? { request.foreign }

    /// The page's origin as servers know it.
    var pageOrigin: String? {
        origin.flatMap { URL(string: $0) }.map { addresses.externalURL(for: $0).absoluteString }
    }
    private var checkedOrigin: String? { foreign?.origin }
    private var origin: String? { request.asking?.storageKey.rawValue ?? checkedOrigin }
    /// Whether a script gets the response. A destination that the page itself names is not trusted here.
    private var isScripted: Bool { head.destination.isEmpty || request.mark?.isFromPage ?? false }

    /// Whether a classic worker imports a script of another origin. WebKit names the origin of every request whose answer a script
    /// can read, but not of this one.
    private var isImport: Bool {
        guard head.destination == "script", !isOwn(asked), request.request.value(forHTTPHeaderField: "Origin") == nil
        else { return false }
        switch request.asking?.kind {
        case .dedicatedWorker, .sharedWorker: return true
        default: return false
        }
    }

    // MARK: From the network

    func network(_ resource: LoadedResource) throws -> FilteredResponse {
        let final = resource.response.url.map { mapped($0) } ?? head.url
        let isRedirected = final.textWithoutFragment != asked.textWithoutFragment
        if head.redirect == "manual", isScripted, Redirect.isRedirect(resource.response.statusCode) {
            return try hidden(FetchResponse(resource), .opaqueredirect)
        }
        let leaves = !(isOwn(final) && isOwn(head.url) && isOwn(asked))
        if leaves, origin != nil {
            switch head.mode {
            case "no-cors" where isScripted && !isImport:
                return try hidden(FetchResponse(resource), .opaque)
            case "same-origin": throw URLError(.dataNotAllowed)
            case "cors" where isOwn(asked): return try crossOrigin(resource, final)
            case "cors":
                try foreign?.checkSharing(resource.response) { allowed, origin in
                    URL(string: allowed).map { isOwn($0, origin) } ?? false
                }
            default: break
            }
        }
        guard isRedirected, head.redirect == "follow" else { return FilteredResponse(resource) }
        return try adding(ResponseMeta(url: final.textWithoutFragment, redirected: true, type: nil), to: resource)
    }

    /// Checks a redirect from the page's own origin to another, which WebKit does not notice.
    /// Source: https://fetch.spec.whatwg.org/#concept-cors-check
    private func crossOrigin(_ resource: LoadedResource, _ final: URL) throws -> FilteredResponse {
        let response = resource.response
        let allowed = response.value(forHTTPHeaderField: "Access-Control-Allow-Origin")
        let isIncluding = head.credentials == "include"
        let isAllowed =
            allowed == "*"
            ? !isIncluding
            : allowed.flatMap { URL(string: $0) }.map { isOwn($0) && !$0.absoluteString.isEmpty } ?? false
        guard isAllowed,
            !isIncluding || response.value(forHTTPHeaderField: "Access-Control-Allow-Credentials") == "true"
        else { throw URLError(.dataNotAllowed) }
        guard isScripted else { return FilteredResponse(resource) }
        var seen = Self.safelisted
        let exposed = (response.value(forHTTPHeaderField: "Access-Control-Expose-Headers") ?? "").lowercased()
        for name in exposed.split(separator: ",") { seen.insert(name.trimmingCharacters(in: .whitespaces)) }
        let fields = response.headerFields.filter { field in
            seen.contains(field.key.lowercased()) || seen.contains("*") && !isIncluding
        }
        let filtered = try LoadedResource(
            url: asked, status: response.statusCode, headers: fields, body: resource.body)
        return try adding(ResponseMeta(url: final.textWithoutFragment, redirected: true, type: "cors"), to: filtered)
    }

    /// [CORS-safelisted response-header names](https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name).
    private static let safelisted: Set<String> = [
        "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
    ]

    // MARK: From a service worker

    /// Returns a service worker's response. The requester may see it, whatever its address.
    func own(_ response: FetchResponse) throws -> FilteredResponse {
        let type = response.head.type
        if isScripted, type == .opaque || type == .opaqueredirect { return try hidden(response, type) }
        if isScripted, head.redirect == "manual", Redirect.isRedirect(response.head.status) {
            return try hidden(response, .opaqueredirect)
        }
        // WebKit takes the style sheet for one of the page's own origin, and in quirks mode accepts any content type.
        if type == .opaque, head.destination == "style",
            !(response.head.headers["Content-Type"]?.lowercased().hasPrefix("text/css") ?? false)
        {
            throw URLError(.cannotParseResponse)
        }
        let resource = try LoadedResource(response, for: head.url)
        let isUsual = response.head.statusText == ReasonPhrase.phrase(for: response.head.status)
        var meta = ResponseMeta(
            url: (response.head.urlList.last ?? head.url).textWithoutFragment,
            redirected: response.head.urlList.count > 1 || head.url.textWithoutFragment != asked.textWithoutFragment,
            type: type.rawValue, statusText: isUsual ? nil : response.head.statusText)
        guard let checkedOrigin, !isOwn(asked, checkedOrigin) else { return try adding(meta, to: resource) }
        let names = resource.response.headerFields.keys.map { $0.lowercased() }
        meta.hidden = ResponseMeta.permission(for: checkedOrigin).keys.map { $0.lowercased() }
            .filter { !names.contains($0) }
        return try adding(meta, to: resource, exposing: names)
    }

    // MARK: Parts

    /// Keeps an opaque response, or a redirect, under the handle that the page's runtime chose. Returns an empty response.
    private func hidden(_ response: FetchResponse, _ type: FetchResponse.Kind) throws -> FilteredResponse {
        let handle = request.mark?.opaque ?? UnguessableID.make()
        var kept = response
        kept.head.type = type
        if kept.head.urlList.isEmpty { kept.head.urlList = [asked] }
        request.asking?.opaque.keep(kept, as: handle)
        let empty = try LoadedResource(
            url: asked, status: 200, headers: ["Content-Type": "application/octet-stream"], body: .empty)
        let url = type == .opaque ? "" : head.url.textWithoutFragment
        return try adding(
            ResponseMeta(url: url, redirected: false, type: type.rawValue, handle: handle), to: empty, exposing: [])
    }

    /// Adds facts about the response, which the page's runtime may read across origins, too.
    private func adding(
        _ meta: ResponseMeta, to resource: LoadedResource, exposing names: [String]? = nil
    ) throws -> FilteredResponse {
        let isChecked = checkedOrigin.map { !isOwn(asked, $0) } ?? false
        guard isChecked, let checkedOrigin else { return FilteredResponse(resource, meta) }
        var changes = names == nil ? [:] : ResponseMeta.permission(for: checkedOrigin)
        let known = resource.response.value(forHTTPHeaderField: ResponseMeta.exposing)
        changes[ResponseMeta.exposing] = ((names ?? known.map { [$0] } ?? []) + [ResponseMeta.header])
            .joined(separator: ", ")
        let replaced = Set(changes.keys.map { $0.lowercased() })
        let fields = resource.response.headerFields.filter { !replaced.contains($0.key.lowercased()) }
        let exposed = try LoadedResource(
            url: asked, status: resource.response.statusCode, headers: fields.merging(changes) { _, new in new },
            body: resource.body)
        return FilteredResponse(exposed, meta)
    }

    private func isOwn(_ url: URL) -> Bool { origin.map { isOwn(url, $0) } ?? true }

    private func isOwn(_ url: URL, _ origin: String) -> Bool {
        StorageKey(of: mapped(url))?.rawValue == origin
    }

    private func mapped(_ url: URL) -> URL {
        var addresses = addresses
        return addresses.internalURL(for: url, remembering: false)
    }
}

/// A response with the parts that its requester may see.
struct FilteredResponse {
    let resource: LoadedResource
    /// The facts that WebKit does not report; nil where there are none.
    let meta: ResponseMeta?

    init(_ resource: LoadedResource, _ meta: ResponseMeta? = nil) {
        self.resource = resource
        self.meta = meta
    }

    /// Returns the response as WebKit gets it, with the facts in a header.
    func forWebKit(at url: URL) throws -> LoadedResource {
        try meta.map { try resource.addingMeta($0, url: url) } ?? resource
    }
}
