import Foundation
import SWWebView
import WebKit

/// A framework's wire protocol.
@MainActor
protocol FrameworkBridge: AnyObject {
    var app: AppView { get }
    /// Adds the scripts and message handlers of the protocol.
    func install(in content: WKUserContentController)
    /// The part of the page that receives an event of a plugin.
    func target(of event: String, plugin: String) -> BridgeEvent.Target
    /// Sends an event to the page.
    ///
    /// - Parameter isReplayed: whether the event comes from a recording. It then waits for its first listener.
    /// - Returns: false where no part of the page listens to the event.
    func deliver(_ event: BridgeEvent, isReplayed: Bool) -> Bool
    /// Throws an error for an event that cannot be fired now.
    func check(_ event: String, _ data: NativeValue, of plugin: String) throws(NativeCallError)
    /// Sends the framework's events for a change of the phone or the app with ``AppView/send(_:)``.
    func tell(_ change: PhoneChange)
    /// Decides about a navigation or a new window of a page. Never called for loads of the app itself.
    func decision(on action: WKNavigationAction, to url: URL) -> NavigationDecision
    /// The endpoints of the app's origin, by reserved path.
    var endpoints: [String: any PageEndpoint] { get }
}

extension FrameworkBridge {
    func target(of event: String, plugin: String) -> BridgeEvent.Target { .document }
    func check(_ event: String, _ data: NativeValue, of plugin: String) throws(NativeCallError) {}
    func tell(_ change: PhoneChange) {}
    func decision(on action: WKNavigationAction, to url: URL) -> NavigationDecision { .load }
    var endpoints: [String: any PageEndpoint] { [:] }
}

extension FrameworkBridge {
    func deliver(_ event: BridgeEvent, isReplayed: Bool) -> Bool {
        dispatch(event)
        return true
    }

    /// Dispatches a DOM event, or calls a function of the page.
    func dispatch(_ event: BridgeEvent) {
        let (name, detail) = (NativeValue.string(event.name).json, event.detail.script)
        switch event.target {
        case .document: app.run("document.dispatchEvent(Object.assign(new Event(\(name)), \(detail)))")
        case .window: app.run("window.dispatchEvent(Object.assign(new Event(\(name)), \(detail)))")
        case .message: app.run("window.dispatchEvent(new MessageEvent(\(name), { data: \(detail) }))")
        case .function: app.run("if (typeof window[\(name)] === 'function') window[\(name)](\(detail))")
        case .plugin, .frames: app.run("window.dispatchEvent(new CustomEvent(\(name), { detail: \(detail) }))")
        }
    }
}

/// A message handler that calls a closure. The content controller owns the handler, and the handler owns the native half.
@MainActor
final class MessageHandler: NSObject, WKScriptMessageHandler {
    private let app: AppView
    private let receive: @MainActor (NativeValue, NativeFrame) -> Void

    init(of app: AppView, _ receive: @escaping @MainActor (NativeValue, NativeFrame) -> Void) {
        self.app = app
        self.receive = receive
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        // Ignore a body that is nested too deeply. No framework sends such a body.
        guard let body = try? NativeValue(message.body) else { return }
        receive(body, NativeFrame(message.frameInfo))
    }
}

extension WKUserContentController {
    /// Adds a script that runs at document start.
    func addStart(_ source: String, mainFrameOnly: Bool = true) {
        addUserScript(
            WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: mainFrameOnly))
    }
}
