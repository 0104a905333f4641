import CWebKitGTK

/// The answer that a page's `postMessage` promise waits for: given once. A second answer is misuse; dropped unanswered, it
/// rejects the promise.
@MainActor
final class MessageReply {
    private var handle: OpaquePointer?

    init(_ handle: OpaquePointer) { self.handle = handle }

    isolated deinit {
        if let handle { cwk_reply_reject(handle, "WKWebView API client did not respond to this postMessage") }
    }

    func settle(_ value: Any?, failure: String?) {
        guard let handle else {
            WKException.raise(
                .internalInconsistencyException, "The reply handler of a script message was called more than once")
            return
        }
        self.handle = nil
        if let failure {
            cwk_reply_reject(handle, failure)
        } else if let value {
            guard let script = JavaScriptLiteral.expression(for: value) else {
                return cwk_reply_reject(
                    handle, "The result returned from the message handler is unable to be serialized")
            }
            cwk_reply_resolve(handle, script)
        } else {
            cwk_reply_resolve(handle, nil)
        }
    }
}
