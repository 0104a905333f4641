import CWebKitGTK
import Glibc

/// A download that WebKit performs: of a response that WebKit has received already, and of `blob:`, `file:` and `about:` URLs.
///
/// WebKit writes to temporary files beside the chosen one, and removes them when the download fails. The chosen file is a hard
/// link to the same bytes. This file keeps the bytes after a failure, and never replaces an existing file.
@MainActor
final class EngineDownload: DownloadSource {
    private let handle: OpaquePointer
    /// The data store, which keeps the download's network session alive.
    private let store: WKWebsiteDataStore
    private var download: (any DownloadRecipient)?
    private var suggestedName: String?
    private var destination: URL?
    private var scratch: URL?
    private var failure: NSError?
    private var isOver = false
    /// Whether the file system lacks hard links. The file then gets its name at the end.
    private var movesAtEnd = false
    private var received = 0

    init(_ handle: OpaquePointer, _ store: WKWebsiteDataStore) {
        (self.handle, self.store) = (handle, store)
        cwk_download_set_callbacks(
            handle,
            CWKDownloadCallbacks(
                decide: { name, context in
                    let name = name.map { String(cString: $0) } ?? ""
                    EngineDownload.with(context) { $0.decide(name) }
                },
                created: { context in EngineDownload.with(context) { $0.created() } },
                received: { count, context in EngineDownload.with(context) { $0.receive(Int(count)) } },
                ended: { error, context in
                    let error = error.map { ShimError($0.pointee) }
                    // Keep the download alive: its delegate may release the last reference during the call.
                    EngineDownload.with(context) { download in withExtendedLifetime(download) { download.end(error) } }
                }, context: Unmanaged.passUnretained(self).toOpaque()))
    }

    isolated deinit {
        if !isOver { cwk_download_cancel(handle) }
        cwk_download_release(handle)
    }

    private nonisolated static func with(
        _ context: UnsafeMutableRawPointer?, _ body: @MainActor (EngineDownload) -> Void
    ) {
        ShimCallback.unretained(context, EngineDownload.self, body)
    }

    /// The URL of the download, as WebKit serializes it.
    var address: String { cwk_download_uri(handle).map { String(cString: $0) } ?? "" }

    // MARK: DownloadSource

    func begin(_ download: any DownloadRecipient) {
        self.download = download
        if let suggestedName { ask(download, suggestedName) }
    }

    func cancel() { cwk_download_cancel(handle) }

    // MARK: Progress

    private func decide(_ name: String) {
        suggestedName = name
        if let download { ask(download, name) }
    }

    private func ask(_ download: any DownloadRecipient, _ name: String) {
        let response = response
        let type = response.mimeType
        download.decideDestination(for: response, suggested: SuggestedFilename.sanitized(name, type: type)) {
            [weak self] answer in
            guard let self, !isOver else { return }
            switch answer {
            case .success(let url): save(at: url)
            case .failure(let error): fail(error)
            }
        }
    }

    private func save(at url: URL) {
        let scratch = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).download")
        (destination, self.scratch) = (url, scratch)
        cwk_download_save(handle, scratch.path(percentEncoded: false))
    }

    private var intermediatePath: String { (scratch?.path(percentEncoded: false) ?? "") + CWK_DOWNLOAD_SUFFIX }

    private func created() {
        guard let destination else { return }
        let path = destination.path(percentEncoded: false)
        // WebKit has moved a short body already, and writes the body of a `blob:` URL directly to the final name.
        if link(intermediatePath, path) != 0,
            errno != ENOENT || link(scratch?.path(percentEncoded: false) ?? "", path) != 0
        {
            switch errno {
            case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
                // An empty file reserves the name.
                guard (try? DownloadFile.create(at: destination)) != nil else { fallthrough }
                movesAtEnd = true
            default: return fail(DownloadFailure.cannotCreate(destination))
            }
        }
        download?.ownProgress.report(saved: 0, expected: Int64(total ?? -1))
    }

    private func receive(_ count: Int) {
        received += count
        download?.ownProgress.report(saved: Int64(received), expected: Int64(total ?? -1))
    }

    private func fail(_ error: NSError) {
        failure = error
        cwk_download_cancel(handle)
    }

    private func end(_ error: ShimError?) {
        guard !isOver else { return }
        isOver = true
        guard let download else { return }
        let isSaved = error == nil && failure == nil ? nameFile() : false
        removeScratch()
        self.download = nil
        if isSaved {
            download.finished()
        } else {
            download.failed(failure ?? describe(error), resumeData: resumeData)
        }
    }

    // MARK: Files

    /// Checks the file's length, and renames the file where no hard link has its name. Returns whether the file is complete.
    private func nameFile() -> Bool {
        guard let destination, let scratch else { return false }
        if let total, size(of: movesAtEnd ? scratch : destination) != total { return false }
        guard movesAtEnd else { return true }
        return rename(scratch.path(percentEncoded: false), destination.path(percentEncoded: false)) == 0
    }

    private func removeScratch() {
        guard let scratch else { return }
        unlink(scratch.path(percentEncoded: false))
        unlink(intermediatePath)
    }

    private func size(of url: URL) -> Int? {
        var status = stat()
        return lstat(url.path(percentEncoded: false), &status) == 0 ? Int(status.st_size) : nil
    }

    // MARK: The response

    private var response: URLResponse {
        let url = cwk_download_response_uri(handle).flatMap { URL(address: String(cString: $0)) }
        let mimeType = cwk_download_mime_type(handle).map { String(cString: $0) }
        return URLResponse.make(
            url: url ?? URL(address: address) ?? URL(fileURLWithPath: "/"), status: Int(cwk_download_status(handle)),
            fields: CStrings.collect { cwk_download_response_headers(handle, $0, $1) }, mimeType: mimeType,
            length: Int(cwk_download_expected_length(handle)))
    }

    /// The number of bytes of the complete file; nil where the response doesn't give it.
    private lazy var total: Int? = {
        guard let http = response as? HTTPURLResponse else {
            let length = Int(cwk_download_expected_length(handle))
            return length > 0 ? length : nil
        }
        let coding = http.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? ""
        return ["", "identity"].contains(coding)
            ? http.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) } : nil
    }()

    private var resumeData: Data? {
        guard let destination, let total, !movesAtEnd, failure == nil, let count = size(of: destination) else {
            return nil
        }
        return ResumeData(response, headers: [:], file: destination, count: count, total: total)?.data
    }

    private func describe(_ error: ShimError?) -> NSError {
        let url = URL(address: address)
        guard let error else { return DownloadFailure.connectionLost(url) }
        switch (error.domain, error.code) {
        case ("WebKitDownloadError", 400): return DownloadFailure.cancelled(url)
        case ("WebKitDownloadError", 401): return DownloadFailure.cannotCreate(destination ?? URL(fileURLWithPath: "/"))
        default:
            var failures = NavigationFailures()
            let described = failures.error(for: error, url: url)
            return suggestedName == nil ? described : DownloadFailure.inBody(described) as NSError
        }
    }
}
