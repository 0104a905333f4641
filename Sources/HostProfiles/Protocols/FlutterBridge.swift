import Foundation
import NativeHosts
import SWWebView
import WebKit

/// The bridges of Flutter's web views. Each plugin is both a channel `window.NAME` of webview_flutter and a handler of
/// `flutter_inappwebview.callHandler`.
///
/// Sources: webview_flutter_wkwebview, `webkit_webview_controller.dart` (`addJavaScriptChannel`); flutter_inappwebview_ios,
/// `PluginScriptsJS/JavaScriptBridgeJS.swift`.
@MainActor
final class FlutterBridge: ProfileBridge {
    unowned let host: ProfileHost

    init(_ host: ProfileHost) { self.host = host }

    func install(in content: WKUserContentController) {
        content.addStart(String(decoding: PackageResources.flutter_js as [UInt8], as: UTF8.self))
        let host = host
        content.add(
            MessageHandler(of: host) { [weak self] in self?.receive($0, from: $1) }, name: "callHandler")
        for name in host.plugins.keys.sorted() where Self.isName(name) {
            content.addStart("window.\(name) = webkit.messageHandlers.\(name);", mainFrameOnly: false)
            content.add(
                MessageHandler(of: host) { [weak host] message, frame in
                    host?.perform(
                        PluginCall(plugin: name, method: "postMessage", arguments: message, frame: frame) { _, _ in })
                }, name: name)
        }
    }

    /// Returns whether webview_flutter accepts the name for a channel.
    private static func isName(_ name: String) -> Bool { name.wholeMatch(of: /[a-zA-Z_][a-zA-Z0-9_]*/) != nil }

    private func receive(_ message: NativeValue, from frame: NativeFrame) {
        guard let name = message["handlerName"]?.string, let id = message["_callHandlerID"]?.integer,
            let arguments = try? NativeValue(plainJSON: Data((message["args"]?.string ?? "[]").utf8))
        else { return }
        host.perform(
            PluginCall(plugin: name, method: "callHandler", arguments: arguments, frame: frame) {
                [weak host] answer, _ in
                switch answer {
                case .success(let value): host?.run("flutter_inappwebview.settle(\(id), true, \(value.script))")
                case .failure(let error):
                    host?.run("flutter_inappwebview.settle(\(id), false, \(NativeValue.string(error.message).json))")
                }
            })
    }

    func target(of plugin: String) -> BridgeEvent.Target { .plugin(plugin) }
}
