/// Who brings the body of an answer to the page, in place of the view, and quicker: WebKitGTK takes bodies of custom schemes in
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
    /// Removes from the request what the page's runtime wrote there, and gives the taker that this asks for.
    func taker(for request: inout URLRequest) -> (any BodyTaker)?
}
