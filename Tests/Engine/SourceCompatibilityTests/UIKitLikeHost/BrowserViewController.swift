import UIKit
import WebKit

private var progressContext = 0

/// The screen of a browser: a toolbar, a progress bar, dialogs as alerts, and links that other applications open.
class BrowserViewController: UIViewController {
    let webView: WKWebView
    let progressView = UIProgressView(progressViewStyle: .bar)
    let spinner = UIActivityIndicatorView(style: .medium)
    let logoView = UIImageView(image: UIImage(systemName: "globe"))
    let statusLabel: UILabel = {
        let label = UILabel()
        label.font = .preferredFont(forTextStyle: .footnote)
        label.textColor = .secondaryLabel
        label.textAlignment = .center
        label.numberOfLines = 0
        return label
    }()
    private lazy var retryButton: UIButton = {
        let button = UIButton(type: .system)
        button.setTitle("Retry", for: .normal)
        button.addTarget(self, action: BrowserViewController.retry, for: .touchUpInside)
        return button
    }()

    var onChange: (() -> Void)?
    private(set) var changes: [String: [Any]] = [:]
    private(set) var retries = 0

    init(configuration: WKWebViewConfiguration) {
        webView = WKWebView(frame: .zero, configuration: configuration)
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        webView.navigationDelegate = self
        webView.uiDelegate = self
        webView.translatesAutoresizingMaskIntoConstraints = false
        for subview in [webView, progressView, spinner, statusLabel, retryButton, logoView] as [UIView] {
            view.addSubview(subview)
        }
        NSLayoutConstraint.activate([
            webView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            webView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            webView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            webView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        ])
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            barButtonSystemItem: .refresh, target: self, action: BrowserViewController.retry)
        toolbarItems = [
            UIBarButtonItem(title: "Back", style: .plain, target: self, action: BrowserViewController.goBack),
            UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil),
            UIBarButtonItem(systemItem: .action, primaryAction: UIAction { [weak self] _ in self?.printPage() }),
        ]
        let refresh = UIRefreshControl()
        refresh.addTarget(self, action: BrowserViewController.pulled, for: .valueChanged)
        webView.scrollView.refreshControl = refresh
        webView.addObserver(
            self, forKeyPath: "estimatedProgress", options: [.new, .old], context: &progressContext)
        webView.addObserver(self, forKeyPath: "title", options: .new, context: nil)
        webView.addObserver(self, forKeyPath: "loading", options: [.initial, .new], context: nil)
    }

    func stopObserving() {
        webView.removeObserver(self, forKeyPath: "estimatedProgress", context: &progressContext)
        webView.removeObserver(self, forKeyPath: "title")
        webView.removeObserver(self, forKeyPath: "loading")
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard let keyPath = keyPath, object as? WKWebView === webView else { return }
        changes[keyPath, default: []].append(change?[.newKey] ?? "nothing")
        if context == &progressContext {
            progressView.setProgress(Float(webView.estimatedProgress), animated: true)
        } else if keyPath == "title" {
            title = webView.value(forKey: "title") as? String
            UIAccessibility.post(notification: .screenChanged, argument: title)
        } else if keyPath == "loading" {
            webView.isLoading ? spinner.startAnimating() : spinner.stopAnimating()
        }
        onChange?()
    }

    func retry() {
        retries += 1
        UIImpactFeedbackGenerator(style: .light).impactOccurred()
    }

    func goBack() { webView.goBack() }

    func pulled(_ sender: UIRefreshControl) {
        sender.endRefreshing()
        retry()
    }

    func printPage() {
        let controller = UIPrintInteractionController.shared
        let info = UIPrintInfo(dictionary: nil)
        info.jobName = title ?? ""
        info.outputType = .general
        controller.printInfo = info
        controller.printFormatter = webView.viewPrintFormatter()
        controller.present(animated: true) { [weak self] _, completed, error in
            self?.statusLabel.text = completed ? "Printed" : error?.localizedDescription
            self?.onChange?()
        }
    }
}

extension BrowserViewController: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        guard let url = navigationAction.request.url, let scheme = url.scheme else { return decisionHandler(.cancel) }
        if ["tel", "mailto"].contains(scheme), UIApplication.shared.canOpenURL(url) {
            UIApplication.shared.open(url, options: [:]) { [weak self] _ in self?.onChange?() }
            return decisionHandler(.cancel)
        }
        decisionHandler(.allow)
    }
}

extension BrowserViewController: WKUIDelegate {
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping (Bool) -> Void
    ) {
        let alert = UIAlertController(title: nil, message: message, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default, handler: { _ in completionHandler(true) }))
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel, handler: { _ in completionHandler(false) }))
        present(alert, animated: true) { self.onChange?() }
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void
    ) {
        let alert = UIAlertController(title: nil, message: prompt, preferredStyle: .alert)
        alert.addTextField { textField in
            textField.text = defaultText
            textField.keyboardType = .emailAddress
        }
        alert.addAction(
            UIAlertAction(title: "OK", style: .default) { _ in completionHandler(alert.textFields?.first?.text) })
        alert.preferredAction = alert.actions.first
        let scene = UIApplication.shared.connectedScenes.first as? UIWindowScene
        let window = scene?.windows.first { $0.isKeyWindow }
        window?.rootViewController?.present(alert, animated: true) { self.onChange?() }
    }
}
