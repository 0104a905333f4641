import CWebKitGTK
import HTTPMessages

/// The task that a view makes for one request of a custom scheme.
///
/// The task may be used from any thread, as on iOS: a call from another thread hops to the main thread and waits. Beyond Apple's
/// API, the package's own handlers stream through it: ``bodyChunks()`` and ``write(_:)`` wait when the other side is slower.
package final class URLSchemeTask: NSObject, WKURLSchemeTask, Sendable {
    /// The request of the page. It includes the body unless the handler is a ``StreamingURLSchemeHandler``.
    package let request: URLRequest
    /// The address of the request as WebKit writes it, which Foundation may escape further; nil where WebKit has not asked.
    package let address: String?

    @MainActor private var state = SchemeTaskState()
    @MainActor private var exchange: SchemeExchange?
    @MainActor private weak var webView: WKWebView?
    @MainActor private let handler: any WKURLSchemeHandler
    /// The object that brings the body to the page; nil when the exchange does.
    @MainActor private var taker: (any BodyTaker)?
    /// The response so far, while the navigation delegate may still turn it into a download.
    @MainActor private var held: (response: URLResponse?, body: SchemeBody)?
    /// The queue to the file of a download, in place of the exchange.
    @MainActor private var fileBody: SchemeBody?

    @MainActor
    private init(
        request: URLRequest, exchange: SchemeExchange?, webView: WKWebView, handler: any WKURLSchemeHandler,
        taker: (any BodyTaker)?
    ) {
        self.request = request
        address = exchange?.address
        self.exchange = exchange
        self.webView = webView
        self.handler = handler
        self.taker = taker
    }

    // MARK: Life

    /// Takes over a request that WebKit has begun, and gives it to the view's handler of the scheme.
    @MainActor
    static func start(_ handle: OpaquePointer, in webView: WKWebView) {
        let exchange = SchemeExchange(handle)
        guard let url = exchange.url, let scheme = url.scheme?.lowercased(),
            let handler = webView.handler(ofScheme: scheme)
        else {
            exchange.fail(NSError(domain: NSURLErrorDomain, code: NSURLErrorUnsupportedURL))
            return
        }
        var request = exchange.request(for: url)
        // First: the application's `Accept` header can replace the one by which WebKit asks for documents.
        request.mainDocumentURL = webView.mainDocumentURL(of: request)
        webView.mergeLoadedRequest(into: &request)
        let taker = webView.hooks.bodyTakers?.taker(for: &request)
        if handler is any StreamingURLSchemeHandler || request.httpBody != nil || !exchange.mayHaveBody {
            // Others write without waiting for the page.
            begin(request, exchange, webView, handler, handler is any StreamingURLSchemeHandler ? taker : nil)
        } else {
            collectBody(of: request, exchange, webView, handler)
        }
    }

    @MainActor
    private static func begin(
        _ request: URLRequest, _ exchange: SchemeExchange, _ webView: WKWebView, _ handler: any WKURLSchemeHandler,
        _ taker: (any BodyTaker)?
    ) {
        let task = URLSchemeTask(
            request: request, exchange: exchange, webView: webView, handler: handler, taker: taker)
        webView.schemeTasks.insert(task)
        if taker == nil, webView.downloads.answersFrame(task) { task.held = (nil, SchemeBody()) }
        exchange.onStop = { [weak task] in task?.stop() }
        handler.webView(webView, start: task)
    }

    /// Reads the whole body first: on iOS a task has it from the start.
    @MainActor
    private static func collectBody(
        of request: URLRequest, _ exchange: SchemeExchange, _ webView: WKWebView, _ handler: any WKURLSchemeHandler
    ) {
        Task.immediate { @MainActor [weak webView] in
            var request = request
            do {
                var body = Data()
                for try await chunk in exchange.bodyChunks() { body.append(chunk) }
                if !body.isEmpty { request.httpBody = body }
            } catch {
                // On iOS, too, a body with a Blob does not reach a handler; the request does.
            }
            guard let webView, !exchange.isStopped else { return }
            begin(request, exchange, webView, handler, nil)
        }
    }

    /// Ends the task because the page has lost interest.
    @MainActor
    func stop() {
        if let webView { stop(in: webView) }
    }

    /// Ends the task because its view, which weak references no longer find, goes away.
    @MainActor
    func stop(in webView: WKWebView) {
        guard state.stop() else { return }
        taker?.fail(NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled))
        held = nil
        fileBody?.fail(DownloadFailure.connectionLost(request.url))
        retire()
        handler.webView(webView, stop: self)
    }

    @MainActor
    private func retire() {
        webView?.schemeTasks.remove(self)
        release()
        taker = nil
    }

    /// WebKit has all that it is to have.
    @MainActor
    private func release() {
        exchange?.onStop = nil
        exchange = nil
    }

    // MARK: Downloads

    /// Starts the view's handler with a request, and returns the queue for the response; nil where the view has no handler of
    /// the scheme.
    @MainActor
    static func load(_ request: URLRequest, in webView: WKWebView) -> SchemeBody? {
        guard let handler = webView.schemeHandlers[request.url?.scheme?.lowercased() ?? ""] else { return nil }
        let task = URLSchemeTask(request: request, exchange: nil, webView: webView, handler: handler, taker: nil)
        let body = SchemeBody()
        task.lead(into: body)
        webView.schemeTasks.insert(task)
        handler.webView(webView, start: task)
        return body
    }

    /// Sends the response to a file in place of the page. Returns nil where the task has no copy of the response's beginning.
    @MainActor
    func divert() -> (response: URLResponse?, bytes: BodyStream)? {
        guard let held else { return nil }
        self.held = nil
        // The page stops its load after the decision. The task must continue.
        exchange?.onStop = { [weak self] in self?.release() }
        if !isComplete { lead(into: held.body) }
        return (held.response, held.body.body)
    }

    @MainActor
    private func lead(into body: SchemeBody) {
        fileBody = body
        body.onCancel = { [weak self] in self?.stop() }
    }

    /// The response so far, while there is a copy of it.
    @MainActor var heldResponse: URLResponse? { held?.response }

    /// Discards the copy of the response, which only the page needs now.
    @MainActor
    func dropHeldBody() { held = nil }

    /// Stops the task because its page is gone, unless the response goes to a file.
    @MainActor
    func pageGone() {
        if fileBody == nil { stop() } else { release() }
    }

    // MARK: WKURLSchemeTask

    package func didReceive(_ response: URLResponse) {
        onMainThread { $0.receive(response) }
    }

    /// Answers with a response and the text of its status, which Foundation's response does not hold.
    package func didReceive(_ response: HTTPURLResponse, reasonPhrase: String) {
        onMainThread {
            $0.exchange?.reasonPhrase = reasonPhrase
            $0.receive(response)
        }
    }

    package func didReceive(_ data: Data) {
        onMainThread { $0.receive(data) }
    }

    package func didFinish() {
        onMainThread { $0.finish() }
    }

    package func didFailWithError(_ error: any Error) {
        let error = error as NSError
        onMainThread { $0.fail(error) }
    }

    private func onMainThread(_ work: @MainActor (URLSchemeTask) -> Void) { MainThread.run { work(self) } }

    @MainActor
    private func receive(_ response: URLResponse) {
        guard permits(state.receiveResponse()) else { return }
        if response.mimeType == nil, !(response is HTTPURLResponse), let url = request.url, request.isForDocument {
            webView?.downloads.noteTypeless(url)
        }
        if let shown = taker?.take(response, stop: { [weak self] in self?.stop() }) {
            exchange?.respond(shown, isAskedAnew: false)
            exchange?.finish()
            release()
        } else {
            taker = nil
            held?.response = response
            fileBody?.receive(response)
            if fileBody == nil { exchange?.respond(response, isAskedAnew: mayBeRepeated) }
        }
    }

    /// Whether a script may make the same request again, and is to have another answer then.
    @MainActor private var mayBeRepeated: Bool {
        !((handler as? any StreamingURLSchemeHandler)?.keepsRequestsApart ?? false) && request.isScripted
    }

    @MainActor
    private func receive(_ data: Data) {
        guard permits(state.receiveData()) else { return }
        (fileBody ?? held?.body)?.write(data)
        if fileBody == nil { exchange?.write(data) }
        taker?.write(data)
    }

    @MainActor
    private func finish() {
        guard permits(state.finish()) else { return }
        (fileBody ?? held?.body)?.finish()
        if fileBody == nil { exchange?.finish() }
        taker?.finish()
        retire()
    }

    @MainActor
    private func fail(_ error: NSError) {
        guard permits(state.fail()) else { return }
        (fileBody ?? held?.body)?.fail(error)
        if fileBody == nil { exchange?.fail(error, knownAs: webView?.failures.remember(error)) }
        if exchange == nil { taker?.fail(error) }
        retire()
    }

    private func permits(_ misuse: SchemeTaskState.Misuse?) -> Bool {
        guard let misuse else { return true }
        WKException.raise(.internalInconsistencyException, misuse.reason)
        return false
    }

    // MARK: Streaming

    /// Response streams of the process that WebKit has not let go of. For tests that look for leaks.
    @MainActor package static var openStreams: Int { SchemeExchange.openStreams }

    /// Whether the page has lost interest.
    @MainActor package var isStopped: Bool { state.isStopped }

    /// Whether the answer was given to its end, or the page has lost interest.
    @MainActor package var isComplete: Bool { state.isCompleted || state.isStopped }

    /// Adds a small piece to the body of the answer, copied: an event of an event stream.
    @MainActor
    package func writeEvent(_ bytes: UnsafeRawBufferPointer) {
        guard !state.isStopped, permits(state.receiveData()) else { return }
        exchange?.write(bytes)
    }

    /// The request's body, piece by piece, each read when the one before was taken. Throws ``UnreadableBody`` for a body
    /// with a Blob.
    @MainActor
    package func bodyChunks() -> SchemeBodyChunks { exchange?.bodyChunks() ?? SchemeBodyChunks(exchange: nil) }

    /// Adds to the body of the answer, and waits while too much of it is unread. Returns at once when the task was stopped.
    @MainActor
    package func write(_ data: Data) async {
        guard !state.isStopped, permits(state.receiveData()) else { return }
        (fileBody ?? held?.body)?.write(data)
        if let fileBody {
            await fileBody.caughtUp()
        } else if let exchange {
            await exchange.writeHoldingBack(data, in: webView?.handle)
        } else if let taker {
            taker.write(data)
            await taker.caughtUp()
        }
    }
}
