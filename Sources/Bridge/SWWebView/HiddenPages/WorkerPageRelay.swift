import Foundation
import WebKit

/// The handler and delegate of a hidden page's view. Views keep their handlers alive, so this one holds the page weakly.
@MainActor
final class WorkerPageRelay: NSObject, StreamingURLSchemeHandler, WKNavigationDelegate {
    private weak var page: WorkerPage?
    private let answers = AnswerTasks()

    init(_ page: WorkerPage) { self.page = page }

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        guard let task = urlSchemeTask as? URLSchemeTask else { return }
        guard let page else { return task.didFailWithError(URLError(.cancelled)) }
        answers.begin(task) { await page.answer(task) }
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        guard let task = urlSchemeTask as? URLSchemeTask else { return }
        answers.stop(task)
        if let url = task.request.url, url.path == BodyRegistry.path { page?.services?.bodies.abandon(url) }
        page?.stopped(task)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { page?.fail(WorkerRunnerError.crashed) }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        page?.fail(error)
    }
}
