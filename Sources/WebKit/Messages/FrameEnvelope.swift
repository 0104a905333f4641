/// An envelope that names the frame and the world that a message was posted in. WebKitGTK reports neither.
///
/// A script at document start replaces `postMessage` on the handlers' prototype by one that sends the body inside an envelope.
/// Text is sent as text, so that the usual message stays quick, anything else as an object. A page can forge an envelope; then it
/// lies about its own frame, and nothing else.
@MainActor
struct FrameEnvelope {
    var isMainFrame: Bool
    var url: String
    var origin: String
    var worldName: String?
    var body: Any?

    private static let mark: Character = "\u{1}"

    /// The script for one world. `handlers` are the names whose messages get an envelope; at least one.
    static func script(worldName: String?, handlers: [String]) -> String {
        let names = handlers.map { JavaScriptLiteral.string($0) }.joined(separator: ",")
        let world = worldName.map { JavaScriptLiteral.string($0) } ?? "null"
        return """
            (() => {
                const handlers = window.webkit && webkit.messageHandlers;
                if (!handlers) return;
                const wrapped = new WeakSet();
                const names = new Set([\(names)]);
                let prototype;
                for (const name of names) {
                    const handler = handlers[name];
                    if (handler) { wrapped.add(handler); prototype = Object.getPrototypeOf(handler); }
                }
                if (!prototype) return;
                const post = prototype.postMessage;
                const isTop = window === top;
                const { stringify } = JSON;
                const { apply } = Reflect;
                const page = location;
                const { origin } = self;
                prototype.postMessage = { postMessage(body) {
                    if (!arguments.length || !wrapped.has(this)) return apply(post, this, arguments);
                    const frame = [isTop, page.href, origin, \(world)];
                    return apply(post, this,
                        [typeof body === "string" ? "\\u0001" + stringify(frame) + "\\n" + body : { frame, body }]);
                } }.postMessage;
            })();
            """
    }

    /// Opens an envelope; nil for a message without one, posted by a document older than its handler.
    init?(_ message: Any?) {
        if let text = message as? String {
            guard text.first == Self.mark, let end = text.firstIndex(of: "\n") else { return nil }
            let head = text[text.index(after: text.startIndex)..<end]
            guard let frame = try? JSONSerialization.jsonObject(with: Data(head.utf8)) as? [Any] else { return nil }
            self.init(frame: frame, body: String(text[text.index(after: end)...]))
        } else if let object = message as? [String: Any], let frame = object["frame"] as? [Any] {
            self.init(frame: frame, body: object["body"])
        } else {
            return nil
        }
    }

    private init?(frame: [Any], body: Any?) {
        guard frame.count == 4, let isTop = frame[0] as? Bool, let url = frame[1] as? String,
            let origin = frame[2] as? String
        else { return nil }
        isMainFrame = isTop
        self.url = url
        self.origin = origin
        worldName = frame[3] as? String
        self.body = body
    }
}
