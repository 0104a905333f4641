import Testing

@testable import WebKit

@MainActor
struct WKScriptMessageTests {
    @Test func `the body of a message is the same object each time`() {
        let body = NSObject()
        let message = WKScriptMessage(body: body, name: "app", webView: nil, frameInfo: WKFrameInfo(), world: .page)
        #expect(message.body as AnyObject === message.body as AnyObject)
        #expect(message.body as AnyObject === body)
    }

    @Test func `a reply comes from the handler form or the async form, or else is a failure`() {
        final class WithHandler: NSObject, WKScriptMessageHandlerWithReply {
            func userContentController(
                _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
                replyHandler: @escaping @MainActor (Any?, String?) -> Void
            ) { replyHandler("handler", nil) }
        }
        final class WithAsync: NSObject, WKScriptMessageHandlerWithReply {
            func userContentController(
                _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
            ) async -> (Any?, String?) { ("async", nil) }
        }
        final class WithNothing: NSObject, WKScriptMessageHandlerWithReply {}
        func reply(of handler: any WKScriptMessageHandlerWithReply) -> (value: Any?, failure: String?)? {
            var reply: (Any?, String?)?
            handler.userContentController(WKUserContentController(), didReceive: WKScriptMessage()) {
                reply = ($0, $1)
            }
            return reply
        }
        #expect(reply(of: WithHandler())?.value as? String == "handler")
        #expect(reply(of: WithAsync())?.value as? String == "async")
        #expect(reply(of: WithNothing())?.failure?.contains("WithNothing") == true)
    }
}
