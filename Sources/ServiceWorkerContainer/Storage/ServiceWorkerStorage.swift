public import Foundation
import GRDB

/// Where registrations, workers, scripts and caches are kept: SQLite, for this process or in a folder.
///
/// ```swift
/// let storage = try ServiceWorkerStorage()                 // gone with the process
/// let storage = try ServiceWorkerStorage(folder: folder)   // kept; one process at a time
/// ```
public final class ServiceWorkerStorage: Sendable {
    let writer: any DatabaseWriter
    let bodies = BodyLeases()
    private let lock: FolderLock?

    /// Keeps everything for as long as the process lives.
    ///
    /// A database without a name is in memory; what is too much for its cache, such as large bodies, goes to a file
    /// that SQLite makes and unlinks at once.
    public init() throws {
        writer = try DatabaseQueue(path: "")
        lock = nil
        try Self.prepare(writer)
    }

    /// Keeps everything in a folder, which is made if need be.
    ///
    /// What a process that was killed left half done is cleared away.
    /// - Throws: ``StorageError``.
    public init(folder: URL) throws(StorageError) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw .unwritable(folder: folder.path, code: errno)
        }
        lock = try FolderLock(folder: folder)
        do {
            writer = try DatabasePool(path: folder.appendingPathComponent("serviceworkers.sqlite").path)
            try Self.prepare(writer)
        } catch {
            throw .unreadable(folder: folder.path, reason: "\(error)")
        }
    }

    private static func prepare(_ writer: any DatabaseWriter) throws {
        try Schema.migrator.migrate(writer)
        try writer.write { db in
            try CacheRows.removeLeftovers(db)
        }
    }

    /// Writes in the order of the calls, each whole or not at all.
    ///
    /// It stays on the caller's actor until the write is queued: what an actor asks for first is written first.
    nonisolated(nonsending) func write<Value: Sendable>(
        _ updates: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            writer.asyncWrite(updates) { _, result in continuation.resume(with: result) }
        }
    }

    func registrations() async throws -> [StoredRegistration] {
        try await writer.read { try RegistrationRows.all($0) }
    }

    nonisolated(nonsending) func save(_ registration: StoredRegistration) async throws {
        try await write { try RegistrationRows.save(registration, $0) }
    }

    nonisolated(nonsending) func delete(_ registration: RegistrationID) async throws {
        try await write { try RegistrationRows.delete(registration, $0) }
    }
}
