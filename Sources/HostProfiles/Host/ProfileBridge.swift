import NativeHosts
import SWWebView
import WebKit

/// A framework's wire protocol.
@MainActor
protocol ProfileBridge: AnyObject {
    /// Adds the scripts and message handlers of the protocol.
    func install(in content: WKUserContentController)
    /// Fires a plugin's event in the page.
    func fire(_ event: String, _ data: NativeValue, of plugin: String)
    /// Fires the framework's events for a change of the phone or the app.
    func tell(_ change: PhoneChange)
    /// Sends a message of the app to the page.
    func post(_ message: NativeValue)
    /// The endpoints of the app's origin, by reserved path.
    var endpoints: [String: any PageEndpoint] { get }
}

extension ProfileBridge {
    func tell(_ change: PhoneChange) {}
    func post(_ message: NativeValue) {}
    var endpoints: [String: any PageEndpoint] { [:] }
}

/// A message handler that calls a closure. The content controller owns the handler, and the handler owns the native half.
@MainActor
final class MessageHandler: NSObject, WKScriptMessageHandler {
    private let host: ProfileHost
    private let receive: @MainActor (NativeValue, NativeFrame) -> Void

    init(of host: ProfileHost, _ receive: @escaping @MainActor (NativeValue, NativeFrame) -> Void) {
        self.host = host
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
