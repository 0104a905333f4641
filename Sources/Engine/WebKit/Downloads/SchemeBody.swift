import HTTPMessages

/// A queue that carries a scheme task's response to the file of a download. Main actor only.
///
/// Pieces of the body wait in the queue for the reader. A handler that awaits ``caughtUp()`` waits for a slow reader; other
/// handlers don't.
@MainActor
final class SchemeBody {
    private static let highWater = 1 << 20

    private let head = Waiter<URLResponse>()
    private var pieces: [Data] = []
    /// The number of pieces at the beginning of the list that the reader has taken.
    private var taken = 0
    private var waiting = 0
    private var end: Result<Data?, any Error>?
    private var reader: Waiter<Data?>?
    private var writers: [CheckedContinuation<Void, Never>] = []
    /// The closure that stops the scheme task when the download is cancelled.
    var onCancel: (@MainActor () -> Void)?

    // MARK: Writing

    func receive(_ response: URLResponse) { head.resume(returning: response) }

    func write(_ data: Data) {
        guard end == nil, !data.isEmpty else { return }
        pieces.append(data)
        waiting += data.count
        wakeReader()
    }

    /// Waits until at most ``highWater`` bytes are unread.
    func caughtUp() async {
        while waiting > Self.highWater, end == nil { await withCheckedContinuation { writers.append($0) } }
    }

    func finish() { close(.success(nil)) }

    func fail(_ error: any Error) { close(.failure(error)) }

    private func close(_ result: Result<Data?, any Error>) {
        guard end == nil else { return }
        end = result
        onCancel = nil
        if case .failure(let error) = result { head.resume(with: .failure(error)) }
        wakeReader()
        resumeWriters()
    }

    private func wakeReader() {
        guard let reader, let next = take() else { return }
        self.reader = nil
        reader.resume(with: next)
    }

    private func resumeWriters() {
        let ready = writers
        writers = []
        for writer in ready { writer.resume() }
    }

    // MARK: Reading

    /// Waits for the response.
    func response() async throws -> URLResponse { try await head.value() }

    /// The bytes of the body. Only one reader may read them.
    var body: BodyStream {
        BodyStream(next: { try await self.next() }, cancel: { Task { @MainActor in self.cancel() } })
    }

    private func next() async throws -> Data? {
        if let next = take() { return try next.get() }
        let reader = Waiter<Data?>()
        self.reader = reader
        return try await reader.value()
    }

    /// Removes and returns the first unread piece, or else the end of the body; nil where there is neither.
    private func take() -> Result<Data?, any Error>? {
        guard taken < pieces.count else { return end }
        let piece = pieces[taken]
        pieces[taken] = Data()
        taken += 1
        if taken == pieces.count { (pieces, taken) = ([], 0) }
        waiting -= piece.count
        if waiting <= Self.highWater { resumeWriters() }
        return .success(piece)
    }

    /// Stops the scheme task and discards the unread pieces.
    func cancel() {
        onCancel?()
        (pieces, taken, waiting) = ([], 0, 0)
        close(.failure(URLError(.cancelled)))
    }
}
