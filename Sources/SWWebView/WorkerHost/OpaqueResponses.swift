import Foundation
import ServiceWorker

/// Opaque responses that workers hold and pass on. Each run of a worker has its own. Main actor only.
@MainActor
final class OpaqueResponses {
    /// The most responses that one run may hold. A new one replaces the oldest.
    private static let most = 1000

    private struct Key: Hashable {
        var run: Int
        var handle: String
    }

    private var kept: [Key: FetchResponse] = [:]
    private var order: [Int: [String]] = [:]

    /// Keeps a response under a handle that the worker chose.
    func keep(_ response: FetchResponse, as handle: String, of run: Int) {
        kept[Key(run: run, handle: handle)] = response
        order[run, default: []].append(handle)
        while let count = order[run]?.count, count > Self.most, let oldest = order[run]?.removeFirst() {
            kept[Key(run: run, handle: oldest)] = nil
        }
    }

    /// Hands a response out; its body can be read once.
    func take(_ handle: String, of run: Int) -> FetchResponse? {
        order[run]?.removeAll { $0 == handle }
        return kept.removeValue(forKey: Key(run: run, handle: handle))
    }

    /// Makes a second handle. The body is then kept in memory.
    func copy(_ handle: String, to other: String, of run: Int) {
        guard var response = kept[Key(run: run, handle: handle)] else { return }
        if let body = response.body {
            let shared = SharedBody(body)
            response.body = shared.stream
            kept[Key(run: run, handle: handle)] = response
            response.body = shared.stream
        }
        keep(response, as: other, of: run)
    }

    private struct Naming: Decodable {
        var id: String
        var to: String?
    }

    /// Carries out a worker's message about its handles.
    ///
    /// - Returns: whether the message was about handles.
    func receive(_ message: CommandMessage, of run: Int) -> Bool {
        guard message.flaw == nil, message.path.hasPrefix("/OpaqueResponse/") else { return false }
        guard let names = try? JSONDecoder().decode(Naming.self, from: Data(message.body)) else { return true }
        switch (message.path, names.to) {
        case ("/OpaqueResponse/release", _): _ = take(names.id, of: run)
        case ("/OpaqueResponse/clone", let other?): copy(names.id, to: other, of: run)
        default: break
        }
        return true
    }

    /// Forgets the responses of a worker's run.
    func removeAll(of run: Int) {
        for handle in order.removeValue(forKey: run) ?? [] { kept[Key(run: run, handle: handle)] = nil }
    }
}

/// A body that is read once and given to several.
private actor SharedBody {
    private let source: BodyStream
    private var pieces: [Data] = []
    private var isAtEnd = false
    private var failure: (any Error)?
    private var reading: Task<Void, Never>?

    init(_ source: BodyStream) { self.source = source }

    nonisolated var stream: BodyStream {
        let position = Position()
        return BodyStream(next: { try await self.piece(at: position.next()) })
    }

    private func piece(at index: Int) async throws -> Data? {
        while pieces.count <= index, !isAtEnd, failure == nil {
            if reading == nil { reading = Task { await readOn() } }
            await reading?.value
        }
        if index < pieces.count { return pieces[index] }
        if let failure { throw failure }
        return nil
    }

    private func readOn() async {
        defer { reading = nil }
        do {
            if let piece = try await source.next() { pieces.append(piece) } else { isAtEnd = true }
        } catch {
            failure = error
        }
    }

    private actor Position {
        private var index = -1
        func next() -> Int {
            index += 1
            return index
        }
    }
}
