import CWebKitGTK

/// A message with the id of the document that posted it, which WebKitGTK does not report.
///
/// The web-process extension offers each document an id. A script at document start takes it, and replaces `postMessage` on the
/// handlers' prototype by one that sends the body inside an envelope: text as text, so that the usual message stays quick,
/// anything else as an object. No page can guess the id of a document of another origin, see ``MessageSender``.
@MainActor
struct FrameEnvelope {
    var sender: String
    var body: Any?

    private static let mark: Character = "\u{1}"

    /// Returns the script for one world.
    ///
    /// - Parameters:
    ///   - handlers: the names of handlers whose messages get an envelope.
    ///   - receivers: the names of handlers whose messages get none.
    static func script(handlers: [String], receivers: [String] = []) -> String {
        let list = { (names: [String]) in names.map { JavaScriptLiteral.string($0) }.joined(separator: ",") }
        return """
            (() => {
                const sender = self.\(CWK_WINDOW_SENDER);
                const handlers = window.webkit && webkit.messageHandlers;
                if (!sender || !handlers) return;
                const plain = [\(list(receivers.sorted()))].map((name) => handlers[name]);
                const first = [...plain, ...[\(list(handlers))].map((name) => handlers[name])].find((handler) => handler);
                if (!first) return;
                delete self.\(CWK_WINDOW_SENDER);
                const prototype = Object.getPrototypeOf(first);
                const key = Symbol.for("swwebview.postMessage");
                const { apply } = Reflect;
                const { then } = Promise.prototype;
                const Failure = Error;
                const post = prototype.postMessage[key] ?? prototype.postMessage;
                const { id, moved } = sender;
                const head = "\\u0001" + id + "\\n";
                const page = location;
                let { href } = page;
                const open = (reply) => {
                    if (typeof reply === "object" && reply !== null && id in reply) throw new Failure(reply[id]);
                    return reply;
                };
                const isPlain = (handler) => {
                    for (let index = 0; index < plain.length; index++) if (plain[index] === handler) return true;
                    return false;
                };
                prototype.postMessage = { postMessage(body) {
                    if (!arguments.length || isPlain(this)) return apply(post, this, arguments);
                    if (page.href !== href) {
                        ({ href } = page);
                        moved();
                    }
                    const reply = apply(post, this, [typeof body === "string" ? head + body : { sender: id, body }]);
                    return reply && apply(then, reply, [open]);
                } }.postMessage;
                Object.defineProperty(prototype.postMessage, key, { value: post });
            })();
            """
    }

    /// Returns the expression of a reply that rejects the promise. WebKitGTK's own rejection ends the text at U+0000.
    static func failure(_ text: String, sender: String) -> String {
        "({[\(JavaScriptLiteral.string(sender))]:\(JavaScriptLiteral.string(text))})"
    }

    /// Opens an envelope; nil for a message without one.
    init?(_ message: Any?) {
        if let text = message as? String {
            guard text.first == Self.mark, let end = text.firstIndex(of: "\n") else { return nil }
            sender = String(text[text.index(after: text.startIndex)..<end])
            body = String(text[text.index(after: end)...])
        } else if let object = message as? [String: Any], let sender = object["sender"] as? String {
            self.sender = sender
            body = object["body"]
        } else {
            return nil
        }
    }
}
