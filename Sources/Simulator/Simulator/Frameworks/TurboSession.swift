import Foundation
import SWWebView
import WebKit

/// Hotwire Native's session: Turbo in the page proposes visits, and the app starts them. Each message of the page is a call of
/// the plugin `Turbo`, without its time.
///
/// A method `visitProposed` of this plugin decides over visits of the page's origin: the result `false` means that the app shows a
/// native screen. The app opens other locations in a browser.
///
/// Sources: hotwire-native-ios 1.3, `Source/Turbo/{WebView/turbo.js,WebView/WebViewBridge.swift,Session/Session.swift,Visit}`.
@MainActor
final class TurboSession {
    /// The name of the plugin. It is no bridge component.
    static let name = "Turbo"

    private unowned let app: AppView
    private var screens = HotwireScreens()
    /// The identifier of the latest visit.
    private var visit: String?

    init(_ app: AppView) { self.app = app }

    /// Returns the plugin that answers Turbo's messages.
    static var plugin: SimulatedPlugin {
        SimulatedPlugin([
            "visitProposed": .promise { call in
                guard call.arguments["location"]?.string != nil else { throw locationError }
                return true
            },
            "*": .promise { _ in nil },
        ])
    }

    private static let locationError = NativeCallError("The location of the visit is not a URL")

    /// The answer to a proposed visit of another origin. The app's router gives it, which no method of native.js replaces.
    private static let openBrowser = SimulatedPlugin.Method.promise { call in
        guard let location = foreignLocation(call.arguments, from: call.frame), let url = URL(string: location) else {
            throw locationError
        }
        if ["http", "https"].contains(url.scheme) { call.view?.half.phone.openBrowser(location) }
        return false
    }

    /// Returns the location of a proposed visit that is not of the page's origin; nil for any other.
    static func foreignLocation(_ proposal: NativeValue, from frame: NativeFrame) -> String? {
        guard let location = proposal["location"]?.string else { return nil }
        return location.hasPrefix(frame.origin + "/") ? nil : location
    }

    func install(in content: WKUserContentController) {
        let source = EmbeddedFiles.turbo_js
        content.addUserScript(WKUserScript(source: source, injectionTime: .atDocumentEnd, forMainFrameOnly: true))
        content.add(MessageHandler(of: app) { [weak self] in self?.receive($0, from: $1) }, name: "turbo")
    }

    private func receive(_ message: NativeValue, from frame: NativeFrame) {
        guard frame.isMainFrame, let name = message["name"]?.string, var data = message["data"]?.object else { return }
        // The time differs in each run.
        data["timestamp"] = nil
        hear(name, .object(data), from: frame)
        note(name, .object(data))
    }

    /// Makes the call of a message, and follows the proposal of a visit that the plugin does not refuse.
    private func hear(_ name: String, _ body: NativeValue, from frame: NativeFrame) {
        let isForeign = name == "visitProposed" && Self.foreignLocation(body, from: frame) != nil
        let call = PluginCall(plugin: Self.name, method: name, arguments: body, frame: frame) {
            [weak self] outcome, _ in
            guard let self, case .success(let answer) = outcome else { return }
            switch name {
            case "visitProposed": follow(body, answer != false ? .page : isForeign ? .elsewhere : .nativeScreen)
            case "visitRequestFailedWithNonHttpStatusCode": recover(body, from: frame)
            default: break
            }
        }
        if isForeign { call.ownMethod = Self.openBrowser }
        app.perform(call)
    }

    /// Keeps the state of the app's screens.
    private func note(_ name: String, _ data: NativeValue) {
        let identifier = data["restorationIdentifier"]?.string
        switch name {
        case "pageLoaded": screens.load(app.webView?.url?.absoluteString ?? "", restorationIdentifier: identifier)
        case "visitStarted": visit = data["identifier"]?.string
        case "visitCompleted": screens.identify(identifier)
        case "pageInvalidated": app.webView?.reload()
        default: break
        }
    }

    /// Starts the visit that a proposal leads to.
    private func follow(_ proposal: NativeValue, _ decision: HotwireScreens.Decision = .page) {
        guard let location = proposal["location"]?.string else { return }
        start(screens.propose(location, options: proposal["options"] ?? [:], decision))
    }

    /// Finds out why a visit has no response: a redirect to another origin leaves the app, and other pages are loaded anew.
    private func recover(_ data: NativeValue, from frame: NativeFrame) {
        guard let view = app.webView as? SWWebView, let identifier = data["identifier"]?.string,
            let location = data["location"]?.string.flatMap({ URL(string: $0) })
        else { return }
        Task { [weak self] in
            let failure = await FailedTurboRequest(at: location, in: view)
            guard let self, visit == identifier else { return }
            switch failure {
            case .leaves(let url): propose(url, ["action": "advance", "response": ["redirected": true]], from: frame)
            case .repeats: app.load(URLRequest(url: location))
            case .fails: break
            }
        }
    }

    /// Proposes the visit of an address to the app. A page without Turbo is replaced.
    func route(_ url: URL, from frame: NativeFrame) {
        app.webView?.evaluateJavaScript("Boolean(window.Turbo && window.turboNative)") { [weak self] hasTurbo, _ in
            guard let self else { return }
            guard hasTurbo as? Bool == true, !screens.isEmpty else {
                app.load(URLRequest(url: url))
                return
            }
            propose(url, ["action": "advance"], from: frame)
        }
    }

    private func propose(_ url: URL, _ options: NativeValue, from frame: NativeFrame) {
        hear("visitProposed", ["location": .string(url.absoluteString), "options": options], from: frame)
    }

    /// Executes an action of the app: `back`, `visit` with a `location`, `reload` or `clearSnapshotCache`.
    func execute(_ action: String, _ detail: NativeValue) {
        switch action {
        case "back": start(screens.pop())
        case "visit": follow(detail)
        case "reload": app.webView?.reload()
        case "clearSnapshotCache": app.run("window.turboNative?.clearSnapshotCache()")
        default: break
        }
    }

    private func start(_ visit: HotwireScreens.Visit?) {
        guard let visit else { return }
        let identifier = visit.screen.restorationIdentifier.map { NativeValue.string($0) } ?? .null
        app.run(
            """
            window.turboNative?.visitLocationWithOptionsAndRestorationIdentifier(\
            \(NativeValue.string(visit.screen.location).script), \(visit.options.script), \(identifier.script))
            """)
    }
}
