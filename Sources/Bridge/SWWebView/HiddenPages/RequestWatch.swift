import Foundation
import ServiceWorkers
import WebKit

/// The request that a hidden page keeps open. Main actor only.
///
/// WebKit drops a page's requests when its network process dies, and tells no script of that: promises of the page and of its
/// workers would never settle. No script of a hidden page cancels the request, so its end tells the host.
@MainActor
final class RequestWatch {
    /// The path of every origin that the request is served at.
    nonisolated static let path = "/___requests___"

    /// The time for the request to come. It doubles each time that the request does not.
    private let limit: Duration
    private var task: URLSchemeTask?
    private var overdue: Task<Void, any Error>?

    init(limit: Duration = .seconds(5)) { self.limit = limit }

    /// Takes the request, which stays without an answer.
    ///
    /// - Returns: whether the task is that request.
    func take(_ task: URLSchemeTask) -> Bool {
        guard self.task == nil, task.request.url?.path == Self.path else { return false }
        self.task = task
        overdue?.cancel()
        return true
    }

    /// Fails the page's requests unless the watching one comes soon: WebKit drops requests that are on their way, too.
    ///
    /// - Parameter failed: called when the page's requests have failed. Those that it begins from then on go on.
    func expect(in view: WKWebView?, failed: @escaping @MainActor () -> Void) {
        expect(in: view, within: limit, failed)
    }

    /// Fails the page's requests when the one that has ended is the watching one, and has the page open another.
    ///
    /// - Parameter failed: called when the page's requests have failed. Those that it begins from then on go on.
    func ended(_ task: any WKURLSchemeTask, in view: WKWebView?, failed: @escaping @MainActor () -> Void) {
        guard task === self.task else { return }
        self.task = nil
        renew(in: view, within: limit, failed)
    }

    private func expect(in view: WKWebView?, within limit: Duration, _ failed: @escaping @MainActor () -> Void) {
        guard task == nil else { return }
        overdue?.cancel()
        overdue = Task { [weak self, weak view] in
            try await SharedSleep.shared.sleep(for: limit)
            self?.renew(in: view, within: limit * 2, failed)
        }
    }

    private func renew(in view: WKWebView?, within limit: Duration, _ failed: @escaping @MainActor () -> Void) {
        guard let view else { return }
        view.stopLoading()
        view.evaluateJavaScript("watchRequests()") { _, _ in failed() }
        expect(in: view, within: limit, failed)
    }
}
