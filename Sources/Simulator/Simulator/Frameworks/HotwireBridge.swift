import Foundation
import SWWebView
import WebKit

/// Hotwire Native's bridge: `window.nativeBridge`, the adapter for `@hotwired/hotwire-native-bridge`. Each component is a
/// plugin. Each event of a component is a method, which returns the data of the reply. ``HotwireComponents`` has the default
/// components, and ``TurboSession`` has Turbo's visits.
///
/// Sources: hotwire-native-ios, `Source/Bridge/{bridge.js,Bridge.swift,InternalMessage.swift,UserAgent.swift}`;
/// hotwire-native-bridge, `src/{bridge,bridge_component}.js`.
@MainActor
final class HotwireBridge: FrameworkBridge {
    unowned let app: AppView
    private let turbo: TurboSession
    /// The names of the bridge components.
    private var components: [String] { app.half.plugins.keys.filter { $0 != TurboSession.name }.sorted() }

    init(_ app: AppView) {
        self.app = app
        turbo = TurboSession(app)
    }

    func install(in content: WKUserContentController) {
        let source = EmbeddedFiles.hotwire_js
        content.addStart(source)
        // hotwire-native-bridge starts only the components that the user agent names.
        let names = components.joined(separator: " ")
        app.webView?.addToUserAgent("Hotwire Native iOS; Turbo Native iOS; bridge-components: [\(names)]")
        content.add(
            MessageHandler(of: app) { [weak self] in self?.receive($0, from: $1) }, name: "bridge")
        turbo.install(in: content)
    }

    func target(of event: String, plugin: String) -> BridgeEvent.Target {
        plugin == TurboSession.name || app.half.hotwireComponents.isTap(event, of: plugin) ? .plugin(plugin) : .document
    }

    func check(_ event: String, _ data: NativeValue, of plugin: String) throws(NativeCallError) {
        if app.half.hotwireComponents.isTap(event, of: plugin) { try app.half.hotwireComponents.check(plugin, data) }
    }

    func deliver(_ event: BridgeEvent, isReplayed: Bool) -> Bool {
        switch event.target {
        case .plugin(TurboSession.name): turbo.execute(event.name, event.detail)
        case .plugin(let component):
            app.half.hotwireComponents.tap(component, event.detail)
            // A recording has the reply.
            return false
        default: dispatch(event)
        }
        return true
    }

    /// Decides as the policy handlers and `Source/Turbo/Navigator/Routing` of hotwire-native-ios do: links, also those of frames and
    /// those to a place on the page, and scripts become visits. While a page loads, it may redirect.
    func decision(on action: WKNavigationAction, to url: URL) -> NavigationDecision {
        let isLink = action.navigationType == .linkActivated || action.targetFrame == nil
        guard isLink || action.targetFrame?.isMainFrame == true && action.navigationType == .other else { return .load }
        if app.isOwn(url) {
            guard isLink || app.webView?.isLoading == false else { return .load }
            turbo.route(url, from: NativeFrame(action.sourceFrame))
            return .ignore
        }
        switch url.scheme?.lowercased() {
        case "http", "https": return .browser
        case "about", "data", "file", "javascript": return .ignore
        default: return .system
        }
    }

    private func receive(_ message: NativeValue, from frame: NativeFrame) {
        if message.string == "ready" {
            app.half.hotwireComponents.removeAll()
            let names = NativeValue.array(components.map { .string($0) })
            return app.run("window.nativeBridge.register(\(names.json))")
        }
        guard let id = message["id"]?.string, let component = message["component"]?.string,
            let event = message["event"]?.string
        else { return }
        let data = message["data"] ?? [:]
        app.perform(
            PluginCall(plugin: component, method: event, arguments: data, frame: frame) { [weak app] answer, _ in
                guard case .success(let value) = answer, value != .null else { return }
                let reply: NativeValue = [
                    "id": .string(id), "component": .string(component), "event": .string(event), "data": value,
                ]
                app?.run("window.nativeBridge.replyWith(\(reply.script))")
            })
    }
}

extension WKWebView {
    /// Appends words to the user agent.
    fileprivate func addToUserAgent(_ words: String) {
        customUserAgent = "\(customUserAgent ?? AppFramework.iPhoneUserAgent) \(words)"
    }
}
