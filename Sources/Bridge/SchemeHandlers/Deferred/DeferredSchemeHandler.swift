import HTTPMessages
import URLInterception
public import WebKit

/// Answers requests with 202 Accepted at once, works, and tells the page by events when there is something to tell.
///
/// ```swift
/// configuration.setURLSchemeHandler(
///     DeferredSchemeHandler { request, progress in
///         try await exporter.export(request.url) { progress.report($0) }
///     }, forURLScheme: "export")
/// ```
///
/// ```js
/// const result = await fetchDeferred("export://all", { signal, onprogress: (value) => bar.value = value });
/// ```
///
/// The answer is JSON, `{"id": …}`. Then a `CustomEvent` named `deferred` comes for each progress, and one at the end; its
/// detail has the `id`, the `state` ("progress", "result" or "error"), and a `value` or an `error` with `name` and `message`.
/// `fetchDeferred`, which every frame has, makes one promise of all that. An abort, and the end of the view, cancel the work.
/// The events go to the frames of the origin that asked; where WebKit does not tell it, to all of the view. More than 1000 works
/// at a time are answered with 429, and pages of an origin that is not included with 403.
@MainActor
public final class DeferredSchemeHandler: NSObject, WKURLSchemeHandler {
    /// Does what a request asks for. It runs on the main actor and must not block it.
    ///
    /// Its result is encoded as JSON. An error that it throws rejects the promise, with the name and the text that
    /// ``DeferredError`` has, or with the error's type and description.
    public typealias Work = @MainActor (URLRequest, DeferredProgress) async throws -> any Encodable & Sendable

    private let work: Work
    private let crossOrigin: CrossOriginAnswers
    private static let busy = "Too much work is under way in this view. Wait for some of it to end."

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - origins: the pages whose requests begin work.
    ///   - work: what a request asks for.
    public init(origins: PageOrigins = .applications, work: @escaping Work) {
        self.work = work
        crossOrigin = CrossOriginAnswers(origins: origins, methods: ResourceRequest.allMethods)
    }

    /// Answers, and begins to work. Apple API.
    public func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        do {
            try answer(urlSchemeTask, of: webView)
        } catch {
            urlSchemeTask.didFailWithError(error)
        }
    }

    private func answer(_ task: any WKURLSchemeTask, of view: WKWebView) throws {
        guard let url = task.request.url else { throw URLError(.badURL) }
        let page = view.documentURL
        let own = try crossOrigin.ownAnswer(to: task.request, at: url, in: page)
        let resource = try own ?? accept(task.request, at: url, view.nativeEvents)
        task.didReceive(crossOrigin.response(resource.response, to: task.request, at: url, in: page))
        if let body = resource.body.takeBytes(), !body.isEmpty { task.didReceive(body) }
        task.didFinish()
    }

    /// Begins to work, and returns the answer that tells so.
    private func accept(_ request: URLRequest, at url: URL, _ events: NativeEvents) throws -> LoadedResource {
        let id = UUID().uuidString.lowercased()
        let isBusy = events.isBusy
        let body = Data((isBusy ? Self.busy : "{\"id\":\"\(id)\"}").utf8)
        let headers = [
            "Content-Type": isBusy ? "text/plain; charset=utf-8" : "application/json",
            "Content-Length": String(body.count), "Cache-Control": "no-store",
        ]
        if !isBusy { begin(id, request, events) }
        return try LoadedResource(url: url, status: isBusy ? 429 : 202, headers: headers, body: BodyStream(body))
    }

    /// Does nothing: the answer has been given. Apple API.
    public func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}

    private func begin(_ id: String, _ request: URLRequest, _ events: NativeEvents) {
        let origin = request.value(forHTTPHeaderField: "Origin")
        let progress = DeferredProgress(id: id, origin: origin, events)
        let task = Task { [work, weak events] in
            do {
                let value = try await work(request, progress)
                guard !Task.isCancelled else { return }
                try progress.send("result", "value", value)
            } catch {
                if !Task.isCancelled { progress.fail(DeferredError(error)) }
            }
            events?.finished(id)
        }
        events.keep(task, as: id, of: origin)
    }
}
