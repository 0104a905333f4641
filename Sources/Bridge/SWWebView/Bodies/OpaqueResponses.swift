import Foundation
import HTTPMessages
import ServiceWorkers

/// The opaque responses that one realm holds and passes on. Main actor only.
@MainActor
final class OpaqueResponses {
    /// The most responses that a realm may hold. A new one replaces the oldest.
    private static let most = 1000

    private var isOver = false
    private var kept: [String: FetchResponse] = [:]
    private var order: [String] = []

    /// Keeps a response under a handle, which the realm may have chosen.
    func keep(_ response: FetchResponse, as handle: String) {
        guard !isOver else { return }
        kept[handle] = response
        order.append(handle)
        while order.count > Self.most { kept[order.removeFirst()] = nil }
    }

    /// Hands a response out; its body can be read once.
    func take(_ handle: String) -> FetchResponse? {
        order.removeAll { $0 == handle }
        return kept.removeValue(forKey: handle)
    }

    /// Drops the responses of a realm that has gone, and those that still come.
    func close() {
        isOver = true
        kept = [:]
        order = []
    }

    /// Makes a second handle. The body is then kept in memory.
    func copy(_ handle: String, to other: String) {
        guard var response = kept[handle] else { return }
        if let body = response.body {
            let shared = SharedBody(body)
            response.body = shared.stream
            kept[handle] = response
            response.body = shared.stream
        }
        keep(response, as: other)
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
