import SWWebView
import WebKit

/// Makes a small view of a store of its own, whose scheme `app` is answered by `pages`.
@MainActor
func makeView(
    _ pages: Pages, _ navigations: Navigations, size: CGSize = CGSize(width: 400, height: 300),
    _ adjust: (WKWebViewConfiguration) -> Void = { _ in }
) -> WKWebView {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    configuration.setURLSchemeHandler(pages, forURLScheme: "app")
    adjust(configuration)
    let view = WKWebView(frame: CGRect(origin: .zero, size: size), configuration: configuration)
    view.navigationDelegate = navigations
    return view
}

/// Makes a bridged view, by default with a store of its own. Its pages from the loopback have service workers.
@MainActor
func makeBridgedView(
    store: WKWebsiteDataStore = .nonPersistent(), _ adjust: (WKWebViewConfiguration) -> Void = { _ in }
) -> SWWebView {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = store
    adjust(configuration)
    let view = SWWebView(frame: .zero, configuration: configuration)
    view.serviceWorkerPermittedDomains = ["127.0.0.1"]
    return view
}

/// Keeps the messages of a page, and lets a test wait for the next one.
@MainActor
final class Messages: NSObject, WKScriptMessageHandler {
    private(set) var received: [WKScriptMessage] = []
    private var waiter: CheckedContinuation<Void, Never>?

    var bodies: [String] { received.map { $0.body as? String ?? "\($0.body)" } }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        received.append(message)
        waiter?.resume()
        waiter = nil
    }

    /// Waits until there are that many messages.
    func wait(for count: Int) async {
        while received.count < count { await withCheckedContinuation { waiter = $0 } }
    }
}

/// Answers messages as a test says.
@MainActor
final class Replies: NSObject, WKScriptMessageHandlerWithReply {
    typealias Reply = @MainActor (Any?, String?) -> Void
    private let answer: @MainActor (WKScriptMessage, @escaping Reply) -> Void

    init(_ answer: @escaping @MainActor (WKScriptMessage, @escaping Reply) -> Void) { self.answer = answer }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping Reply
    ) {
        answer(message, replyHandler)
    }
}

/// Something that happens once and can be waited for.
@MainActor
final class Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func pass() async {
        if !isOpen { await withCheckedContinuation { waiters.append($0) } }
    }
}
