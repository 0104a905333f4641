import Foundation
import ServiceWorker
import WebKit

import struct ServiceWorker.FetchRequest

/// Reads what a request is, in Fetch's words, out of what WebKit and the mark say.
enum FetchRequestHead {
    /// Headers that the network layer adds after a service worker has seen a request.
    private static let addedLater: Set<String> = [
        "user-agent", "referer", "origin", "upgrade-insecure-requests", "cookie", "host", "connection",
        "accept-encoding", "content-length", ProcessExtension.markHeader.lowercased(),
    ]

    static func make(_ request: URLRequest, _ url: URL, _ mark: RequestMark?) -> FetchRequest.Head {
        var head = FetchRequest.Head(url: url)
        head.method = request.httpMethod ?? "GET"
        head.headers = HeaderList(
            (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
                .filter { !addedLater.contains($0.key.lowercased()) }
                .map { HeaderList.Field(name: $0.key, value: $0.value) })
        head.destination = mark?.destination ?? guessedDestination(request)
        let isNavigation = FetchRequest(head).isNavigation
        head.mode = mark?.mode ?? usualMode(head.destination, isNavigation: isNavigation, mark)
        head.credentials = mark?.credentials ?? (head.mode == "cors" ? "same-origin" : "include")
        head.cache = mark?.cache ?? cacheMode(request)
        head.redirect = mark?.redirect ?? (isNavigation ? "manual" : "follow")
        head.referrer = mark?.referrer ?? request.value(forHTTPHeaderField: "Referer") ?? ""
        head.referrerPolicy = mark?.referrerPolicy ?? ""
        head.integrity = mark?.integrity ?? ""
        head.keepalive = mark?.keepalive ?? false
        head.isReload = isNavigation && request.value(forHTTPHeaderField: "Cache-Control") == "max-age=0"
        return head
    }

    /// WebKit tells navigations, images and style sheets by what they accept.
    private static func guessedDestination(_ request: URLRequest) -> String {
        let accept = request.value(forHTTPHeaderField: "Accept") ?? ""
        if request.value(forHTTPHeaderField: "Upgrade-Insecure-Requests") != nil, accept.hasPrefix("text/html") {
            return "document"
        }
        if accept.hasPrefix("image/") { return "image" }
        if accept.hasPrefix("text/css") { return "style" }
        return ""
    }

    private static func usualMode(_ destination: String, isNavigation: Bool, _ mark: RequestMark?) -> String {
        if isNavigation { return "navigate" }
        switch destination {
        case "", "font": return "cors"
        case "worker", "sharedworker": return "same-origin"
        default: return "no-cors"
        }
    }

    private static func cacheMode(_ request: URLRequest) -> String {
        switch request.value(forHTTPHeaderField: "Cache-Control") {
        case "no-cache": "reload"
        case "max-age=0": "no-cache"
        default: "default"
        }
    }
}
