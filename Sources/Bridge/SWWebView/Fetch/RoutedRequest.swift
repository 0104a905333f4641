import Fetch
import Foundation
import ServiceWorkers
import URLInterception
import WebKit

import struct ServiceWorkers.FetchRequest

/// A request on its way through a service worker, or past it to the network.
@MainActor
struct RoutedRequest {
    /// The request as the network gets it.
    var outgoing: OutgoingRequest
    /// The request as a service worker gets it.
    var head: FetchRequest.Head
    var body: RequestBody
    /// The address that was asked for, before any redirect.
    let asked: URL
    let mark: RequestMark?
    /// The origin that WebKit names as the one that asks, where it is another one than the address's.
    let foreignOrigin: String?
    /// The realm that asks; nil where that is not known.
    let asking: Realm?
    /// The times of the load, for a timeline; nil for none.
    var timing: ResourceTiming?
    /// The side that asks, for internal paths.
    var source: RequestSource
    /// The client that the document of a navigation will be; nil before a service worker is asked.
    var reserved: Client?
    /// Whether a service worker controls the document that comes of a navigation.
    var isControlled = false
    /// Whether a script gets the response. A destination that the page itself names is not trusted here.
    let isScripted: Bool
    /// The request to the network that a static route has begun, if one has.
    var race: NetworkRequest?

    /// - Parameters:
    ///   - request: the request as WebKit or the host makes it.
    ///   - client: the address of the client that asks.
    ///   - origin: the origin that asks, where the host is certain; nil to find it by WebKit's request.
    ///   - userAgent: the user agent of the view.
    init(
        _ request: URLRequest, _ head: FetchRequest.Head, body: RequestBody, mark: RequestMark?, asking: Realm?,
        client: URL?, source: RequestSource, origin: Origin? = nil, userAgent: String?
    ) {
        (self.head, self.body, self.mark, self.asking, self.source) = (head, body, mark, asking, source)
        asked = head.url
        isScripted = head.destination == .none || mark?.isFromPage ?? false
        foreignOrigin =
            request.namesForeignOrigin(to: head.url) ? request.value(forHTTPHeaderField: "Origin") : nil
        // WebKit names any other origin that may read the answer. For the rest, a realm that is only a guess may be the one that asks.
        let isNamed = head.mode == .noCORS || head.mode == .navigate && mark?.document != nil
        let realm = isNamed ? asking.map { Origin($0.storageKey.rawValue) } : nil
        let origin = origin ?? foreignOrigin.map { Origin($0) } ?? realm ?? Origin(of: head.url)
        var request = request
        request.setValue(nil, forHTTPHeaderField: ProcessExtension.markHeader)
        outgoing = OutgoingRequest(
            request, to: head.url, by: Asker(origin: origin, client: client),
            mode: head.mode, credentials: head.credentials, redirect: head.redirect,
            referrer: URL(address: head.referrer).map { .url($0) } ?? .none,
            referrerPolicy: head.referrerPolicy, isUnsafe: isScripted,
            userAgent: userAgent, hasBody: !body.isAbsent)
        outgoing.destination = head.destination
        outgoing.embedderPolicy = asking?.embedderPolicy ?? .unsafeNone
    }

    /// Goes on with a navigation that a redirect to another origin has led here by a document in its place. The server and the document see
    /// who began the navigation, not that document.
    mutating func resume(_ redirected: OutgoingRequest) {
        let request = outgoing.request
        outgoing = redirected
        outgoing.request = request
    }

    /// Determines the referrer that a service worker and the document see, after a redirect. A redirect may change the policy.
    mutating func refer(isDowngrade: Bool) {
        let policy = outgoing.referrerPolicy
        head.referrerPolicy = policy
        head.referrer =
            outgoing.referrer.map { policy.referrer(from: $0, to: head.url, isDowngrade: isDowngrade) } ?? ""
    }
}
