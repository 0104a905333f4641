import Foundation
import SWWebView
import WebKit

/// Capacitor's bridge. The message handler `bridge` receives calls, and `Capacitor.fromNative` receives answers.
///
/// With ``CapacitorSettings/replacesFetch`` the page's requests use the plugin `CapacitorHttp`, and with ``CapacitorSettings/hasCookies``
/// `document.cookie` has the cookies of `CapacitorCookies`.
///
/// Sources: Capacitor 8.4.2, `core/native-bridge.ts`, `ios/Capacitor/Capacitor/{JSExport,CapacitorBridge,WebViewDelegationHandler,JS}.swift`.
@MainActor
final class CapacitorBridge: FrameworkBridge {
    unowned let app: AppView
    /// The events without a listener so far, by plugin and event.
    private var retained: [String: [NativeValue]] = [:]
    private var listeners = CapacitorListeners()
    private var documents: Subscription?

    init(_ app: AppView) { self.app = app }

    var endpoints: [String: any PageEndpoint] {
        let prefix = PhoneFilesEndpoint.capacitorPrefix
        var endpoints: [String: any PageEndpoint] = [prefix + "/": PhoneFilesEndpoint(app.half, prefix: prefix)]
        if app.half.capacitor.replacesFetch {
            endpoints[CapacitorHTTPEndpoint.path] = CapacitorHTTPEndpoint(view: app.webView as? SWWebView)
        }
        if app.half.capacitor.hasCookies {
            endpoints[CapacitorCookiesEndpoint.path] = CapacitorCookiesEndpoint(view: app.webView as? SWWebView)
        }
        return endpoints
    }

    func install(in content: WKUserContentController) {
        watchDocuments()
        let source = EmbeddedFiles.capacitor_js
        let settings: NativeValue = [
            "serverURL": "capacitor://localhost", "headers": .array(headers),
            "isHTTPEnabled": .bool(app.half.capacitor.replacesFetch),
            "cookies": app.half.capacitor.hasCookies
                ? ["path": .string(CapacitorCookiesEndpoint.path), "header": .string(PathAccess.header)] : .null,
        ]
        content.addStart(source.replacing("= SETTINGS;", with: "= \(settings.json);"))
        if app.half.capacitor.replacesFetch {
            let script = EmbeddedFiles.capacitor_http_js
            content.addStart("{ const ownHeader = \"\(PathAccess.header)\";\n\(script) }")
        }
        content.add(
            MessageHandler(of: app) { [weak self] in self?.receive($0, from: $1) }, name: "bridge")
    }

    /// The plugins and their methods, in the format of `JSExport.swift` for `@capacitor/core`.
    private var headers: [NativeValue] {
        let common: [NativeValue] = [
            ["name": "addListener"], ["name": "removeListener"], ["name": "removeAllListeners", "rtype": "promise"],
            ["name": "checkPermissions", "rtype": "promise"], ["name": "requestPermissions", "rtype": "promise"],
        ]
        return app.half.plugins.sorted { $0.key < $1.key }.map { name, plugin in
            let own: [NativeValue] = plugin.methods.sorted { $0.key < $1.key }.map { method, kind in
                if case .promise = kind {
                    ["name": .string(method), "rtype": "promise"]
                } else {
                    ["name": .string(method), "rtype": "callback"]
                }
            }
            return ["name": .string(name), "methods": .array(common + own)]
        }
    }

    /// Has the engine say when earlier listeners belong to a document that has gone.
    private func watchDocuments() {
        documents = app.webView?.hooks.documents.add { [weak self] document in
            if document.isMainFrame { self?.listeners.beginDocument() }
        }
    }

    private func receive(_ message: NativeValue, from frame: NativeFrame) {
        guard message["type"]?.string == "message", let plugin = message["pluginId"]?.string,
            let method = message["methodName"]?.string
        else { return }
        // Ignore the copies of console output that Capacitor sends.
        if plugin == "Console" { return }
        let id = message["callbackId"]?.string ?? "-1"
        let call = PluginCall(
            plugin: plugin, method: method, arguments: message["options"] ?? [:], frame: frame, id: id
        ) { [weak self] in self?.answer(plugin, method, id, $0, isLast: $1) }
        if !handleListeners(call) { app.perform(call) }
    }

    /// Handles the methods that all plugins have, as `CAPPlugin.m` does. Returns false for any other method.
    private func handleListeners(_ call: PluginCall) -> Bool {
        let event = call.arguments["eventName"]?.string ?? ""
        switch call.method {
        case "addListener":
            do throws(NativeCallError) {
                try listeners.add(call, for: event)
            } catch {
                app.half.hear(.error(error, handler: "\(call.plugin).addListener"))
                call.reply(.failure(error), true)
                return true
            }
            for data in retained.removeValue(forKey: "\(call.plugin).\(event)") ?? [] { call.send(data) }
        case "removeListener":
            listeners.remove(call.arguments["callbackId"]?.string ?? "", of: call.plugin, for: event)
        case "removeAllListeners":
            listeners.removeAll(of: call.plugin)
            call.reply(.success([:]), true)
        case "checkPermissions", "requestPermissions":
            if app.half.plugins[call.plugin]?.methods[call.method] != nil { return false }
            call.reply(.success([:]), true)
        default: return false
        }
        return true
    }

    /// The events that wait for their first listener: `notifyListeners(…, retainUntilConsumed: true)`.
    private static let waitingEvents: Set = [
        "App.appUrlOpen", "App.appRestoredResult", "LocalNotifications.localNotificationReceived",
        "LocalNotifications.localNotificationActionPerformed", "PushNotifications.registration",
        "PushNotifications.pushNotificationReceived", "PushNotifications.pushNotificationActionPerformed",
    ]

    func target(of event: String, plugin: String) -> BridgeEvent.Target { .plugin(plugin) }

    func deliver(_ event: BridgeEvent, isReplayed: Bool) -> Bool {
        switch event.target {
        case .plugin(let plugin):
            let heard = listeners.all(of: plugin, for: event.name)
            for listener in heard { listener.send(event.detail) }
            if !heard.isEmpty { return true }
            let name = "\(plugin).\(event.name)"
            guard isReplayed || Self.waitingEvents.contains(name) else { return false }
            if retained[name, default: []].count < 100 { retained[name, default: []].append(event.detail) }
        case .document, .window:
            let target = event.target == .document ? "document" : "window"
            app.run(
                "Capacitor.triggerEvent(\(NativeValue.string(event.name).json), '\(target)', \(event.detail.script))")
        case .frames, .message, .function: dispatch(event)
        }
        return true
    }

    private func fire(_ event: String, _ data: NativeValue, of plugin: String) {
        app.send(BridgeEvent(event, to: .plugin(plugin), detail: data))
    }

    func tell(_ change: PhoneChange) {
        switch change {
        case .isActive(let isActive):
            fire("appStateChange", ["isActive": .bool(isActive)], of: "App")
            fire(isActive ? "resume" : "pause", [:], of: "App")
            app.send(BridgeEvent(isActive ? "resume" : "pause", to: .document, detail: [:]))
        case .opened(let url):
            fire(
                "appUrlOpen",
                ["url": .string(url.absoluteString), "iosSourceApplication": "", "iosOpenInPlace": ""], of: "App")
        case .isConnected: fire("networkStatusChange", app.half.phone.networkStatus, of: "Network")
        case .moved: break
        case .keyboard(let height):
            for stage in height > 0
                ? ["keyboardWillShow", "keyboardDidShow"] : ["keyboardWillHide", "keyboardDidHide"]
            {
                let data: NativeValue = height > 0 ? ["keyboardHeight": .number(height)] : [:]
                fire(stage, data, of: "Keyboard")
                app.send(BridgeEvent(stage, to: .window, detail: data))
            }
        case .registered(let token): fire("registration", ["value": .string(token)], of: "PushNotifications")
        case .pushed(let notification): fire("pushNotificationReceived", notification, of: "PushNotifications")
        case .notified(let notification): fire("localNotificationReceived", notification, of: "LocalNotifications")
        case .tapped(let notification):
            let isPush = notification["schedule"] == nil && notification["id"]?.number == nil
            fire(
                isPush ? "pushNotificationActionPerformed" : "localNotificationActionPerformed",
                ["actionId": "tap", "notification": notification],
                of: isPush ? "PushNotifications" : "LocalNotifications")
        case .statusBar(let event, let info): fire(event, info, of: "StatusBar")
        case .browserLoaded: fire("browserPageLoaded", [:], of: "Browser")
        case .browserClosed: fire("browserFinished", [:], of: "Browser")
        }
    }

    func decision(on action: WKNavigationAction, to url: URL) -> NavigationDecision {
        if let name = url.host, action.targetFrame != nil, app.half.capacitor.allowsNavigation(to: name) {
            return .load
        }
        guard action.isTopLevel, action.targetFrame == nil || !app.isOwn(url) else { return .load }
        return app.half.phone.isActive ? .system : .ignore
    }

    private func answer(
        _ plugin: String, _ method: String, _ id: String, _ outcome: NativeCall.Outcome, isLast: Bool
    ) {
        var message: [String: NativeValue] = [
            "callbackId": .string(id), "pluginId": .string(plugin), "methodName": .string(method),
        ]
        switch outcome {
        case .success(let value):
            message["success"] = true
            message["save"] = .bool(!isLast)
            message["data"] = value
        case .failure(let error):
            message["success"] = false
            message["error"] = .object(
                error.data.merging([
                    "message": .string(error.message), "errorMessage": .string(error.message),
                ]) { $1 }.merging(error.code.map { ["code": .string($0)] } ?? [:]) { $1 })
        }
        app.run("Capacitor.fromNative(\(NativeValue.object(message).script))")
    }
}
