public import Foundation

extension URLSchemeRouter {
    /// A URL on its way to a handler. Middleware may change what the handler reads.
    public struct Request: Sendable {
        /// The URL as it came.
        public let url: URL
        /// The pattern of the route that answers, `/note/:id`.
        public let route: String
        /// The path, which begins with a slash and is not percent-encoded: `/note/7`.
        public let path: String
        /// The values that the URL has for the pattern's parameters, not percent-encoded: `["id": "7"]`.
        public var pathParameters: [String: String]
        /// The query, those of x-callback-url included; names and values are not percent-encoded.
        public var queryItems: [URLQueryItem]
        /// The name of the app that asks, as `x-source` has it. Anyone can write any name there.
        public let source: String?
    }

    /// The parameters that are added to `x-success`.
    public struct Response: Sendable, Equatable {
        /// The parameters, in their order; names and values are not percent-encoded.
        public var queryItems: [URLQueryItem]

        /// Makes a response, by default without parameters.
        public init(queryItems: [URLQueryItem] = []) {
            self.queryItems = queryItems
        }
    }

    /// The limits on a URL. A URL that exceeds a limit is a ``RequestError`` or a ``DecodingError``.
    public struct Limits: Sendable {
        /// The longest URL, in bytes of its percent-encoded text. 8 MiB by default.
        public var urlLength = 8 << 20
        /// The most query items. 10 000 by default.
        public var queryItems = 10_000
        /// The most segments of a path, and the most keys that a parameter's name leads through. 64 by default.
        public var depth = 64

        /// Makes the default limits.
        public init() {}
    }
}
