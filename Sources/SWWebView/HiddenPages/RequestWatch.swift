import Foundation
import WebKit

/// The request that a hidden page keeps open. Main actor only.
///
/// WebKit drops a page's requests when its network process dies, and tells no script of that: promises of the page and of its
/// workers would never settle. No script of a hidden page cancels the request, so its end tells the host.
@MainActor
final class RequestWatch {
    /// The path of every origin that the request is served at.
    nonisolated static let path = "/___requests___"

    private var task: URLSchemeTask?

    /// Takes the request, which stays without an answer.
    ///
    /// - Returns: whether the task is that request.
    func take(_ task: URLSchemeTask) -> Bool {
        guard self.task == nil, task.request.url?.path == Self.path else { return false }
        self.task = task
        return true
    }

    /// Fails the page's requests when the one that has ended is the watching one, and has the page open another.
    ///
    /// - Parameter failed: called when the page's requests have failed. Those that it begins from then on go on.
    func ended(_ task: any WKURLSchemeTask, in view: WKWebView?, failed: @escaping @MainActor () -> Void) {
        guard task === self.task else { return }
        self.task = nil
        view?.stopLoading()
        view?.evaluateJavaScript("watchRequests()") { _, _ in failed() }
    }
}
