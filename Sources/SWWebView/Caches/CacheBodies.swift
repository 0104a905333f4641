import Foundation
import HTTPMessages
import ServiceWorker
import ServiceWorkerContainer

/// A large body on its way to a realm. Main actor only.
@MainActor
final class CacheReading {
    /// The size of a piece, in bytes. A piece can be larger by the last chunk of the body.
    private static let pieceSize = 1 << 20

    let realm: String
    let key: StorageKey
    private let body: BodyStream
    private var rest: Int
    private var isBusy = false

    init(_ body: BodyStream, size: Int, realm: String, key: StorageKey) {
        self.body = body
        rest = size
        self.realm = realm
        self.key = key
    }

    /// Whether all of the body was given.
    var isOver: Bool { rest <= 0 }

    /// Returns the next piece; empty at the end.
    func next() async throws -> Data {
        guard !isBusy else { throw URLError(.cannotLoadFromNetwork) }
        isBusy = true
        defer { isBusy = false }
        var piece = Data()
        while piece.count < Self.pieceSize, let chunk = try await body.next() {
            if piece.isEmpty { piece = chunk } else { piece.append(chunk) }
        }
        rest = piece.isEmpty ? 0 : rest - piece.count
        return piece
    }
}

/// A large body on its way from a realm into the store. Main actor only.
@MainActor
final class CacheWriting {
    let realm: String
    let key: StorageKey
    private let upload: Upload
    private let storage: ServiceWorkerStorage
    private let storing: Task<StoredBody, any Error>

    init(_ token: String, _ storage: ServiceWorkerStorage, limit: Int, realm: String, key: StorageKey) {
        let upload = Upload(id: token)
        self.realm = realm
        self.key = key
        self.upload = upload
        self.storage = storage
        storing = Task {
            do {
                return try await storage.storeBody(BodyStream(next: { try await upload.next() }), limit: limit)
            } catch {
                // The sender of further pieces learns that they are not wanted.
                upload.drop()
                throw error
            }
        }
    }

    /// Takes a piece. Returns false when it is not wanted.
    func offer(_ piece: Data, isLast: Bool) async -> Bool { await upload.offer(piece, isLast: isLast) }

    /// Returns the whole body, when its last piece has come.
    func stored() async throws -> StoredBody { try await storing.value }

    /// Stops a body that will not be used.
    func stop() {
        upload.drop()
        Task { [storing, storage] in
            if case .stored(let body, _) = try? await storing.value { try? await storage.removeBody(body) }
        }
    }
}
