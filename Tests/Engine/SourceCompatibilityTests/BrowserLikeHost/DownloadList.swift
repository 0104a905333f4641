import Foundation
import WebKit

/// The downloads of a browser, with what can be resumed of them.
final class DownloadList: NSObject, WKDownloadDelegate {
    struct Entry {
        let download: WKDownload
        var file: URL?
        var isFinished = false
        var error: Error?
        var resumeData: Data?
    }

    private let folder: URL
    private(set) var entries: [Entry] = []
    var onChange: (() -> Void)?

    init(folder: URL) {
        self.folder = folder
        super.init()
    }

    func add(_ download: WKDownload) {
        download.delegate = self
        entries.append(Entry(download: download))
    }

    private func change(_ download: WKDownload, _ body: (inout Entry) -> Void) {
        guard let index = entries.firstIndex(where: { $0.download === download }) else { return }
        body(&entries[index])
        onChange?()
    }

    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping (URL?) -> Void
    ) {
        let file = folder.appendingPathComponent(suggestedFilename)
        try? FileManager.default.removeItem(at: file)
        change(download) { $0.file = file }
        completionHandler(file)
    }

    func downloadDidFinish(_ download: WKDownload) {
        change(download) { $0.isFinished = true }
    }

    func download(_ download: WKDownload, didFailWithError error: Error, resumeData: Data?) {
        change(download) { ($0.error, $0.resumeData) = (error, resumeData) }
    }
}
