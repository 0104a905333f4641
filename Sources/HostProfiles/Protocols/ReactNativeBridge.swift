import NativeHosts
import SWWebView
import WebKit

/// react-native-webview's bridge. The message handler `ReactNativeWebView` receives texts. The app answers with a `message`
/// event of the window.
///
/// Source: react-native-webview 16.0.0, `apple/RNCWebViewImpl.m` (`setMessagingEnabled:`, `postMessage:`, `baseEvent`).
@MainActor
final class ReactNativeBridge: ProfileBridge {
    unowned let host: ProfileHost

    init(_ host: ProfileHost) { self.host = host }

    func install(in content: WKUserContentController) {
        let host = host
        content.addStart(
            """
            window.ReactNativeWebView = Object.assign(window.ReactNativeWebView ?? {}, {
                postMessage(data) { window.webkit.messageHandlers.ReactNativeWebView.postMessage(String(data)); },
                injectedObjectJson() { return \(host.phone.injectedObject.json == "null" ? "undefined" : "\(NativeValue.string(host.phone.injectedObject.json).json)"); },
            });
            """)
        content.add(
            MessageHandler(of: host) { [weak self, weak host] message, frame in
                guard let host, let text = message.string else { return }
                let view = host.view
                // The message has the members of `nativeEvent`.
                let event: NativeValue = [
                    "data": .string(text), "url": .string(view?.url?.absoluteString ?? ""),
                    "title": .string(view?.title ?? ""), "loading": .bool(view?.isLoading ?? false),
                    "canGoBack": .bool(view?.canGoBack ?? false), "canGoForward": .bool(view?.canGoForward ?? false),
                ]
                host.perform(
                    PluginCall(plugin: "ReactNativeWebView", method: "message", arguments: event, frame: frame) {
                        [weak self] answer, _ in
                        // The app's answer is another message. A method without an answer returns null.
                        // The recording has the answer as a reply.
                        if case .success(let value) = answer, value != .null { self?.dispatch(Self.message(value)) }
                    })
            }, name: "ReactNativeWebView")
    }

    func target(of plugin: String) -> BridgeEvent.Target { .window }

    /// Sends a message of the app to the page. Only texts can be sent.
    static func message(_ message: NativeValue) -> BridgeEvent {
        BridgeEvent("message", to: .message, detail: .string(message.string ?? message.json))
    }
}
