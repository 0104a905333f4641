import HTTPMessages

/// The answer of a scheme task on its way into a file. Main actor only.
///
/// Pieces wait here for the reader. A handler of the package waits with them; one that only pushes is not slowed down.
@MainActor
final class SchemeBody {
    private static let highWater = 1 << 20

    private let head = Waiter<URLResponse>()
    private var pieces: [Data] = []
    /// The number of pieces at the beginning of the list that the reader has.
    private var taken = 0
    private var waiting = 0
    private var end: Result<Data?, any Error>?
    private var reader: Waiter<Data?>?
    private var writers: [CheckedContinuation<Void, Never>] = []
    /// Ends the task that answers, whose result nobody wants any more.
    var onCancel: (@MainActor () -> Void)?

    // MARK: The task's side

    func receive(_ response: URLResponse) { head.resume(returning: response) }

    func write(_ data: Data) {
        guard end == nil, !data.isEmpty else { return }
        pieces.append(data)
        waiting += data.count
        wakeReader()
    }

    /// Returns once not much waits.
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

    // MARK: The reader's side

    /// Returns the response when it is there.
    func response() async throws -> URLResponse { try await head.value() }

    /// The bytes, to be read once.
    var body: BodyStream {
        BodyStream(next: { try await self.next() }, cancel: { Task { @MainActor in self.cancel() } })
    }

    private func next() async throws -> Data? {
        if let next = take() { return try next.get() }
        let reader = Waiter<Data?>()
        self.reader = reader
        return try await reader.value()
    }

    /// Takes the first piece that waits, or the end.
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

    /// Ends the task and drops what waits.
    func cancel() {
        onCancel?()
        (pieces, taken, waiting) = ([], 0, 0)
        close(.failure(URLError(.cancelled)))
    }
}
