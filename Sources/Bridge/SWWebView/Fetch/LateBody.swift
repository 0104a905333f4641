import Foundation
import HTTPMessages

/// The body of a request whose service worker is asked before WebKit sends the request. Main actor only.
@MainActor
final class LateBody {
    private var body: Result<BodyStream, any Error>?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// The body as the worker reads it. It waits until WebKit has sent the request.
    var stream: BodyStream { BodyStream(next: { try await self.next() }) }

    /// Sets the body. Only the first call counts.
    func provide(_ body: Result<BodyStream, any Error>) {
        guard self.body == nil else { return }
        self.body = body
        for reader in waiting { reader.resume() }
        waiting = []
    }

    private func next() async throws -> Data? {
        if body == nil { await withCheckedContinuation { waiting.append($0) } }
        return try await body?.get().next()
    }
}
