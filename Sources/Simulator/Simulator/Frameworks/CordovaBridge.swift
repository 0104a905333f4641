import Foundation
import HTTPMessages
import SWWebView
import URLInterception
import WebKit

/// Cordova's bridge. The message handler `cordova` receives `[callbackId, service, action, arguments]`, and
/// `cordova.require('cordova/exec').nativeCallback` receives answers.
///
/// Sources: Cordova iOS 8.1, `cordova-js-src/{exec,platform}.js`, `CDVCommandDelegateImpl.m`, `CDVPluginResult.m`,
/// `CDVViewController.m`, `CDVIntentAndNavigationFilter.m`, `CDVWebViewUIDelegate.m`.
@MainActor
final class CordovaBridge: FrameworkBridge {
    unowned let app: AppView

    init(_ app: AppView) { self.app = app }

    /// The endpoint of `cordova.js`, which an app's folder lacks before `cordova prepare`. A file of the folder takes
    /// precedence.
    var endpoints: [String: any PageEndpoint] {
        let prefix = PhoneFilesEndpoint.cordovaPrefix
        return [
            "/cordova.js": CordovaScript(view: app.webView as? SWWebView),
            prefix + "/": PhoneFilesEndpoint(app.half, prefix: prefix),
        ]
    }

    func install(in content: WKUserContentController) {
        // `WkWebView.convertFilePath` of cordova.js uses this address: `CDVWebViewEngine.m`.
        content.addStart("window.CDV_ASSETS_URL = 'app://localhost';")
        content.add(
            MessageHandler(of: app) { [weak self] in self?.receive($0, from: $1) }, name: "cordova")
    }

    private func receive(_ message: NativeValue, from frame: NativeFrame) {
        guard let id = message[0]?.string, let service = message[1]?.string, let action = message[2]?.string else {
            return
        }
        // Ignore the copies of console output that cordova.js sends. They have no callbacks.
        if service == "Console" { return }
        app.perform(
            PluginCall(
                plugin: service, method: action, arguments: .array(message[3]?.array ?? []), frame: frame,
                id: id
            ) { [weak self] in self?.answer(id, $0, isLast: $1) })
    }

    /// Returns the value that the page's error callback receives. Some services, such as `File`, send numbers.
    private func value(of error: NativeCallError) -> NativeValue {
        if !error.data.isEmpty { return .object(error.data) }
        return error.code.flatMap { Int($0) }.map { .number(Double($0)) } ?? .string(error.message)
    }

    /// The numbers of `CDVCommandStatus`.
    private enum Status: Int {
        case ok = 1
        case classNotFound
        case invalidAction = 7
        case error = 9
    }

    private func answer(_ id: String, _ outcome: NativeCall.Outcome, isLast: Bool) {
        // Apply the rule of Cordova's `isValidCallbackId`. A call without callbacks has the id INVALID.
        guard id != "INVALID", id.count <= 100,
            id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) })
        else { return }
        let (status, value): (Status, NativeValue) =
            switch outcome {
            case .success(let value): (.ok, value)
            case .failure(.missingOnIOS): (.invalidAction, "Invalid action")
            case .failure(let error): (.error, value(of: error))
            }
        app.run(
            """
            cordova.require('cordova/exec').nativeCallback(\(NativeValue.string(id).json), \(status.rawValue), \
            \(value.script), \(!isLast), false)
            """)
    }

    func tell(_ change: PhoneChange) {
        switch change {
        case .isActive(true):
            for name in ["resume", "active"] { app.send(BridgeEvent(name, to: .document, detail: [:])) }
        case .isActive(false):
            for name in ["resign", "pause"] { app.send(BridgeEvent(name, to: .document, detail: [:])) }
        case .opened(let url):
            // Call the function that cordova-plugin-customurlscheme calls.
            app.send(BridgeEvent("handleOpenURL", to: .function, detail: .string(url.absoluteString)))
        case .keyboard(let height):
            for stage in height > 0
                ? ["keyboardWillShow", "keyboardDidShow"] : ["keyboardWillHide", "keyboardDidHide"]
            {
                let detail: NativeValue = height > 0 ? ["keyboardHeight": .number(height)] : [:]
                app.send(BridgeEvent(stage, to: .window, detail: detail))
            }
        case .isConnected, .moved, .registered, .pushed, .notified, .tapped, .statusBar, .browserLoaded, .browserClosed:
            break
        }
    }

    /// Decides by the lists of the app's config.xml, also about frames. Frames of other origins, `data:` and `srcdoc` need an
    /// `<allow-navigation>`.
    func decision(on action: WKNavigationAction, to url: URL) -> NavigationDecision {
        if app.isOwn(url) || app.half.cordova.allowsNavigation(to: url) {
            // Its UI delegate opens no windows.
            return action.targetFrame == nil ? .replace : .load
        }
        let isLink = action.navigationType == .linkActivated || action.navigationType == .other && action.isTopLevel
        return isLink && app.half.cordova.allowsIntent(url) ? .system : .refuse
    }

    func target(of event: String, plugin: String) -> BridgeEvent.Target { plugin == "Keyboard" ? .window : .document }

    func deliver(_ event: BridgeEvent, isReplayed: Bool) -> Bool {
        let arguments = "\(NativeValue.string(event.name).json), \(event.detail.script)"
        switch event.target {
        // cordova.js defers its own events, such as `resume`, and dispatches all others at once.
        case .document where event.name == "active":
            app.run("setTimeout(() => cordova.fireDocumentEvent(\(arguments)), 0)")
        case .window: app.run(Self.keyboardScript(event) + "cordova.fireWindowEvent(\(arguments))")
        case .document, .plugin: app.run("cordova.fireDocumentEvent(\(arguments))")
        case .frames, .message, .function: dispatch(event)
        }
        return true
    }
}

extension CordovaBridge {
    /// The functions of the keyboard plugins that their native halves call, by the event that each fires.
    private static let keyboardFunctions = [
        "keyboardWillShow": "fireOnShowing", "keyboardDidShow": "fireOnShow", "keyboardWillHide": "fireOnHiding",
        "keyboardDidHide": "fireOnHide",
    ]

    /// Returns the start of a script that calls a keyboard plugin's function, if the page has it, in place of what follows.
    private static func keyboardScript(_ event: BridgeEvent) -> String {
        guard let function = keyboardFunctions[event.name] else { return "" }
        let height = event.detail["keyboardHeight"]?.number.map { NativeValue.number($0).json } ?? ""
        let isVisible = event.name == "keyboardDidShow" ? "true" : event.name == "keyboardDidHide" ? "false" : nil
        let shown = isVisible.map { "if (window.Keyboard) Keyboard.isVisible = \($0); " } ?? ""
        return "\(shown)if (window.Keyboard?.\(function)) Keyboard.\(function)(\(height)); else "
    }
}

/// An endpoint that answers `/cordova.js` with the app's own file, or else with this package's script.
@MainActor
private final class CordovaScript: PageEndpoint {
    private weak var view: SWWebView?

    init(view: SWWebView?) { self.view = view }

    func access(to request: URLRequest) -> PathAccess { .file }

    var internalPaths: [InternalPath] { [] }

    func respond(to request: URLRequest, body: BodyStream) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        if let own = try await view?.loader.load(request), own.response.statusCode != 404 { return own }
        let headers = ["Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-store"]
        return try LoadedResource(
            url: url, status: 200, headers: headers,
            body: BodyStream(Data((EmbeddedFiles.cordova_js + EmbeddedFiles.cordova_file_js).utf8)))
    }
}
