import WebKit

/// A scheme handler that answers paths with pages, and remembers the tasks it was given and told to stop.
@MainActor
final class Pages: NSObject, WKURLSchemeHandler {
    typealias Answer = @MainActor (any WKURLSchemeTask) -> Void

    private var answers: [String: Answer] = [:]
    private(set) var started: [String] = []
    private(set) var stopped: [String] = []
    private var stopWaiter: CheckedContinuation<Void, Never>?

    subscript(path: String) -> String {
        get { "" }
        set { answers[path] = { $0.answer(newValue) } }
    }

    func on(_ path: String, _ answer: @escaping Answer) { answers[path] = answer }

    func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
        let path = task.request.url?.path ?? ""
        started.append(path)
        if let answer = answers[path] { answer(task) } else { task.answer("", status: 404) }
    }

    func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {
        stopped.append(task.request.url?.path ?? "")
        stopWaiter?.resume()
        stopWaiter = nil
    }

    /// Waits for the first stop, unless it has come already.
    func firstStop() async {
        if stopped.isEmpty { await withCheckedContinuation { stopWaiter = $0 } }
    }
}

extension WKURLSchemeTask {
    func respond(status: Int = 200, type: String = "text/html; charset=utf-8", headers: [String: String] = [:]) {
        guard let url = request.url else { return }
        let fields = headers.merging(["Content-Type": type]) { $1 }
        if let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields) {
            didReceive(response)
        }
    }

    func answer(_ text: String, status: Int = 200, type: String = "text/html; charset=utf-8") {
        respond(status: status, type: type)
        didReceive(Data(text.utf8))
        didFinish()
    }
}

/// Lets tests wait for a change of what only they know.
@MainActor
final class Changes {
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func tell() {
        defer { waiters = [] }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until a condition holds, which can change only where ``tell()`` is called.
    func wait(until isTrue: () -> Bool) async {
        while !isTrue() { await withCheckedContinuation { waiters.append($0) } }
    }
}

/// A navigation delegate that records, and lets a test wait for the end of a load.
@MainActor
final class Navigations: NSObject, WKNavigationDelegate {
    private(set) var log: [String] = []
    private(set) var navigations: [WKNavigation] = []
    private(set) var error: NSError?
    private(set) var actions: [WKNavigationAction] = []
    private(set) var responses: [WKNavigationResponse] = []
    private(set) var terminations = 0
    /// The questions that the view asks.
    let questions = Changes()
    var decideAction: @MainActor (WKNavigationAction) -> WKNavigationActionPolicy = { _ in .allow }
    /// The gate that the decisions about actions wait for; nil for none.
    var decisionGate: Gate?
    var decideResponse: @MainActor (WKNavigationResponse) -> WKNavigationResponsePolicy = {
        $0.canShowMIMEType ? .allow : .cancel
    }
    private var isOver = false
    private var waiter: CheckedContinuation<Void, Never>?

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        let target = navigationAction.targetFrame.map { $0.isMainFrame ? "main" : "sub" } ?? "new"
        actions.append(navigationAction)
        log.append("action \(target) \(navigationAction.request.url?.absoluteString ?? "")")
        questions.tell()
        let policy = decideAction(navigationAction)
        guard let decisionGate else { return decisionHandler(policy) }
        Task {
            await decisionGate.pass()
            decisionHandler(policy)
        }
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
        log.append("response \((navigationResponse.response as? HTTPURLResponse)?.statusCode ?? 0)")
        responses.append(navigationResponse)
        questions.tell()
        return decideResponse(navigationResponse)
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        log.append("start")
        navigations.append(navigation)
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        log.append("commit")
        navigations.append(navigation)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        log.append("finish")
        navigations.append(navigation)
        end()
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        log.append("failProvisional")
        self.error = error as NSError
        end()
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        log.append("fail")
        self.error = error as NSError
        end()
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        terminations += 1
        log.append("terminated")
        end()
    }

    /// The addresses that were asked about, main frame only.
    var askedFor: [String] {
        actions.filter { $0.targetFrame?.isMainFrame ?? false }.map { $0.request.url?.absoluteString ?? "" }
    }

    private func end() {
        isOver = true
        waiter?.resume()
        waiter = nil
    }

    /// Waits for the load that was begun, and forgets its end.
    func over() async {
        if !isOver { await withCheckedContinuation { waiter = $0 } }
        isOver = false
    }
}

extension URL {
    init(_ text: StaticString) {
        guard let url = URL(string: "\(text)") else { preconditionFailure("not a URL: \(text)") }
        self = url
    }
}

extension WKWebView {
    /// Loads an address and waits for the end of the load.
    @MainActor
    func open(_ address: String, _ navigations: Navigations) async {
        guard let url = URL(string: address) else { preconditionFailure("not a URL: \(address)") }
        navigationDelegate = navigations
        load(URLRequest(url: url))
        await navigations.over()
    }

    /// Clicks as a person does, with a button of the mouse: 1 is the left one, 3 the right one.
    @MainActor
    func click(at place: CGPoint, button: Int = 1, modifiers: InputModifiers = []) {
        sendPointer(.move, at: place)
        sendPointer(.press, at: place, button: button, modifiers: modifiers)
        sendPointer(.release, at: place, button: button, held: button == 1 ? 1 : 2, modifiers: modifiers)
    }

    /// Runs the body of an asynchronous function in the page.
    @MainActor @discardableResult
    func call(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
        try await callAsyncJavaScript(body, arguments: arguments, contentWorld: .page)
    }
}
