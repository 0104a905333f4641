@_exported public import Fetch
public import Foundation
@_exported public import HTTPMessages

/// A [request](https://fetch.spec.whatwg.org/#concept-request) as a worker sees it.
public struct FetchRequest: Sendable {
    /// The request's description, which can be stored: everything but the body.
    public var head: Head
    /// The bytes sent along; `nil` without a body.
    public var body: BodyStream?
    /// Whether the body comes only after the event was dispatched, so that nobody may wait for it before.
    package var isBodyLate = false
    /// Called when a listener has called `respondWith`.
    package var respondWithEntered: (@Sendable () -> Void)?
    /// Called when an active worker is to get the event.
    package var dispatched: (@Sendable () -> Void)?

    /// Everything of a request but its body. The members are Fetch's, with JavaScript's words as raw values.
    public struct Head: Sendable, Hashable, Codable {
        /// The address, fragment included.
        public var url: URL
        /// In capitals where Fetch normalizes it.
        public var method = "GET"
        /// The headers.
        public var headers = HeaderList()
        /// The mode.
        public var mode = RequestMode.noCORS
        /// The credentials mode.
        public var credentials = CredentialsMode.sameOrigin
        /// The destination.
        public var destination = RequestDestination.none
        /// The cache mode.
        public var cache = CacheMode.default
        /// The redirect mode.
        public var redirect = RedirectMode.follow
        /// An address, `about:client`, or empty.
        public var referrer = "about:client"
        /// The policy for the referrer.
        public var referrerPolicy = ReferrerPolicy.unspecified
        /// Subresource integrity; empty without it.
        public var integrity = ""
        /// Whether the request may outlive its page.
        public var keepalive = false
        /// Whether the page is reloaded.
        public var isReload = false
        /// Whether the request is a step in the history. Only realms store this, in their own text of the head.
        public var isHistory = false
        /// Whether the request was a reload past all caches (shift+reload), which no worker sees.
        public var bypassesServiceWorker = false

        private enum CodingKeys: CodingKey {
            case url, method, headers, mode, credentials, destination, cache, redirect, referrer, referrerPolicy
            case integrity, keepalive, isReload, bypassesServiceWorker
        }

        /// Makes a plain `GET`.
        public init(url: URL) { self.url = url }
    }

    /// Makes a request.
    public init(_ head: Head, body: BodyStream? = nil) {
        self.head = head
        self.body = body
    }

    /// Whether the request makes a page: [navigation request](https://fetch.spec.whatwg.org/#navigation-request).
    public var isNavigation: Bool { head.destination.isNavigation }

    /// Whether the request makes a client: [non-subresource request](https://fetch.spec.whatwg.org/#non-subresource-request).
    public var isNonSubresource: Bool {
        switch head.destination {
        case .report, .serviceworker, .sharedworker, .worker: true
        default: isNavigation
        }
    }
}
