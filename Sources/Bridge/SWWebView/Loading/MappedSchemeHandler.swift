import Fetch
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
        _ task: URLSchemeTask, _ url: URL, from loading: ViewSources, simulatesSafeArea: Bool
    ) async throws {
        guard loading.loader.map.target(for: url) != nil else {
            let text = "\(Origin(of: url)?.description ?? url.absoluteString) is not mapped (--map)"
            throw URLError(.unsupportedURL, userInfo: [NSLocalizedDescriptionKey: text])
        }
        var request = task.request
        request.setValue(nil, forHTTPHeaderField: ProcessExtension.markHeader)
        // WebKit sends no Sec-Fetch headers with a scheme of an application's own.
        if request.isForDocument { request.tellNavigation(to: .document) }
        var body = RequestBody(task, upload: nil)
        var url = url
        if let interceptor = loading.interceptor, loading.endpoint(for: url) == nil {
            if let answer = try await interceptor.intercept(&request) {
                _ = try await task.answer(
                    with: answer.response, reasonPhrase: answer.reasonPhrase, answer.body)
                return
            }
            if let changed = request.httpBody { body = RequestBody(changed) }
            url = request.url ?? url
        }
        // WebKit names the origin of a request from another origin only. It does not know of redirects that are followed here, and has
        // no CORS check for synchronous `XMLHttpRequest`: whatever the response is for, another origin's server has to share it.
        let origin = request.value(forHTTPHeaderField: "Origin").map { Origin($0) } ?? Origin(of: url)
        let isForeign = request.namesForeignOrigin(to: url)
        // Cookies of another origin's request go along: WebKit knows the script's credentials mode, and checks the answer.
        var outgoing = OutgoingRequest(
            request, to: url, by: Asker(origin: origin), mode: .cors, credentials: isForeign ? .include : .sameOrigin,
            referrer: request.value(forHTTPHeaderField: "Referer").flatMap { URL(address: $0) }.map { .url($0) }
                ?? .none,
            userAgent: loading.userAgent(), hasBody: !body.isAbsent)
        let network = ViewNetwork(loading, for: RequestSource(task.request, to: url, mark: nil), body: body)
        outgoing.checkedCredentials = .sameOrigin
        let fetched = try await network.fetch(outgoing)
        var resource = fetched.resource
        if !isForeign, fetched.tainting == .cors, !request.isForDocument {
            // WebKit takes the response for one of the page's own origin, and shows scripts all headers.
            resource = try resource.with(url: url, headers: fetched.visibleHeaders)
        }
        if task.isStopped { return }
        if simulatesSafeArea { resource = SafeAreaSubstitution.apply(to: resource) }
        try await task.answer(
            with: HeaderMapping.applicationResponse(resource.response, for: url), reasonPhrase: resource.reasonPhrase,
            resource.body)
    }
}
