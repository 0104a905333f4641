/// A message handler of a ``WKUserContentController``, and where it is registered.
@MainActor
final class MessageRegistration {
    enum Receiver {
        case handler(any WKScriptMessageHandler)
        case handlerWithReply(any WKScriptMessageHandlerWithReply)
        case strings(@MainActor (WKWebView, UnsafeRawBufferPointer?) -> Void)
    }

    let name: String
    let world: WKContentWorld
    let receiver: Receiver

    init(name: String, world: WKContentWorld, receiver: Receiver) {
        self.name = name
        self.world = world
        self.receiver = receiver
    }

    var hasReply: Bool {
        if case .handlerWithReply = receiver { true } else { false }
    }

    /// Whether messages come with the frame they were posted in.
    var tellsFrame: Bool {
        if case .strings = receiver { false } else { true }
    }
}
