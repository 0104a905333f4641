import Foundation
import TestSupport
import WebKit

/// A download delegate that records its calls. A test can wait for the end of a download.
@MainActor
final class Downloads: NSObject, WKDownloadDelegate {
    private(set) var log: [String] = []
    private(set) var responses: [URLResponse] = []
    private(set) var names: [String] = []
    private(set) var challenges: [URLAuthenticationChallenge] = []
    private(set) var redirects: [(response: HTTPURLResponse, request: URLRequest)] = []
    private(set) var error: NSError?
    private(set) var resumeData: Data?
    let folder: TemporaryFolder
    /// The closure that chooses the file of a download. The default is a new file in the folder.
    var destination: @MainActor (String) async -> URL?
    var redirectPolicy = WKDownload.RedirectPolicy.allow
    /// Whether a placeholder is wanted. Only then the calls about placeholders are recorded.
    var wantsPlaceholder = false
    /// The names of the files when the placeholder was there.
    private(set) var filesDuring: [String] = []
    var credential: (URLSession.AuthChallengeDisposition, URLCredential?) = (.rejectProtectionSpace, nil)
    private var ends = 0
    private var awaited = 0
    private var waiter: CheckedContinuation<Void, Never>?

    static func make() throws -> Downloads { Downloads(try TemporaryFolder()) }

    init(_ folder: TemporaryFolder) {
        self.folder = folder
        destination = { _ in folder.url.appendingPathComponent("file") }
        super.init()
    }

    var file: URL { folder.url.appendingPathComponent("file") }
    var bytes: Data? { try? Data(contentsOf: file) }
    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
    /// The names of the files in the folder.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted() }

    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL? {
        log.append("destination")
        responses.append(response)
        names.append(suggestedFilename)
        return await destination(suggestedFilename)
    }

    func download(
        _ download: WKDownload, decidedPolicyForHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> WKDownload.RedirectPolicy {
        log.append("redirect")
        redirects.append((response, request))
        return redirectPolicy
    }

    func download(
        _ download: WKDownload, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        log.append("challenge")
        challenges.append(challenge)
        return credential
    }

    func placeholderPolicy(forDownload download: WKDownload) async -> (WKDownload.PlaceholderPolicy, URL?) {
        guard wantsPlaceholder else { return (.disable, nil) }
        log.append("placeholder policy")
        return (.enable, nil)
    }

    func download(
        _ download: WKDownload, didReceivePlaceholderURL url: URL, completionHandler: @escaping @MainActor () -> Void
    ) {
        log.append("placeholder \(url.lastPathComponent)")
        filesDuring = files
        completionHandler()
    }

    func download(_ download: WKDownload, didReceiveFinalURL url: URL) { log.append("final \(url.lastPathComponent)") }

    func downloadDidFinish(_ download: WKDownload) {
        log.append("finish")
        end()
    }

    func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {
        log.append("fail")
        self.error = error as NSError
        self.resumeData = resumeData
        end()
    }

    private func end() {
        ends += 1
        waiter?.resume()
        waiter = nil
    }

    /// Waits for the end of the next download.
    func over() async {
        awaited += 1
        while ends < awaited { await withCheckedContinuation { waiter = $0 } }
    }
}

/// A navigation delegate that turns actions and responses into downloads.
@MainActor
final class DownloadingNavigations: NSObject, WKNavigationDelegate {
    let downloads: Downloads
    var action: @MainActor (WKNavigationAction) -> WKNavigationActionPolicy = { _ in .allow }
    var response: @MainActor (WKNavigationResponse) -> WKNavigationResponsePolicy = { _ in .allow }
    private(set) var log: [String] = []
    private(set) var actions: [WKNavigationAction] = []
    private(set) var error: NSError?
    private(set) var last: WKDownload?
    private let begun = Gate()
    private let failed = Gate()
    private var finishes = 0
    private var finishWaiter: CheckedContinuation<Void, Never>?

    init(_ downloads: Downloads) { self.downloads = downloads }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        log.append("action")
        actions.append(navigationAction)
        return action(navigationAction)
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
        log.append("response")
        return response(navigationResponse)
    }

    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
        log.append("action became")
        take(download)
    }

    func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
        log.append("response became")
        take(download)
    }

    private func take(_ download: WKDownload) {
        download.delegate = downloads
        last = download
        begun.open()
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        log.append("failProvisional")
        self.error = error as NSError
        failed.open()
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        finishes += 1
        finishWaiter?.resume()
        finishWaiter = nil
    }

    /// Waits for a download.
    func download() async -> WKDownload? {
        await begun.pass()
        return last
    }

    /// Waits for a navigation to fail.
    func failure() async -> NSError? {
        await failed.pass()
        return error
    }

    /// Waits until a number of pages are loaded.
    func pages(_ count: Int) async {
        while finishes < count { await withCheckedContinuation { finishWaiter = $0 } }
    }
}

extension WKDownload {
    /// Waits until a number of bytes are saved.
    func saved(_ count: Int64) async {
        let gate = Gate()
        let observation = progress.observe(\.completedUnitCount, options: [.initial, .new]) { progress, _ in
            if progress.completedUnitCount >= count { gate.open() }
        }
        await gate.pass()
        observation.invalidate()
    }
}
