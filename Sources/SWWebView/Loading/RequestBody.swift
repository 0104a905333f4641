import Foundation
import URLInterception
import WebKit

/// The body of a page's request, not yet read.
@MainActor
struct RequestBody {
    private let task: URLSchemeTask?
    private let data: Data?

    /// The body of a scheme task.
    init(_ task: URLSchemeTask) {
        self.task = task
        data = task.request.httpBody
    }

    /// Bytes in memory.
    init(_ data: Data) {
        task = nil
        self.data = data
    }

    private var mayBeEmpty: Bool {
        let method = task?.request.httpMethod ?? "POST"
        return method == "GET" || method == "HEAD"
    }

    /// The body piece by piece, as it is asked for.
    var pieces: ResourceBody {
        if let data { return ResourceBody(data) }
        guard let task, !mayBeEmpty else { return .empty }
        let reader = BodyReader(task.bodyChunks())
        return ResourceBody(next: { try await reader.next() })
    }

    /// The whole body; nil when there is none.
    func collect() async throws -> Data? {
        if let data { return data }
        guard let task, !mayBeEmpty else { return nil }
        var whole: Data?
        for try await piece in task.bodyChunks() { whole = (whole ?? Data()) + piece }
        return whole
    }
}

/// Reads a task's body for a consumer on any executor.
@MainActor
private final class BodyReader {
    private var iterator: SchemeBodyChunks.Iterator

    init(_ chunks: SchemeBodyChunks) { iterator = chunks.makeAsyncIterator() }

    func next() async throws -> Data? {
        var current = iterator
        defer { iterator = current }
        return try await current.next()
    }
}
