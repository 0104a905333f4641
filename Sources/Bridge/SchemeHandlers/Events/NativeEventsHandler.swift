import WebKit

/// Receives what frames have to say of events, for all views that share a content controller. Main actor only.
@MainActor
final class NativeEventsHandler: NSObject, WKScriptMessageHandlerWithReply {
    static let name = "SWWebViewEvents"
    private static let script = EmbeddedFiles.native_events_js

    /// Sees to it that the documents of a view, the one that it shows included, have the script.
    static func install(in controller: WKUserContentController, for view: WKWebView) {
        if !controller.userScripts.contains(where: { $0.source == script }) {
            controller.removeScriptMessageHandler(forName: name)
            controller.addScriptMessageHandler(NativeEventsHandler(), contentWorld: .page, name: name)
            controller.addUserScript(
                WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: false))
        }
        view.evaluateJavaScript(script, in: nil, in: .page)
    }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping @MainActor (Any?, String?) -> Void
    ) {
        guard let body = message.body as? [String: Any], let view = message.webView else {
            return replyHandler(nil, NativeEvents.Refusal.noMessage.rawValue)
        }
        let events = view.nativeEvents
        do throws(NativeEvents.Refusal) {
            if let frame = body["wait"] as? String {
                try events.wait(frame) { replyHandler($0, nil) }
                return
            } else if let frame = body["begin"] as? String {
                if !frame.isEmpty { try events.begin(frame, of: message.frameInfo) }
                return replyHandler(events.whatToHear, nil)
            } else if let frame = body["gone"] as? String {
                try events.gone(frame)
            } else if let name = body["event"] as? String, let detail = body["detail"] as? String {
                try events.receive(WebEvent(name: name, json: Data(detail.utf8), frame: message.frameInfo))
            } else if let work = body["cancel"] as? String {
                try events.cancel(work, askedBy: message.frameInfo)
            } else {
                throw NativeEvents.Refusal.noMessage
            }
            replyHandler(nil, nil)
        } catch {
            replyHandler(nil, error.rawValue)
        }
    }
}
