/// An object that answers the requests of a URL scheme of your own. Apple API.
///
/// ```swift
/// final class Greeter: NSObject, WKURLSchemeHandler {
///     func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
///         guard let url = task.request.url else { return }
///         task.didReceive(
///             URLResponse(url: url, mimeType: "text/html", expectedContentLength: -1, textEncodingName: "utf-8"))
///         task.didReceive(Data("<h1>Hello</h1>".utf8))
///         task.didFinish()
///     }
///     func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {}
/// }
/// ```
///
/// Both methods are called on the main actor. Register the handler with
/// ``WKWebViewConfiguration/setURLSchemeHandler(_:forURLScheme:)``.
@preconcurrency @MainActor
public protocol WKURLSchemeHandler: NSObjectProtocol {
    /// Begins the load of `urlSchemeTask.request`; the answer may be given at once or later. Apple API.
    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)

    /// The page no longer wants the answer. The task must not be used after this call begins. Apple API.
    ///
    /// This method is called at most once, and only for a task that isn't complete.
    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}
