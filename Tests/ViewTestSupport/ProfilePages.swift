import SWWebView
import Simulator
import WebKit

/// Returns a view with a page of its own in a simulated framework, once the page is loaded.
@MainActor
func openPage(of half: NativeHalf, _ navigations: Navigations) async -> SWWebView {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: configuration)
    half.attach(to: view)
    view.navigationDelegate = navigations
    view.loadHTMLString("<title>Page</title>", baseURL: URL(string: "sw://app.example/"))
    await navigations.over()
    return view
}
