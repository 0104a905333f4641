import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

import struct ServiceWorkers.FetchRequest

/// Gives WebKit the parts of a response that a page or worker may see: on a custom scheme WebKit knows neither redirects nor
/// [filtered responses](https://fetch.spec.whatwg.org/#concept-filtered-response). Main actor only.
@MainActor
struct ResponseFilter {
    /// The address that WebKit asked for.
    let asked: URL
    /// The origin that WebKit checks the response for; nil where it takes the response for one of the asker's own origin.
    let checkedOrigin: String?
    /// Whether a script gets the response.
    let isScripted: Bool
    /// Whether a script of another origin is imported into a classic worker. WebKit names the origin of every request whose answer a
    /// script can read, but not of this one.
    var isImport = false
    /// Whether an element or WebKit itself asks, whose responses WebKit keeps in memory.
    let isElement: Bool
    /// The store for opaque responses; nil where there is no realm that could have one.
    let opaque: OpaqueResponses?
    /// The handle that the runtime has chosen for an opaque response.
    let handle: String?

    // MARK: From the network

    func network(_ fetched: FetchedResponse) throws -> FilteredResponse {
        let resource = isElement ? try MemoryCache.revalidated(fetched.resource) : fetched.resource
        if isScripted, fetched.request.redirect == .manual, fetched.isRedirect {
            return try hidden(fetched, .opaqueredirect)
        }
        switch fetched.tainting {
        case .opaque where isScripted && !isImport: return try hidden(fetched, .opaque)
        case .cors where isScripted:
            // The check is done, with the server's spelling of the origin. WebKit would not know the origin `null` of redirects.
            let visible = try resource.with(url: asked, headers: fetched.visibleHeaders)
            return try adding(meta(of: fetched, .cors), to: visible, exposing: Array(fetched.visibleHeaders.keys))
        case .cors where checkedOrigin != nil && fetched.isRedirected:
            return try adding(meta(of: fetched, nil), to: resource, exposing: [])
        default:
            guard fetched.isRedirected, fetched.request.redirect == .follow else { return FilteredResponse(resource) }
            return try adding(meta(of: fetched, nil), to: resource)
        }
    }

    private func meta(of fetched: FetchedResponse, _ type: FetchResponse.Kind?) -> ResponseMeta {
        ResponseMeta(
            url: fetched.request.url.textWithoutFragment, redirected: fetched.isRedirected, type: type?.rawValue)
    }

    private func hidden(_ fetched: FetchedResponse, _ type: FetchResponse.Kind) throws -> FilteredResponse {
        var response = FetchResponse(fetched.resource)
        response.head.urlList = type == .opaque ? fetched.urlList : [fetched.request.url]
        return try hidden(response, type, fetched.request.url)
    }

    // MARK: From a service worker

    /// Returns a service worker's response. The requester may see it, whatever its address.
    func own(_ response: FetchResponse, to head: FetchRequest.Head) throws -> FilteredResponse {
        let type = response.head.type
        if isScripted, type == .opaque || type == .opaqueredirect {
            return try hidden(response, type, response.head.urlList.last ?? head.url)
        }
        if isScripted, head.redirect == .manual, Redirect.isRedirect(response.head.status) {
            return try hidden(response, .opaqueredirect, head.url)
        }
        // WebKit takes the style sheet for one of the page's own origin, and in quirks mode accepts any content type.
        if type == .opaque, head.destination == .style,
            !(response.head.headers["Content-Type"]?.lowercased().hasPrefix("text/css") ?? false)
        {
            throw URLError(.cannotParseResponse)
        }
        let resource = try LoadedResource(response, for: head.url)
        let isUsual = response.head.statusText == ReasonPhrase.phrase(for: response.head.status)
        let meta = ResponseMeta(
            url: (response.head.urlList.last ?? head.url).textWithoutFragment,
            redirected: response.head.urlList.count > 1 || head.url.textWithoutFragment != asked.textWithoutFragment,
            type: type.rawValue, statusText: isUsual ? nil : response.head.statusText)
        return try adding(meta, to: resource, exposing: Array(resource.response.headerFields.keys))
    }

    // MARK: Parts

    /// Keeps an opaque response, or a redirect, under the handle that the runtime chose. Returns an empty response.
    private func hidden(_ response: FetchResponse, _ type: FetchResponse.Kind, _ url: URL) throws -> FilteredResponse {
        let handle = handle ?? UnguessableID.make()
        var kept = response
        kept.head.type = type
        if kept.head.urlList.isEmpty { kept.head.urlList = [asked] }
        opaque?.keep(kept, as: handle)
        let empty = try LoadedResource(
            url: asked, status: 200, headers: ["Content-Type": "application/octet-stream"], body: .empty)
        let shown = type == .opaque ? "" : url.textWithoutFragment
        return try adding(
            ResponseMeta(url: shown, redirected: false, type: type.rawValue, handle: handle), to: empty, exposing: [])
    }

    /// Adds facts about the response, which the runtime may read across origins, too.
    ///
    /// - Parameter names: the headers that a script sees of a response that WebKit is to permit; nil to leave WebKit its check.
    private func adding(
        _ meta: ResponseMeta, to resource: LoadedResource, exposing names: [String]? = nil
    ) throws -> FilteredResponse {
        guard let checkedOrigin else { return FilteredResponse(resource, meta) }
        var meta = meta
        var changes = names == nil ? [:] : ResponseMeta.permission(for: checkedOrigin)
        let known = resource.response.value(forHTTPHeaderField: ResponseMeta.exposing)
        changes[ResponseMeta.exposing] = ((names ?? known.map { [$0] } ?? []) + [ResponseMeta.header])
            .joined(separator: ", ")
        let replaced = Set(changes.keys.map { $0.lowercased() })
        let fields = resource.response.headerFields.filter { !replaced.contains($0.key.lowercased()) }
        if let names {
            // Headers that the host adds or replaces are not the response's own.
            let visible = Set(names.map { $0.lowercased() })
            let own = resource.response.headerFields.reduce(into: [String: String]()) { own, field in
                let name = field.key.lowercased()
                if replaced.contains(name), visible.contains(name) { own[name] = field.value }
            }
            meta.hidden = replaced.filter { own[$0] == nil }.sorted()
            meta.replaced = own.isEmpty ? nil : own
        }
        let exposed = try resource.with(url: asked, headers: fields.merging(changes) { _, new in new })
        return FilteredResponse(exposed, meta)
    }
}

extension ResponseFilter {
    init(_ routed: RoutedRequest) {
        asked = routed.asked
        checkedOrigin = routed.foreignOrigin
        isScripted = routed.isScripted
        isElement = routed.head.destination != .none
        (opaque, handle) = (routed.asking?.opaque, routed.mark?.opaque)
        if routed.head.destination == .script, checkedOrigin == nil, Origin(of: asked) != routed.outgoing.asker.origin {
            switch routed.asking?.kind {
            case .dedicatedWorker, .sharedWorker: isImport = true
            default: break
            }
        }
    }
}

/// A response with the parts that its requester may see.
struct FilteredResponse {
    private(set) var resource: LoadedResource
    /// The facts that WebKit does not report; nil where there are none.
    private(set) var meta: ResponseMeta?
    /// The address of the response after redirects, with its fragment; nil for a document.
    var url: URL?

    init(_ resource: LoadedResource, _ meta: ResponseMeta? = nil) {
        self.resource = resource
        self.meta = meta
    }

    /// Returns the response as WebKit gets it, with the facts in a header.
    func forWebKit(at url: URL) throws -> LoadedResource {
        try meta.map { try resource.addingMeta($0, url: url) } ?? resource
    }

    /// Leaves the body of a service worker's response with the host, for a realm that reads it piece by piece. The head then does not wait for
    /// the first byte, and the realm can end the worker's stream before there is one.
    @MainActor
    mutating func leaveBody(to routed: RoutedRequest, in bodies: BodyRegistry) {
        if routed.mark?.upload != nil { self.meta?.worker = true }
        guard let mark = routed.mark, let name = mark.body, mark.isFromPage, mark.integrity == nil,
            let realm = routed.asking, realm.id == mark.document, routed.head.method != "HEAD",
            let meta, meta.handle == nil, Self.mayHaveBody(resource.response.statusCode)
        else { return }
        if let bytes = resource.body.takeBytes() {
            resource.body = BodyStream(bytes)
        } else if bodies.keep(routed.timing?.watch(resource.body) ?? resource.body, as: name, for: realm) {
            self.meta?.pulled = name
            resource.body = .empty
        }
    }

    /// Returns whether a script may make a response with a status and a body.
    private static func mayHaveBody(_ status: Int) -> Bool {
        (200...599).contains(status) && ![204, 205, 304].contains(status)
    }
}
