import Foundation
import WebKit

protocol SessionDelegate: AnyObject {
    func session(_ session: Session, didProposeVisitTo url: URL, action: String)
    func sessionDidRender(_ session: Session)
    func session(_ session: Session, component: String, didReceive event: String, data: [String: AnyHashable])
}

/// Visits pages in one web view: a page's adapter proposes visits by messages, and the session answers with scripts.
final class Session: NSObject {
    weak var delegate: SessionDelegate?
    let webView: VisitingWebView
    var onTitle: (() -> Void)?
    private(set) var offsets: [CGFloat] = []
    private var restorations: [URL: CGPoint] = [:]
    private var titles: [String] = []
    private var observations: [NSKeyValueObservation] = []

    init(configuration: WKWebViewConfiguration = WKWebViewConfiguration()) {
        configuration.applicationNameForUserAgent = "Native/1.0; bridge-components: [menu form]"
        webView = VisitingWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 700), configuration: configuration)
        super.init()
        webView.navigationDelegate = self
        configuration.userContentController.add(ScriptMessageProxy(self), name: "session")
        observations = [
            webView.observe(\.title, options: [.new]) { [weak self] _, change in
                guard let title = change.newValue ?? nil, !title.isEmpty else { return }
                self?.titles.append(title)
                self?.onTitle?()
            },
            webView.scrollView.observe(\.contentOffset, options: [.new]) { [weak self] _, change in
                if let offset = change.newValue { self?.offsets.append(offset.y) }
            },
        ]
    }

    var seenTitles: [String] { titles }

    func start(_ request: URLRequest) {
        webView.isPageReady = false
        webView.load(request)
    }

    func visit(_ url: URL, restoring: Bool = false) {
        if let current = webView.url { restorations[current] = webView.scrollView.contentOffset }
        webView.visit("adapter.visit('\(url.absoluteString)')")
        if restoring, let offset = restorations[url] {
            webView.scrollView.setContentOffset(offset, animated: false)
        }
    }

    func reply(to component: String, event: String, data: [String: AnyHashable]) {
        guard let json = try? JSONSerialization.data(withJSONObject: data),
            let text = String(data: json, encoding: .utf8)
        else { return }
        webView.evaluateJavaScript("adapter.reply('\(component)', '\(event)', \(text))")
    }

    fileprivate func receive(_ message: WKScriptMessage) {
        guard let body = message.body as? [String: AnyHashable], let name = body["name"] as? String else { return }
        let data = body["data"] as? [String: AnyHashable] ?? [:]
        switch name {
        case "pageLoaded":
            webView.isPageReady = true
        case "visitProposed":
            guard let location = data["location"] as? String, let url = URL(string: location) else { return }
            let options = data["options"] as? [String: AnyHashable]
            delegate?.session(self, didProposeVisitTo: url, action: options?["action"] as? String ?? "advance")
        case "visitRendered":
            delegate?.sessionDidRender(self)
        default:
            delegate?.session(self, component: name, didReceive: data["event"] as? String ?? "", data: data)
        }
    }
}

extension Session: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        let isSameHost = navigationAction.request.url?.host == webView.url?.host
        decisionHandler(webView.url == nil || isSameHost ? .allow : .cancel)
    }
}

/// Keeps the content controller from retaining the session.
private final class ScriptMessageProxy: NSObject, WKScriptMessageHandler {
    private weak var session: Session?

    init(_ session: Session) { self.session = session }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        session?.receive(message)
    }
}
