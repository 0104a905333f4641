/// An object that receives the messages of pages. Apple API. Called on the main actor.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
    /// A page has sent a message; messages come in the order they were sent. Apple API.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}
