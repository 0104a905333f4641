import Foundation
import WebKit

/// A web view that logs what it evaluates, and keeps the scripts of visits that came before its page was ready.
final class VisitingWebView: WKWebView {
    private(set) var evaluated: [String] = []
    var isPageReady = false {
        didSet { if isPageReady { flush() } }
    }
    private var waiting: [String] = []

    var onEnd: (() -> Void)?

    deinit { onEnd?() }

    override init(frame: CGRect, configuration: WKWebViewConfiguration) {
        super.init(frame: frame, configuration: configuration)
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.bounces = true
        scrollView.showsVerticalScrollIndicator = false
        translatesAutoresizingMaskIntoConstraints = false
        isOpaque = false
        backgroundColor = .clear
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func evaluateJavaScript(
        _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, Error?) -> Void)? = nil
    ) {
        evaluated.append(javaScriptString)
        super.evaluateJavaScript(javaScriptString, completionHandler: completionHandler)
    }

    func visit(_ script: String) {
        if isPageReady { evaluateJavaScript(script) } else { waiting.append(script) }
    }

    private func flush() {
        waiting.forEach { evaluateJavaScript($0) }
        waiting.removeAll()
    }
}
