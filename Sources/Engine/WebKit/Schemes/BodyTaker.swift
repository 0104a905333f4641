/// An object that brings the body of a response to the page faster than the view: WebKitGTK takes bodies of custom schemes in
/// pieces of 8 KiB. Main actor only.
@MainActor
package protocol BodyTaker: AnyObject {
    /// The response that the view is to have, without a body; nil when it is to have the body as well.
    func take(_ response: URLResponse, stop: @escaping @MainActor () -> Void) -> URLResponse?
    /// Adds to the body. Its piece waits for the page where it cannot go at once.
    func write(_ data: Data)
    /// Returns when not much waits for the page.
    func caughtUp() async
    /// The body is whole.
    func finish()
    /// The body breaks off.
    func fail(_ error: NSError)
}

/// Finds takers for a view's requests.
@MainActor
package protocol BodyTakers: AnyObject {
    /// Removes the marks of the page's runtime from the request, and returns the taker that they ask for.
    func taker(for request: inout URLRequest) -> (any BodyTaker)?
}
