/// One request of a page to a ``WKURLSchemeHandler``, and the way to answer it. Apple API.
///
/// The order is: at least one response, any number of pieces of data, then finish; or failure at any time before the
/// finish. Any other order, and any call after the task was stopped, is misuse that ends the program on iOS; here it goes
/// to ``WKException``. The tasks that a view makes may be called from any thread.
public protocol WKURLSchemeTask: NSObjectProtocol {
    /// The request of the page: URL, method, headers and body. Apple API.
    var request: URLRequest { get }

    /// Gives the head of the answer. It may be given again until the first data. Apple API.
    ///
    /// Unlike on iOS an answer that has no `Cache-Control` gets `no-store` where a script may have asked, and pages can see that: WebKitGTK
    /// would answer the same `XMLHttpRequest` from memory next time, where iOS asks the handler.
    func didReceive(_ response: URLResponse)

    /// Adds to the body of the answer, which the page can read as it arrives. Apple API.
    func didReceive(_ data: Data)

    /// Ends the answer. Apple API.
    func didFinish()

    /// Ends the answer with an error: the page sees a network error, a main-frame navigation fails with it. Apple API.
    func didFailWithError(_ error: any Error)
}
