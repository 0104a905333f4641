import Foundation
import SWWebView
import WebKit

/// A web view of an app: the part of the native half that belongs to this view's pages. Main actor only.
///
/// Every frame of the page can make calls, and answers go to the main frame, as on iOS. The content controller's message handlers own it.
@MainActor
final class AppView {
    let half: NativeHalf
    private(set) weak var webView: WKWebView?
    private(set) var bridge: (any FrameworkBridge)?
    /// The origins that the app itself has loaded in the view.
    var ownOrigins: Set<String> = []
    /// The address that the view loads for the page, until WebKit asks about the load.
    var pageLoad: URL?
    var navigations: Subscription?
    private var connectivity: Subscription?
    /// The latest calls with repeated answers. The phone's listeners hold them weakly.
    private var streams: [PluginCall] = []
    private static let mostStreams = 1000

    init(_ webView: WKWebView, of half: NativeHalf) {
        self.half = half
        self.webView = webView
        bridge =
            switch half.framework {
            case .capacitor: CapacitorBridge(self)
            case .cordova: CordovaBridge(self)
            case .reactNative: ReactNativeBridge(self)
            case .hotwire: HotwireBridge(self)
            case .flutter: FlutterBridge(self)
            case .plain, .swwebview: nil
            }
        guard let bridge else { return }
        bridge.install(in: webView.configuration.userContentController)
        watchNavigations(of: webView)
        guard let view = webView as? SWWebView else { return }
        for (prefix, endpoint) in bridge.endpoints { view.endpoints[prefix] = endpoint }
        connectivity = half.phone.connect(view)
    }

    /// Fires a plugin's event in the page: Capacitor's listeners of the plugin, or an event of the document or window.
    func fire(_ event: String, _ data: NativeValue, of plugin: String) {
        guard let bridge else { return }
        let target = bridge.target(of: event, plugin: plugin)
        send(target == .message ? ReactNativeBridge.message(data) : BridgeEvent(event, to: target, detail: data))
    }

    /// Sends an event to the page. A recording has the event once, however many views receive it.
    func send(_ event: BridgeEvent) {
        guard !half.isReplayingCommand, let bridge, bridge.deliver(event, isReplayed: false) else { return }
        if half.appViews.first === self { half.record(.event(event, direction: .toPage, frame: nil)) }
    }

    /// Logs a call and answers it.
    ///
    /// - Parameter missing: the answer where the plugin or its method does not exist; nil for an error.
    func perform(_ call: PluginCall, ifMissing missing: NativeValue? = nil) {
        call.view = self
        replayBrowser(call)
        half.perform(
            "\(call.plugin).\(call.method)", id: call.id.isEmpty ? nil : call.id, arguments: call.logged,
            frame: call.frame, in: webView, reply: call.reply
        ) { [weak self] reply in
            call.reply = reply
            let methods = self?.half.plugins[call.plugin]?.methods
            switch call.ownMethod ?? methods?[call.method] ?? methods?["*"] {
            case .promise(let method):
                do {
                    return try await method(call)
                } catch let error as CocoaError {
                    // The description of such an error contains paths of this machine.
                    throw NativeCallError(error.localizedDescription)
                }
            case .stream(let method):
                self?.keep(call)
                try method(call)
                return nil
            case nil:
                if let missing { return missing }
                throw NativeCallError.missingOnIOS
            }
        }
    }

    private func keep(_ call: PluginCall) {
        if streams.count == Self.mostStreams { streams.removeFirst(Self.mostStreams / 10) }
        streams.append(call)
    }

    /// Runs a script of the bridge in the main frame.
    func run(_ script: String) {
        // Ignore failures: the page may be gone, or may have replaced the bridge's functions.
        webView?.evaluateJavaScript(script, completionHandler: nil)
    }
}
