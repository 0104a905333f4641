import SWWebView
import WebKit

/// react-native-webview's bridge. The message handler `ReactNativeWebView` receives texts. The app answers with a `message`
/// event of the window. The app's method `navigationStateChange` receives the changes that the page makes to its history, and
/// `openWindow` the windows that it opens.
///
/// Source: react-native-webview 16.0.0, `apple/RNCWebViewImpl.m` (`setMessagingEnabled:`, `setInjectedJavaScriptObject:`,
/// `resetupScripts:`, `userContentController:didReceiveScriptMessage:`, `postMessage:`, `baseEvent`,
/// `webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:`,
/// `webView:decidePolicyForNavigationAction:decisionHandler:`).
@MainActor
final class ReactNativeBridge: FrameworkBridge {
    unowned let app: AppView
    private static let plugin = "ReactNativeWebView"

    init(_ app: AppView) { self.app = app }

    func install(in content: WKUserContentController) {
        content.addStart(EmbeddedFiles.react_native_js)
        let set = app.half.phone.injectedObject
        if let injected = set == .null ? app.half.script?.injectedJavaScriptObject : set.json {
            // The JSON text is the text of a template, as on iOS. An object with a backslash in its JSON can change.
            content.addStart(
                """
                window.ReactNativeWebView = window.ReactNativeWebView || {};
                window.ReactNativeWebView.injectedObjectJson = function () { return `\(injected)`; };
                """)
        }
        content.add(
            MessageHandler(of: app) { [weak self] in self?.receive($0, from: $1) }, name: "ReactNativeWebView")
        content.add(
            MessageHandler(of: app) { [weak self] in self?.note($0, from: $1) }, name: "ReactNativeHistoryShim")
    }

    /// The members that `nativeEvent` has in all events.
    private func event(_ members: [String: NativeValue]) -> NativeValue {
        let view = app.webView
        let base: [String: NativeValue] = [
            "url": .string(view?.url?.absoluteString ?? ""), "title": .string(view?.title ?? ""),
            "loading": .bool(view?.isLoading ?? false), "canGoBack": .bool(view?.canGoBack ?? false),
            "canGoForward": .bool(view?.canGoForward ?? false),
        ]
        return .object(base.merging(members) { $1 })
    }

    private func receive(_ message: NativeValue, from frame: NativeFrame) {
        // The handler itself accepts every value. The URL is that of the frame.
        let sent: [String: NativeValue] = ["data": message, "url": .string(frame.url)]
        app.perform(
            PluginCall(
                plugin: Self.plugin, method: "message", arguments: event(sent), logged: .object(sent), frame: frame
            ) { [weak self] answer, _ in
                // The app's answer is another message. A method without an answer returns null or nothing.
                // The recording has the answer as a reply.
                if case .success(let value) = answer, value != .null, value != .undefined {
                    self?.dispatch(Self.message(value))
                }
            })
    }

    /// Calls the app's method for a change of the history. An app without this method does not learn of the change.
    private func note(_ type: NativeValue, from frame: NativeFrame) {
        _ = tell("navigationStateChange", ["navigationType": type], from: frame)
    }

    /// Calls a method of the app. Returns false for an app without this method.
    private func tell(_ method: String, _ members: [String: NativeValue], from frame: NativeFrame) -> Bool {
        guard app.half.plugins[Self.plugin]?.methods[method] != nil else { return false }
        app.perform(
            PluginCall(
                plugin: Self.plugin, method: method, arguments: event(members), logged: .object(members), frame: frame
            ) { _, _ in })
        return true
    }

    /// Decides as react-native-webview does: the system opens what the list of origins lacks, and the page of a window replaces the
    /// page.
    func decision(on action: WKNavigationAction, to url: URL) -> NavigationDecision {
        let opensWindow = action.targetFrame == nil
        let target: [String: NativeValue] = ["targetUrl": .string(url.absoluteString)]
        if opensWindow, tell("openWindow", target, from: NativeFrame(action.sourceFrame)) { return .ignore }
        guard app.half.originWhitelist.allows(url) else { return .system }
        return opensWindow ? .replace : .load
    }

    func target(of event: String, plugin: String) -> BridgeEvent.Target {
        plugin == Self.plugin && event == "message" ? .message : .window
    }

    /// Sends a message of the app to the page. Only texts can be sent.
    static func message(_ message: NativeValue) -> BridgeEvent {
        BridgeEvent("message", to: .message, detail: .string(message.string ?? message.json))
    }
}
