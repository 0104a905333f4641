import Foundation
import HTTPMessages
import WebKit

extension URLSchemeTask {
    /// Answers with a response and its body, and finishes. Writes the body as fast as the page reads it.
    ///
    /// Returns early when the page stops the task, or the task fails meanwhile.
    ///
    /// - Returns: the number of bytes that the page got.
    /// - Throws: the error of a body that fails. The task has not finished then.
    @MainActor
    @discardableResult
    func answer(
        with response: HTTPURLResponse, reasonPhrase: String, _ body: BodyStream
    ) async throws -> Int {
        didReceive(response, reasonPhrase: reasonPhrase)
        var size = 0
        if let bytes = body.takeBytes() {
            size = bytes.count
            if !bytes.isEmpty { await write(bytes) }
        } else {
            for try await piece in body {
                await write(piece)
                size += piece.count
                if isComplete { return size }
            }
        }
        if !isComplete { didFinish() }
        return size
    }
}
