import Foundation
import ServiceWorker
import WebKit

import struct ServiceWorker.FetchRequest

/// A request on its way through a service worker, or past it to the network.
@MainActor
struct RoutedRequest {
    /// The request as a server gets it.
    var request: URLRequest
    /// The request as a service worker gets it.
    var head: FetchRequest.Head
    var body: RequestBody
    /// The address that was asked for, before any redirect.
    let asked: URL
    let mark: RequestMark?
    /// The request as one of another origin; nil for one of the address's own.
    let foreign: CrossOriginRequest?
    /// The realm that asks; nil where that is not known.
    let asking: Realm?
    /// The side that asks, for internal paths.
    let source: RequestSource
}
