import Foundation
import FoundationNetworking
import HTTPMessages
import SWWebView
import WebKit

/// The fate of downloads.
enum DownloadBehavior: Equatable {
    /// Downloads become files of a folder.
    case allowed(URL)
    /// Nothing is downloaded. So it is where the client says nothing.
    case denied
}

/// A download of a page. Main actor only.
@MainActor
final class BiDiDownload: NSObject, WKDownloadDelegate {
    private let folder: URL
    private weak var page: BiDiPage?
    private let navigation: String?
    private let url: String
    private var file: URL?
    private var hasBegun = false

    init(_ download: WKDownload, of page: BiDiPage, to folder: URL) {
        (self.page, self.folder, navigation) = (page, folder, page.navigation?.id)
        let url = download.originalRequest?.url
        self.url = url.map { page.view.externalURL(for: $0).absoluteString } ?? ""
        super.init()
        download.delegate = self
    }

    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL? {
        page?.downloadBegins(url, named: suggestedFilename, navigation)
        hasBegun = true
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = Self.free(suggestedFilename, in: folder)
        return file
    }

    /// Returns a file of a name that the folder does not have yet.
    private static func free(_ name: String, in folder: URL) -> URL {
        let (stem, type) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
        var file = folder.appending(path: name, directoryHint: .notDirectory)
        var number = 0
        while FileManager.default.fileExists(atPath: file.path) {
            number += 1
            let other = type.isEmpty ? "\(stem) (\(number))" : "\(stem) (\(number)).\(type)"
            file = folder.appending(path: other, directoryHint: .notDirectory)
        }
        return file
    }

    func downloadDidFinish(_ download: WKDownload) { end(file) }

    func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) { end(nil) }

    private func end(_ file: URL?) {
        guard let page else { return }
        if hasBegun { page.downloadEnded(url, file, navigation) }
        page.downloads.removeAll { $0 === self }
    }
}

extension BiDiPage {
    private var downloadBehavior: DownloadBehavior {
        userContext.downloads ?? browser?.downloads ?? .denied
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        let http = navigationResponse.response as? HTTPURLResponse
        let disposition = http?.value(forHTTPHeaderField: "Content-Disposition")?.lowercased() ?? ""
        let isAttachment = disposition.trimmingCharacters(in: .whitespaces).hasPrefix("attachment")
        guard isAttachment || !navigationResponse.canShowMIMEType else { return decisionHandler(.allow) }
        if case .allowed = downloadBehavior { return decisionHandler(.download) }
        refuseDownload(navigationResponse.response.url, navigationResponse.response.suggestedFilename)
        decisionHandler(.cancel)
    }

    /// Returns the policy for a link that is to be downloaded.
    func policy(ofDownload action: WKNavigationAction) -> WKNavigationActionPolicy {
        if case .allowed = downloadBehavior { return .download }
        refuseDownload(action.request.url, action.request.url?.lastPathComponent)
        return .cancel
    }

    func webView(
        _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) { begin(download) }

    func webView(
        _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
    ) { begin(download) }

    private func begin(_ download: WKDownload) {
        guard case .allowed(let folder) = downloadBehavior else { return }
        downloads.append(BiDiDownload(download, of: self, to: folder))
    }

    private func refuseDownload(_ url: URL?, _ name: String?) {
        let text = url.map { view.externalURL(for: $0).absoluteString } ?? ""
        downloadBegins(text, named: name ?? "download", navigation?.id)
        downloadEnded(text, nil, navigation?.id)
    }

    func downloadBegins(_ url: String, named name: String, _ navigation: String?) {
        var event = payload(main, navigation, url: url).members ?? [:]
        event["suggestedFilename"] = .string(name)
        emit("browsingContext.downloadWillBegin", .object(event))
    }

    func downloadEnded(_ url: String, _ file: URL?, _ navigation: String?) {
        var event = payload(main, navigation, url: url).members ?? [:]
        event["status"] = file == nil ? "canceled" : "complete"
        if let file { event["filepath"] = .string(file.path(percentEncoded: false)) }
        emit("browsingContext.downloadEnd", .object(event))
    }
}
