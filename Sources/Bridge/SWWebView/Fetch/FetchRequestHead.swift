import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

import struct ServiceWorkers.FetchRequest

/// Makes a request's head, in Fetch's terms, from WebKit's request and its mark.
enum FetchRequestHead {
    /// Headers that the network layer adds after a service worker has seen a request.
    private static let addedLater: Set<String> = [
        "referer", "origin", "upgrade-insecure-requests", "cookie", "host", "connection",
        "accept-encoding", "content-length", ProcessExtension.markHeader.lowercased(),
    ]

    /// - Parameters:
    ///   - client: the address of the client that asks, if that is known.
    ///   - leader: the address of the document that leads a page to this one; nil for none.
    ///   - policy: the client's referrer policy.
    ///   - isForeign: whether WebKit names another origin as the one that asks.
    static func make(
        _ request: URLRequest, _ url: URL, _ mark: RequestMark?, client: URL? = nil, leader: URL? = nil,
        policy: ReferrerPolicy? = nil, isDowngrade: Bool = false, isForeign: Bool = false
    ) -> FetchRequest.Head {
        var head = FetchRequest.Head(url: url)
        head.method = request.httpMethod ?? "GET"
        head.headers = HeaderList(
            (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
                .filter { !isAddedLater($0.key.lowercased(), $0.value, mark) }
                .map { HeaderList.Field(name: $0.key, value: $0.value) })
        head.destination = isForeign ? foreignDestination(request, head, mark) : ownDestination(request, head, mark)
        let isNavigation = FetchRequest(head).isNavigation
        // The mark of a scripted request names every setting that differs; WebKit names an origin where CORS applies.
        let isChecked = mark?.isFromPage != true && request.value(forHTTPHeaderField: "Origin") != nil
        head.mode =
            isNavigation
            ? .navigate : mark?.fetchMode ?? (isChecked ? .cors : usualMode(head.destination))
        let isScripted = head.mode == .cors || mark?.isFromPage ?? false
        head.credentials = mark?.credentials ?? (isScripted ? .sameOrigin : .include)
        head.cache = mark?.cache ?? cacheMode(request)
        head.redirect = mark?.redirect ?? (isNavigation ? .manual : .follow)
        head.referrerPolicy = mark?.referrerPolicy ?? policy ?? .standard
        head.referrer =
            referrer(request, mark, client: head.destination == .document ? leader : client).map {
                head.referrerPolicy.referrer(from: $0, to: url, isDowngrade: isDowngrade)
            } ?? ""
        head.integrity = mark?.integrity ?? ""
        head.keepalive = mark?.keepalive ?? false
        return head
    }

    private static func isAddedLater(_ name: String, _ value: String, _ mark: RequestMark?) -> Bool {
        switch name {
        // A script may set a user agent of its own.
        case "user-agent": value.contains("AppleWebKit/")
        // A script may also set these headers, with which WebKit revalidates what it has in memory.
        case "if-none-match", "if-modified-since", "cache-control", "pragma": mark?.isFromPage != true
        default: addedLater.contains(name)
        }
    }

    /// Returns the referrer of a request, before its policy is applied. WebKit reports it for some requests of scripts.
    private static func referrer(_ request: URLRequest, _ mark: RequestMark?, client: URL?) -> URL? {
        if let given = mark?.referrer { return given.isEmpty ? nil : URL(address: given) }
        let told = request.value(forHTTPHeaderField: "Referer").flatMap { URL(address: $0) }
        // Under some policies WebKit names the origin alone.
        return told?.path.count ?? 0 > 1 ? told : client ?? told
    }

    /// Returns the destination of a request with another `Origin`. Its script can write any mark in the address and any `Accept`.
    private static func foreignDestination(
        _ request: URLRequest, _ head: FetchRequest.Head, _ mark: RequestMark?
    ) -> RequestDestination {
        guard let mark, !mark.isFromPage, let destination = mark.destination else { return .none }
        // A navigation has an `Origin` only when it submits a form. The library marks a script's request for the address of an object as
        // the object's.
        if destination.isNavigation { return head.method != "GET" && request.isForDocument ? destination : .none }
        return isOfElement(head) ? destination : .none
    }

    private static func ownDestination(
        _ request: URLRequest, _ head: FetchRequest.Head, _ mark: RequestMark?
    ) -> RequestDestination {
        let destination = mark?.destination ?? guessedDestination(request)
        return destination.isNavigation || mark?.isFromPage == true || isOfElement(head) ? destination : .none
    }

    /// Returns whether an element can have made a request: elements only get, with headers of WebKit's own. A script's request may have the
    /// `Accept` of an element, or an address that looks like that of one.
    private static func isOfElement(_ head: FetchRequest.Head) -> Bool {
        head.method == "GET" && head.headers.fields.allSatisfy { CORSSafelist.isSafe($0.name.lowercased(), $0.value) }
    }

    /// Returns a destination by the `Accept` header, which WebKit sets for navigations, images and style sheets.
    private static func guessedDestination(_ request: URLRequest) -> RequestDestination {
        let accept = request.value(forHTTPHeaderField: "Accept") ?? ""
        if request.value(forHTTPHeaderField: "Upgrade-Insecure-Requests") != nil, request.isForDocument {
            return .document
        }
        if accept.hasPrefix("image/") { return .image }
        if accept.hasPrefix("text/css") { return .style }
        return .none
    }

    private static func usualMode(_ destination: RequestDestination) -> RequestMode {
        switch destination {
        case .none, .font: .cors
        case .track, .worker, .sharedworker: .sameOrigin
        default: .noCORS
        }
    }

    private static func cacheMode(_ request: URLRequest) -> CacheMode {
        switch request.value(forHTTPHeaderField: "Cache-Control") {
        case "no-cache": .reload
        case "max-age=0": .noCache
        default: .default
        }
    }
}
