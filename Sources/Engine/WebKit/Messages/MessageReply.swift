import CWebKitGTK

/// The answer that a page's `postMessage` promise waits for, given once. Dropped unanswered, it rejects the promise.
@MainActor
final class MessageReply {
    private var handle: OpaquePointer?
    private let sender: String?

    /// The error of a promise whose message no application answers. It has WebKit's words, which pages can see.
    static let unanswered = "WKWebView API client did not respond to this postMessage"

    /// - Parameter sender: the id of the document that waits; nil where it is not known.
    init(_ handle: OpaquePointer, sender: String?) { (self.handle, self.sender) = (handle, sender) }

    isolated deinit {
        if let handle { cwk_reply_reject(handle, Self.unanswered) }
    }

    func settle(_ value: Any?, failure: String?) {
        guard let handle else { return }
        self.handle = nil
        if let failure {
            reject(handle, failure)
        } else if let value {
            guard let script = JavaScriptLiteral.expression(for: value) else {
                return cwk_reply_reject(
                    handle,
                    "The result value passed back from the WKWebView API client was unable to be serialized")
            }
            cwk_reply_resolve(handle, script)
        } else {
            cwk_reply_resolve(handle, nil)
        }
    }

    private func reject(_ handle: OpaquePointer, _ failure: String) {
        guard failure.unicodeScalars.contains("\0") else { return cwk_reply_reject(handle, failure) }
        if let sender { return cwk_reply_resolve(handle, FrameEnvelope.failure(failure, sender: sender)) }
        cwk_reply_reject(handle, failure.replacing("\0", with: "\u{FFFD}"))
    }
}
