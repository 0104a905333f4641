import Foundation
import WebKit

protocol Plugin: AnyObject {
    var name: String { get }
    func handle(_ call: PluginCall)
}

/// A call of a page's to a plugin's method.
final class PluginCall {
    let callbackId: String
    let method: String
    let options: [String: Any]
    private let reply: (PluginCall, [String: Any]?, String?) -> Void

    init(
        callbackId: String, method: String, options: [String: Any],
        reply: @escaping (PluginCall, [String: Any]?, String?) -> Void
    ) {
        self.callbackId = callbackId
        self.method = method
        self.options = options
        self.reply = reply
    }

    func resolve(_ data: [String: Any] = [:]) { reply(self, data, nil) }
    func reject(_ message: String) { reply(self, nil, message) }
}

/// The bridge between the page's plugins and their native halves: calls arrive as messages, answers go back as scripts, and a
/// few calls are answered at once by way of a prompt.
class PluginBridge: NSObject, WKScriptMessageHandler, WKUIDelegate {
    private var plugins: [String: Plugin] = [:]
    private(set) weak var webView: WKWebView?

    static let script = """
        window.Host = {
            pending: {}, next: 1,
            call(plugin, method, options = {}) {
                const callbackId = String(this.next++);
                return new Promise((resolve, reject) => {
                    this.pending[callbackId] = { resolve, reject };
                    webkit.messageHandlers.bridge.postMessage({ type: "message", callbackId, pluginId: plugin, methodName: method, options });
                });
            },
            callNow(plugin, method) { return JSON.parse(prompt(JSON.stringify({ type: plugin, method }))); },
            fromNative({ callbackId, success, data, error }) {
                const { resolve, reject } = this.pending[callbackId];
                delete this.pending[callbackId];
                if (success) resolve(data); else reject(new Error(error));
            }
        };
        """

    func makeWebView(scheme: String, root: URL) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(AssetHandler(root: root), forURLScheme: scheme)
        configuration.suppressesIncrementalRendering = false
        configuration.allowsAirPlayForMediaPlayback = true
        configuration.limitsNavigationsToAppBoundDomains = false
        configuration.userContentController.addUserScript(
            WKUserScript(source: Self.script, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        configuration.userContentController.add(self, name: "bridge")
        let webView = WKWebView(frame: .zero, configuration: configuration)
        webView.uiDelegate = self
        self.webView = webView
        return webView
    }

    func register(_ plugin: Plugin) { plugins[plugin.name] = plugin }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        guard let body = message.body as? [String: Any], let callbackId = body["callbackId"] as? String,
            let pluginId = body["pluginId"] as? String, let method = body["methodName"] as? String
        else { return }
        let call = PluginCall(
            callbackId: callbackId, method: method, options: body["options"] as? [String: Any] ?? [:]
        ) { [weak self] call, data, error in
            self?.send([
                "callbackId": call.callbackId, "success": error == nil, "data": data ?? NSNull(),
                "error": error ?? NSNull(),
            ])
        }
        guard let plugin = plugins[pluginId] else { return call.reject("\(pluginId) is not implemented") }
        plugin.handle(call)
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void
    ) {
        guard let data = prompt.data(using: .utf8),
            let request = try? JSONSerialization.jsonObject(with: data) as? [String: String]
        else { return completionHandler(nil) }
        completionHandler("{\"echo\": \"\(request["type"] ?? "").\(request["method"] ?? "")\"}")
    }

    private func send(_ result: [String: Any]) {
        guard let data = try? JSONSerialization.data(withJSONObject: result),
            let json = String(data: data, encoding: .utf8)
        else { return }
        DispatchQueue.main.async {
            self.webView?.evaluateJavaScript("window.Host.fromNative(\(json))") { _, error in
                if let error = error { print("The answer did not arrive: \(error.localizedDescription)") }
            }
        }
    }
}
