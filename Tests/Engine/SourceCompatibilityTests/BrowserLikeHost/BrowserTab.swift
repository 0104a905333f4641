import Foundation
import WebKit

/// A tab of a browser: its address bar, its history, and the pages that it opens, blocks and downloads.
final class BrowserTab: NSObject {
    let webView: WKWebView
    let downloads: DownloadList
    private var observations: [NSKeyValueObservation] = []

    private(set) var addresses: [URL] = []
    private(set) var progress: [Double] = []
    private(set) var refused: [URL] = []
    var onFinish: (() -> Void)?
    var onRefusal: (() -> Void)?
    var onMediaState: ((WKMediaPlaybackState) -> Void)?

    init(configuration: WKWebViewConfiguration, downloadFolder: URL) {
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
        configuration.preferences.isElementFullscreenEnabled = true
        configuration.preferences.isFraudulentWebsiteWarningEnabled = true
        configuration.upgradeKnownHostsToHTTPS = true
        configuration.ignoresViewportScaleLimits = true
        webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: configuration)
        downloads = DownloadList(folder: downloadFolder)
        super.init()
        webView.navigationDelegate = self
        webView.uiDelegate = self
        webView.allowsBackForwardNavigationGestures = true
        webView.customUserAgent = "Mozilla/5.0 (iPhone) BrowserLikeHost/1.0"
        observations = [
            webView.observe(\.url, options: [.new]) { [weak self] webView, _ in
                if let url = webView.url, url != self?.addresses.last { self?.addresses.append(url) }
            },
            webView.observe(\.estimatedProgress, options: [.new]) { [weak self] _, change in
                if let value = change.newValue { self?.progress.append(value) }
            },
        ]
    }

    func open(_ text: String) {
        guard let url = URL(string: text), url.scheme != nil else { return }
        webView.load(URLRequest(url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: 30))
    }

    /// The titles of the pages that a press on the back button lists, the last one first.
    var backTitles: [String] {
        webView.backForwardList.backList.reversed().map { $0.title ?? $0.url.absoluteString }
    }

    func goBack(to title: String) {
        guard let item = webView.backForwardList.backList.first(where: { $0.title == title }) else { return }
        webView.go(to: item)
    }

    func findInPage(_ text: String, completion: @escaping (Bool) -> Void) {
        let configuration = WKFindConfiguration()
        configuration.wraps = true
        configuration.caseSensitive = false
        webView.find(text, configuration: configuration) { completion($0.matchFound) }
    }

    func savePage(completion: @escaping (Result<Data, Error>) -> Void) {
        webView.createWebArchiveData(completionHandler: completion)
    }

    func silence() {
        webView.pauseAllMediaPlayback {
            self.webView.requestMediaPlaybackState { self.onMediaState?($0) }
        }
    }
}

extension BrowserTab: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        guard let url = navigationAction.request.url, url.scheme != "itms-apps" else {
            if let url = navigationAction.request.url { refused.append(url) }
            decisionHandler(.cancel)
            onRefusal?()
            return
        }
        if navigationAction.shouldPerformDownload || navigationAction.modifierFlags.contains(.alternate) {
            decisionHandler(.download)
        } else {
            decisionHandler(.allow)
        }
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        let disposition = (navigationResponse.response as? HTTPURLResponse)?.value(
            forHTTPHeaderField: "Content-Disposition")
        let isAttachment = disposition?.hasPrefix("attachment") == true
        decisionHandler(isAttachment || !navigationResponse.canShowMIMEType ? .download : .allow)
    }

    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
        downloads.add(download)
    }

    func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
        downloads.add(download)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { onFinish?() }
}

extension BrowserTab: WKUIDelegate {
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        if navigationAction.targetFrame == nil { webView.load(navigationAction.request) }
        return nil
    }
}
