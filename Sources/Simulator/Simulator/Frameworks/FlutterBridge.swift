import Foundation
import SWWebView
import WebKit

/// The bridges of Flutter's web views. A plugin with the method `postMessage` is a channel `window.NAME` of webview_flutter, and
/// a plugin with the method `callHandler` is a handler of `flutter_inappwebview.callHandler`.
///
/// Sources: webview_flutter_wkwebview 3.26.0, `webkit_webview_controller.dart` (`addJavaScriptChannel`,
/// `setOnConsoleMessage`, `WebKitJavaScriptChannelParams`, `onCreateWebView`); flutter_inappwebview_ios 1.2.0-beta.3,
/// `PluginScriptsJS/JavaScriptBridgeJS.swift`, `InAppWebView/InAppWebView.swift` (`userContentController(_:didReceive:)`,
/// `webView(_:createWebViewWith:for:windowFeatures:)`), `in_app_webview_controller.dart` (`onCallJsHandler`).
@MainActor
final class FlutterBridge: FrameworkBridge {
    unowned let app: AppView
    /// The text that messages of the bridge's own script have.
    private let secret = UUID().uuidString

    /// The channel of an app that listens to the console.
    private static let console = "fltConsoleMessage"

    init(_ app: AppView) { self.app = app }

    func install(in content: WKUserContentController) {
        let script = EmbeddedFiles.flutter_js
        content.addStart("{ const secret = \"\(secret)\";\n\(script) }", mainFrameOnly: false)
        let app = app
        content.add(
            MessageHandler(of: app) { [weak self] in self?.receive($0, from: $1) }, name: "callHandler")
        let channels = app.half.plugins.filter { ($0.value.methods["postMessage"] ?? $0.value.methods["*"]) != nil }
            .keys
            .sorted()
        for name in channels where Self.isName(name) {
            content.addStart("window.\(name) = webkit.messageHandlers.\(name);", mainFrameOnly: false)
            content.add(
                MessageHandler(of: app) { [weak app] message, frame in
                    let text = NativeValue.string(message == .null ? "(null)" : message.dartText)
                    app?.perform(
                        PluginCall(plugin: name, method: "postMessage", arguments: text, frame: frame) { _, _ in })
                }, name: name)
        }
        // Only the main frame's console reaches the app.
        if channels.contains(Self.console) {
            content.addStart(EmbeddedFiles.flutter_console_js)
        }
    }

    /// Returns whether webview_flutter accepts the name for a channel.
    private static func isName(_ name: String) -> Bool { name.wholeMatch(of: /[a-zA-Z_][a-zA-Z0-9_]*/) != nil }

    private func receive(_ message: NativeValue, from frame: NativeFrame) {
        guard message["_bridgeSecret"]?.string == secret, let name = message["handlerName"]?.string,
            let id = message["_callHandlerID"]?.integer,
            let arguments = try? NativeValue(plainJSON: Data((message["args"]?.string ?? "").utf8))
        else { return }
        // A call of a missing handler resolves with null.
        app.perform(
            PluginCall(plugin: name, method: "callHandler", arguments: arguments, frame: frame) {
                [weak app] answer, _ in
                switch answer {
                case .success(let value):
                    app?.run(
                        "flutter_inappwebview._settle(\(id), true, \(value == .undefined ? "null" : value.script))")
                case .failure(let error):
                    // Dart's name of the exception and Flutter's code come before the message.
                    let text = NativeValue.string("error, Exception: \(error.message)")
                    app?.run("flutter_inappwebview._settle(\(id), false, \(text.json))")
                }
            }, ifMissing: .null)
    }

    func target(of event: String, plugin: String) -> BridgeEvent.Target { .plugin(plugin) }

    func decision(on action: WKNavigationAction, to url: URL) -> NavigationDecision {
        action.targetFrame == nil ? .replace : .load
    }
}

extension NativeValue {
    /// The text of a value that Dart's `toString()` returns, with the types that a message's values have in Flutter on iOS.
    var dartText: String {
        switch self {
        case .undefined, .null: "null"
        case .bool(let flag): "\(flag)"
        // Each number of JavaScript is a `double` of Dart.
        case .number(let number) where number.rounded() == number && number.magnitude < 1e21:
            String(format: "%.1f", number)
        case .number: script
        case .string(let text): text
        case .date(let date): date.ISO8601Format()
        case .array(let elements): "[\(elements.map(\.dartText).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\($0): \($1.dartText)" }.joined(separator: ", "))}"
        }
    }
}
