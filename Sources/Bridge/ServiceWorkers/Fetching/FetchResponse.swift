public import Foundation
import HTTPMessages

/// A [response](https://fetch.spec.whatwg.org/#concept-response) of a worker, a cache or the network.
public struct FetchResponse: Sendable {
    /// The response's description, which can be stored: everything but the body.
    public var head: Head
    /// The bytes, to be read once; `nil` for a null body.
    public var body: BodyStream?

    /// The kind of a response, which limits what a page may see:
    /// [response type](https://fetch.spec.whatwg.org/#concept-response-type).
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Of the same origin.
        case basic
        /// Of another origin that allows it.
        case cors
        /// Made by a script.
        case `default`
        /// A network error.
        case error
        /// Of another origin, requested in the mode `no-cors`.
        case opaque
        /// A redirect that was not followed.
        case opaqueredirect
    }

    /// Everything of a response but its body.
    public struct Head: Sendable, Hashable, Codable {
        /// The addresses of the response and its redirects, the last one its own; empty for a response that a script made.
        public var urlList: [URL] = []
        /// The status.
        public var status = 200
        /// The status in words.
        public var statusText = ""
        /// The headers, also those that an opaque response hides.
        public var headers = HeaderList()
        /// The kind, which limits what a page may see.
        public var type = Kind.default

        /// Makes an empty answer of status 200.
        public init() {}
    }

    /// Makes a response.
    public init(_ head: Head = Head(), body: BodyStream? = nil) {
        self.head = head
        self.body = body
    }
}
