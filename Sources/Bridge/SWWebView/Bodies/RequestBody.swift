import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// The body of a page's request, not yet read.
@MainActor
struct RequestBody {
    private enum Source {
        case none
        case bytes(Data)
        case task(URLSchemeTask)
        case upload(Upload)
        case pieces(BodyStream)
    }

    private let source: Source

    /// The body of a scheme task, or of the upload that belongs to it.
    init(_ task: URLSchemeTask, upload: Upload?) {
        let method = task.request.httpMethod ?? "GET"
        if let upload {
            source = .upload(upload)
        } else if let data = task.request.httpBody {
            source = .bytes(data)
        } else {
            source = method == "GET" || method == "HEAD" ? .none : .task(task)
        }
    }

    /// The body of a request that has none.
    static let none = RequestBody(source: .none)

    private init(source: Source) { self.source = source }

    /// The body that an upload brings.
    init(_ upload: Upload) { source = .upload(upload) }

    /// Pieces that someone else has.
    init(_ pieces: BodyStream) { source = .pieces(pieces) }

    /// Bytes in memory.
    init(_ data: Data) { source = .bytes(data) }

    /// Whether there is no body at all.
    var isAbsent: Bool {
        if case .none = source { return true }
        return false
    }

    /// The upload that brings the body; nil for another body.
    var upload: Upload? {
        if case .upload(let upload) = source { return upload }
        return nil
    }

    /// The body piece by piece, as it is asked for.
    var pieces: BodyStream {
        switch source {
        case .none: return .empty
        case .bytes(let data): return BodyStream(data)
        case .upload(let upload): return BodyStream(next: { try await upload.next() })
        case .pieces(let pieces): return pieces
        case .task(let task):
            let reader = BodyReader(task.bodyChunks())
            return BodyStream(next: { try await reader.next() })
        }
    }

    /// Returns the whole body, a long one as a view of a file; nil when there is none.
    func collect() async throws -> Data? {
        if case .bytes(let data) = source { return data }
        var whole: LongBody?
        for try await piece in pieces {
            if whole == nil { whole = LongBody() }
            try whole?.append(piece)
        }
        return try whole?.collected()
    }
}

/// The body of a request that redirects may send again.
@MainActor
final class ResentBody {
    private var body: RequestBody

    init(_ body: RequestBody) { self.body = body }

    /// Returns the body for the next request.
    ///
    /// - Parameter isStream: whether that request reads the body in pieces. After that the body cannot be sent again.
    func next(isStream: Bool) async throws -> RequestBody {
        if !isStream { body = try await body.collect().map { RequestBody($0) } ?? .none }
        return body
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
