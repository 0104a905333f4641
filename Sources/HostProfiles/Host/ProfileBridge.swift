import NativeHosts
import SWWebView
import WebKit

/// A framework's wire protocol.
@MainActor
protocol ProfileBridge: AnyObject {
    /// Adds the scripts and message handlers of the protocol.
    func install(in content: WKUserContentController)
    /// Fires an event in the page.
    func fire(_ event: String, _ data: NativeValue, of plugin: String)
    /// Tells the page of something that happened to the phone or the app.
    func tell(_ change: PhoneChange)
    /// Sends the page a message of the app's own.
    func post(_ message: NativeValue)
    /// What answers addresses below reserved paths of the app's origin.
    var endpoints: [String: any PageEndpoint] { get }
}

extension ProfileBridge {
    func tell(_ change: PhoneChange) {}
    func post(_ message: NativeValue) {}
    var endpoints: [String: any PageEndpoint] { [:] }
}

/// A message handler for a closure. A content controller holds it, and it holds the native half, which nothing else does.
@MainActor
final class MessageHandler: NSObject, WKScriptMessageHandler {
    private let host: ProfileHost
    private let receive: @MainActor (NativeValue, NativeFrame) -> Void

    init(of host: ProfileHost, _ receive: @escaping @MainActor (NativeValue, NativeFrame) -> Void) {
        self.host = host
        self.receive = receive
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        // Nested deeper than any real call.
        guard let body = try? NativeValue(message.body) else { return }
        receive(body, NativeFrame(message.frameInfo))
    }
}

extension WKUserContentController {
    /// Adds a script for the start of main frames.
    func addStart(_ source: String, mainFrameOnly: Bool = true) {
        addUserScript(
            WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: mainFrameOnly))
    }
}
