import Foundation
import HTTPMessages
import ServiceWorkers

/// A large body on its way from a realm into the store. Main actor only.
@MainActor
final class CacheWriting {
    /// The id of the realm that sends it.
    let realm: String
    /// Whether a command waits for the whole body.
    private(set) var isTaken = false
    private let upload: Upload
    private let release: @MainActor (Upload) -> Void
    private let storage: ServiceWorkerStorage
    private let storing: Task<StoredBody, any Error>

    /// - Parameter release: forgets the upload, whose further pieces are not needed.
    init(
        _ upload: Upload, _ storage: ServiceWorkerStorage, limit: Int, realm: Realm,
        release: @escaping @MainActor (Upload) -> Void
    ) {
        self.realm = realm.id
        self.upload = upload
        self.release = release
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

    /// Returns the whole body, when its last piece has come.
    func stored() async throws -> StoredBody {
        isTaken = true
        defer { release(upload) }
        return try await storing.value
    }

    /// Stops a body that will not be used. A command that waits for it fails, or has it already.
    func stop() {
        release(upload)
        if isTaken { return }
        Task { [storing, storage] in
            if case .stored(let body, _) = try? await storing.value { try? await storage.removeBody(body) }
        }
    }
}
