/// An object that receives the messages of pages. Apple API. Called on the main actor.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
    /// A page has sent a message; messages come in the order they were sent. Apple API.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

/// An object that receives the messages of pages and answers them: `postMessage` returns a promise. Apple API.
///
/// Called on the main actor. Implement one of the two methods.
@preconcurrency @MainActor
public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
    /// A page has sent a message; call `replyHandler` once, now or later. Apple API.
    ///
    /// The first argument is what the promise resolves with. A second argument rejects it instead, with an `Error` of that
    /// text. The default asks the `async` form.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor (Any?, String?) -> Void)

    /// A page has sent a message; return the value or the text of the error. Apple API.
    ///
    /// The default rejects: unlike on iOS the compiler cannot ask for one of the two methods.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?)
}

extension WKScriptMessageHandlerWithReply {
    /// Asks the `async` form.
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor (Any?, String?) -> Void
    ) {
        Task.immediate { @MainActor in
            let (value, failure) = await self.userContentController(userContentController, didReceive: message)
            replyHandler(value, failure)
        }
    }

    /// Rejects the promise.
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
        (nil, "\(type(of: self)) implements no method of WKScriptMessageHandlerWithReply")
    }
}
