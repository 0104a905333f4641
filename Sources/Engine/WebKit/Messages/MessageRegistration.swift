/// A message handler of a ``WKUserContentController``, and where it is registered.
@MainActor
final class MessageRegistration {
    enum Receiver {
        case handler(any WKScriptMessageHandler)
        case handlerWithReply(any WKScriptMessageHandlerWithReply)
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
}
