import Foundation
import SWWebView
import URLInterception
import WebKit
import WebViewTesting

/// `swwebview --automation`: the browser that WebKitWebDriver starts. It has no arguments of ours, so its options come from
/// the file that SWWEBVIEW_CONFIG names.
@MainActor
enum AutomationHost {

    /// Runs until the session ends.
    static func run() async throws {
        let file = try ConfigurationFile.named(by: [])
        let view = try ViewOptions.parse(file?.arguments(known: OptionNames.automation.subtracting(own)) ?? [])
        let options = try view.pageOptions()
        try WebKitEnvironment.prepare()
        let store = options.dataStore ?? .nonPersistent()
        let windows = PopupWindows(size: options.size)
        let ended = AsyncStream.makeStream(of: Void.self)
        let version = file?.values["application-version"]?.first ?? WebKitEnvironment.webKitVersion
        store.allowAutomation(
            applicationName: file?.values["application-name"]?.first ?? "swwebview", version: version,
            makeView: {
                let view = makeView(options, store: store)
                windows.keep(view)
                return view
            }, ended: { ended.continuation.finish() })
        for await _ in ended.stream {}
    }

    private static let own: Set<String> = ["application-name", "application-version"]

    private static func makeView(_ options: PageSuiteOptions, store: WKWebsiteDataStore) -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        configuration.isControlledByAutomation = true
        configuration.add(options)
        let view = SWWebView(frame: CGRect(origin: .zero, size: options.size), configuration: configuration)
        view.serviceWorkerPermittedDomains = options.permittedDomains
        view.loader = MappedLoader(map: options.map, offline: options.isOffline)
        return view
    }
}
