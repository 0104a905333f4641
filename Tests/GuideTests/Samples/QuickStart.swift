import Foundation
import SWWebView
import WebKit

/// The quick start of the README and of the guide SWWebView.
// The sample is short.
// swift-format-ignore: NeverForceUnwrap
@MainActor
func quickStart(delegate: any WKNavigationDelegate) {
    let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: WKWebViewConfiguration())
    view.serviceWorkerPermittedDomains = ["app.example"]
    view.navigationDelegate = delegate
    view.load(URLRequest(url: URL(string: "https://app.example/")!))  // in the page: sw://app.example/
}

/// The guide's shorter form.
// The sample is short.
// swift-format-ignore: NeverForceUnwrap
@MainActor
func quickStart() {
    let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: WKWebViewConfiguration())
    view.serviceWorkerPermittedDomains = ["app.example"]
    view.load(URLRequest(url: URL(string: "https://app.example/")!))  // in the page: sw://app.example/
}
