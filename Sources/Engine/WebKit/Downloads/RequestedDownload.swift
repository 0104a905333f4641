import HTTPMessages
import URLInterception

/// A download that the host performs: of a request, of the rest of an earlier download, or of a scheme task's response.
@MainActor
final class RequestedDownload: DownloadSource {
    enum Start {
        case request(URLRequest)
        case answer(URLResponse, BodyStream)
        case rest(ResumeData)
        case refusal(NSError)
    }

    private let start: Start
    private let loader: DownloadLoader
    /// The name that a link's `download` attribute proposes; nil or empty for none.
    private let name: String?
    private var task: Task<Void, Never>?
    private var file: DownloadFile?
    /// The facts that resume the download; nil where the response cannot be resumed.
    private var facts: ResumeData?

    init(_ start: Start, _ loader: DownloadLoader, named name: String? = nil) {
        (self.start, self.loader, self.name) = (start, loader, name)
    }

    func begin(_ download: any DownloadRecipient) {
        task = Task { @MainActor in await run(download) }
    }

    func cancel() { task?.cancel() }

    private func run(_ download: any DownloadRecipient) async {
        do {
            switch start {
            case .request(let request): try await load(request, download)
            case .answer(let response, let body): try await save(response, body, headers: [:], download)
            case .rest(let facts): try await resume(facts, download)
            case .refusal(let error): throw error
            }
            download.finished()
        } catch {
            download.failed(DownloadFailure.describing(error), resumeData: resumeData)
        }
    }

    private var resumeData: Data? {
        var facts = facts
        if let file { facts?.count = file.count }
        return facts?.data
    }

    private func load(_ request: URLRequest, _ download: any DownloadRecipient) async throws {
        let (response, body) = try await loader.load(request, for: download)
        try await save(response, body, headers: request.allHTTPHeaderFields ?? [:], download)
    }

    private func save(
        _ response: URLResponse, _ body: BodyStream, headers: [String: String], _ download: any DownloadRecipient
    ) async throws {
        let waiter = Waiter<URL>()
        download.decideDestination(for: response, suggested: SuggestedFilename.name(for: response, proposed: name)) {
            waiter.resume(with: $0.mapError { $0 })
        }
        let file = try DownloadFile.create(at: try await waiter.value())
        self.file = file
        let total = response.bodyLength
        if let total {
            facts = ResumeData(response, headers: headers, file: file.url, count: 0, total: total)
        }
        try await copy(body, into: file, total: total, download)
    }

    // MARK: Resuming

    private func resume(_ earlier: ResumeData, _ download: any DownloadRecipient) async throws {
        facts = earlier
        download.ownProgress.fileURL = earlier.file
        guard !DownloadFile.canBeCreated(at: earlier.file) else {
            return try await beginAnew(earlier, nil, download)
        }
        let file = try DownloadFile.reopen(at: earlier.file, count: earlier.count)
        self.file = file
        guard file.count > 0 else { return try await beginAnew(earlier, file, download) }
        download.ownProgress.report(saved: Int64(file.count), expected: Int64(earlier.total))
        var request = earlier.request
        request.setValue("bytes=\(file.count)-", forHTTPHeaderField: "Range")
        request.setValue(earlier.validator, forHTTPHeaderField: "If-Range")
        let (response, body) = try await loader.load(request, for: download)
        switch ContentRange.answer(response, to: earlier, from: file.count) {
        case .rest(let total):
            facts =
                ResumeData(response, headers: earlier.headers, file: file.url, count: file.count, total: total)
                ?? earlier
            try await copy(body, into: file, total: total, download)
        case .whole: try await replace(file, with: response, body, earlier, download)
        case .unusable: try await beginAnew(earlier, file, download)
        case .failure(let error): throw error
        }
    }

    /// Loads the whole body again from its beginning.
    private func beginAnew(_ earlier: ResumeData, _ file: DownloadFile?, _ download: any DownloadRecipient) async throws
    {
        let (response, body) = try await loader.load(earlier.request, for: download)
        if case .failure(let error) = ContentRange.answer(response, to: earlier, from: 0) { throw error }
        try await replace(try file ?? DownloadFile.create(at: earlier.file), with: response, body, earlier, download)
    }

    private func replace(
        _ file: DownloadFile, with response: URLResponse, _ body: BodyStream, _ earlier: ResumeData,
        _ download: any DownloadRecipient
    ) async throws {
        try file.empty()
        self.file = file
        let total = response.bodyLength
        facts = total.flatMap {
            ResumeData(response, headers: earlier.headers, file: file.url, count: 0, total: $0)
        }
        try await copy(body, into: file, total: total, download)
    }

    // MARK: Bytes

    private func copy(_ body: BodyStream, into file: DownloadFile, total: Int?, _ download: any DownloadRecipient)
        async throws
    {
        let progress = download.ownProgress
        progress.report(saved: Int64(file.count), expected: Int64(total ?? -1))
        try await Self.write(body, to: file) { progress.report(saved: Int64($0), expected: Int64(total ?? -1)) }
        if let total, file.count != total { throw DownloadFailure.connectionLost(facts?.url) }
    }

    /// Writes the body to the file, outside the main thread.
    @concurrent
    private nonisolated static func write(
        _ body: BodyStream, to file: DownloadFile, saved: @MainActor (Int) -> Void
    ) async throws {
        while let piece = try await next(of: body) {
            try file.append(piece)
            await saved(file.count)
        }
    }

    private nonisolated static func next(of body: BodyStream) async throws -> Data? {
        do {
            return try await body.next()
        } catch {
            throw DownloadFailure.inBody(error)
        }
    }
}

extension URLResponse {
    /// The length of the body; nil where the response doesn't give it.
    fileprivate var bodyLength: Int? {
        if let http = self as? HTTPURLResponse {
            return http.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        }
        return expectedContentLength > 0 ? Int(expectedContentLength) : nil
    }
}
