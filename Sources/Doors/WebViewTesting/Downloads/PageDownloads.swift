import Foundation
import HTTPMessages
import ProcessFiles
import URLInterception
import WebKit

/// The downloads of a page under test and of its windows. A test reads them at the endpoint `download`. Main actor only.
@MainActor
final class PageDownloads: NSObject {
    /// A download that has ended.
    private struct Ended: Sendable {
        var id: Int
        /// The file name that the download would have, as the delegate of ``WKDownload`` receives it.
        var name: String
        /// The media type of the response, in lower case; nil where it has none.
        var type: String?
        var url: String
        /// The reason of a failure; nil for a complete file.
        var failure: String?
    }

    /// A download that goes on.
    private struct Underway {
        /// A folder of its own; nil until the download asks for its file.
        var folder: URL?
        var ended: Ended
    }

    private var underway: [ObjectIdentifier: Underway] = [:]
    private var bytes: [Int: Data] = [:]
    private let ended = Occurrences<Ended>()
    private var count = 0

    isolated deinit {
        for download in underway.values { Self.remove(download.folder) }
    }

    // MARK: Policies

    /// Returns the policy for a navigation: a link with the attribute `download` becomes a download, and the page stays.
    func policy(for action: WKNavigationAction) -> WKNavigationActionPolicy {
        action.shouldPerformDownload ? .download : .allow
    }

    /// Returns the policy for the answer to a navigation: an attachment, and one that WebKit cannot show, become downloads.
    ///
    /// Source: HTML, [navigate](https://html.spec.whatwg.org/#loading-a-document)
    func policy(for response: WKNavigationResponse) -> WKNavigationResponsePolicy {
        let http = response.response as? HTTPURLResponse
        // There is no document and no file: the page stays.
        if let http, [204, 205].contains(http.statusCode) { return .cancel }
        let disposition = http?.value(forHTTPHeaderField: "Content-Disposition") ?? ""
        let kind = disposition.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return response.canShowMIMEType && kind != "attachment" ? .allow : .download
    }

    /// Receives a download that has begun.
    func add(_ download: WKDownload) {
        count += 1
        let url = download.originalRequest?.url?.absoluteString ?? ""
        underway[ObjectIdentifier(download)] = Underway(ended: Ended(id: count, name: "", url: url))
        download.delegate = self
    }

    // MARK: The endpoint

    /// Responds to `download` with the next download that ends, and to `download?id=N` with the bytes of one.
    func respond(_ url: URL, id: String?) async throws -> LoadedResource {
        if let id {
            guard let data = Int(id).flatMap({ bytes[$0] }) else {
                return try .json(url, ["error": .string("there is no download \(id)")], status: 404)
            }
            return try .answer(url, body: BodyStream(data))
        }
        let next = try await ended.next("")
        var facts: [String: JSONValue] = [
            "id": .integer(next.id), "name": .string(next.name), "type": .string(next.type ?? ""),
            "url": .string(next.url),
        ]
        if let failure = next.failure {
            facts["error"] = .string(failure)
        } else {
            facts["length"] = .integer(bytes[next.id]?.count ?? 0)
        }
        return try .json(url, .object(facts))
    }

    private func end(_ download: WKDownload, failure: String? = nil) {
        guard var known = underway.removeValue(forKey: ObjectIdentifier(download)) else { return }
        known.ended.failure = failure
        if failure == nil, let file = download.progress.fileURL {
            do {
                // The bytes stay in the file, which has no name any more.
                bytes[known.ended.id] = try Data(contentsOf: file, options: .alwaysMapped)
            } catch {
                known.ended.failure = error.localizedDescription
            }
        }
        Self.remove(known.folder)
        ended.add(known.ended, for: "")
    }

    private static func remove(_ folder: URL?) {
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }
}

extension PageDownloads: WKDownloadDelegate {
    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL? {
        let key = ObjectIdentifier(download)
        guard var known = underway[key] else { return nil }
        (known.ended.name, known.ended.type) = (suggestedFilename, response.mimeType?.lowercased())
        if let url = response.url { known.ended.url = url.absoluteString }
        guard let temporary = try? TemporaryFolder.ofProcess() else { return nil }
        let folder = temporary.appending(path: "download-\(UUID().uuidString)")
        known.folder = folder
        underway[key] = known
        guard (try? PrivateFiles.makeNewFolder(folder)) != nil else { return nil }
        return folder.appending(path: "file")
    }

    func downloadDidFinish(_ download: WKDownload) { end(download) }

    func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {
        end(download, failure: (error as NSError).localizedDescription)
    }
}

/// The windows that the page opens have no other navigation delegate.
extension PageDownloads: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) { decisionHandler(policy(for: navigationAction)) }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) { decisionHandler(policy(for: navigationResponse)) }

    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
        add(download)
    }

    func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
        add(download)
    }
}
