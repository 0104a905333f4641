/// A part of the answer to a request of a page. Apple API.
public enum URLSchemeTaskResult: Sendable {
    /// The head of the answer. It comes before the first data, at least once.
    case response(URLResponse)
    /// A piece of the body, which the page can read as it arrives.
    case data(Data)
}

/// Answers the requests of a ``WebPage`` for a scheme of the application. Apple API. Called on the main actor.
///
/// ```swift
/// struct Greeting: URLSchemeHandler {
///     func reply(for request: URLRequest) -> AsyncThrowingStream<URLSchemeTaskResult, any Error> {
///         AsyncThrowingStream { reply in
///             let response = URLResponse(
///                 url: request.url!, mimeType: "text/html", expectedContentLength: -1, textEncodingName: "utf-8")
///             reply.yield(.response(response))
///             reply.yield(.data(Data("<h1>Hello</h1>".utf8)))
///             reply.finish()
///         }
///     }
/// }
/// ```
public protocol URLSchemeHandler {
    /// The sequence of the answer's parts.
    associatedtype TaskSequence: AsyncSequence<URLSchemeTaskResult, any Error>

    /// Returns the answer to a request, part by part. Apple API.
    ///
    /// An error that the sequence throws fails the load. The task that reads the sequence is cancelled when the page needs the answer no
    /// more. A sequence that gives data or ends before a response is misuse, see ``WKException``.
    func reply(for request: URLRequest) -> TaskSequence
}
