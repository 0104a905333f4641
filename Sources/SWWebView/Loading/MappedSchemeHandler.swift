import Foundation
import URLInterception
public import WebKit

/// Answers a scheme of an application's own, such as `capacitor:`, as the view's ``SWWebView/loader`` says. Main actor only.
///
/// ```swift
/// configuration.setURLSchemeHandler(MappedSchemeHandler(), forURLScheme: "capacitor")
/// let view = SWWebView(frame: frame, configuration: configuration)
/// view.loader = MappedLoader(map: try OriginMap(["capacitor://localhost=./www"]))
/// ```
///
/// Pages of the scheme keep their address and have WebKit's own features: there is no bridge, and there are no service workers.
/// Redirects are followed here, and `location` keeps the address that was asked for.
public final class MappedSchemeHandler: NSObject, StreamingURLSchemeHandler {
    private let answers = AnswerTasks()

    /// Makes a handler, which serves any number of views and schemes.
    public override init() { super.init() }

    /// Begins the answer. Apple API.
    public func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        guard let task = urlSchemeTask as? URLSchemeTask, let url = task.request.url else { return }
        guard let view = webView as? SWWebView else {
            let text = "\(url.scheme ?? ""): is answered in an SWWebView only. Make the view as one."
            return task.didFailWithError(URLError(.unsupportedURL, userInfo: [NSLocalizedDescriptionKey: text]))
        }
        let (loading, simulatesSafeArea) = (view.loading, view.simulatesSafeArea)
        answers.begin(task) {
            do {
                try await Self.answer(task, url, from: loading, simulatesSafeArea: simulatesSafeArea)
            } catch {
                if !task.isStopped { task.didFailWithError(error) }
            }
        }
    }

    /// Stops the answer. Apple API.
    public func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        guard let task = urlSchemeTask as? URLSchemeTask else { return }
        answers.stop(task)
    }

    private static func answer(
        _ task: URLSchemeTask, _ url: URL, from loading: ResourceLoading, simulatesSafeArea: Bool
    ) async throws {
        guard loading.loader.map.target(for: url) != nil else {
            let text = "\(Origin(of: url)?.description ?? url.absoluteString) is not mapped (--map)"
            throw URLError(.unsupportedURL, userInfo: [NSLocalizedDescriptionKey: text])
        }
        // WebKit names the origin of a request from another origin only.
        let asker = task.request.value(forHTTPHeaderField: "Origin") ?? Origin(of: url)?.description
        if let foreign = CrossOriginRequest(task.request, to: url), foreign.needsPreflight {
            try await loading.preflights.permit(foreign, to: url, loading)
        }
        var request = task.request
        // WebKit sends no Sec-Fetch headers with a scheme of an application's own.
        if request.isForDocument { request.tellNavigation(to: "document") }
        var resource = try await loading.load(
            request, url, from: RequestSource(task.request, to: url, mark: nil),
            body: RequestBody(task, upload: nil), origin: asker)
        if task.isStopped { return }
        try check(resource.response, at: url, for: asker)
        if simulatesSafeArea { resource = SafeAreaSubstitution.apply(to: resource) }
        try await task.answer(with: resource.response, resource.body)
    }

    /// Fails for a response that its server does not share with the asking origin.
    ///
    /// WebKit does not know of the redirects that were followed here, and has no CORS check for synchronous `XMLHttpRequest`.
    private static func check(_ response: HTTPURLResponse, at url: URL, for asker: String?) throws {
        let answering = Origin(of: response.url ?? url)
        if let answering, asker.flatMap({ Origin($0) }) == answering { return }
        let allowed = response.value(forHTTPHeaderField: "Access-Control-Allow-Origin")
        if let allowed, allowed == "*" || allowed == asker { return }
        let text = """
            \(answering?.description ?? url.absoluteString) does not share its answer with \(asker ?? "this page"): \
            it has no Access-Control-Allow-Origin header for it
            """
        throw URLError(.resourceUnavailable, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
