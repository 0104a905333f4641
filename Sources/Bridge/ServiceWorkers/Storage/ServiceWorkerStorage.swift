public import Foundation
import GRDB
import ProcessFiles
import Synchronization

/// The storage of registrations, workers, scripts and caches: SQLite, for this process or in a folder.
///
/// ```swift
/// let storage = try ServiceWorkerStorage()                 // gone with the process
/// let storage = try ServiceWorkerStorage(folder: folder)   // kept; one process at a time
/// ```
public final class ServiceWorkerStorage: Sendable {
    let writer: any DatabaseWriter
    let bodies = BodyLeases()
    let entries = EntryCheck()
    let positions: EntryPositions
    /// The folder; nil for a storage that goes with the process.
    let folder: URL?
    private let note: @Sendable (String) -> Void
    private let lock: FolderLock?
    private static let fileName = "serviceworkers.sqlite"
    private static let fileNames = Set(["", "-wal", "-shm", "-journal"].map { fileName + $0 }).union([
        FolderLock.fileName
    ])
    private let writes = Atomic(0)
    private let writesSinceCheckpoint = Atomic(0)

    /// Keeps everything for as long as the process lives.
    ///
    /// A database without a name is in memory. Data too large for its cache, such as large bodies, goes to a file that SQLite
    /// makes and unlinks at once.
    public init() throws {
        var configuration = Configuration()
        configuration.prepareDatabase {
            // A database that goes with the process needs no journal on the disk. Its cache keeps at most 8 MiB in memory.
            try $0.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA cache_size = -8192")
        }
        writer = try DatabaseQueue(path: "", configuration: configuration)
        lock = nil
        folder = nil
        note = { _ in }
        positions = try Self.prepare(writer)
    }

    /// Keeps everything in a folder, which is made if need be.
    ///
    /// The storage clears away the leftovers of a process that was killed. The folder is free again a moment after the storage
    /// was dropped: when its last connection has closed.
    /// - Parameter note: called with a sentence about each damaged part that was dropped.
    /// - Throws: ``StorageError``.
    public init(
        folder: URL, note: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        let file = folder.appending(path: Self.fileName).path(percentEncoded: false)
        let lock: FolderLock
        do {
            // SQLite gives its files beside the database the mode that the database has.
            try PrivateFiles.claim(folder, for: Self.fileNames)
            lock = try FolderLock(folder: folder)
            // SQLite reports a file that cannot be made.
            if let descriptor = try? PrivateFiles.open(file) { close(descriptor) }
        } catch let error as CocoaError {
            let code = error.posixCode ?? EIO
            throw code == ENOSPC ? .full(folder: folder.path) : .unwritable(folder: folder.path, code: code)
        } catch let error as StorageError {
            throw error
        } catch {
            throw .unwritable(folder: folder.path, code: EIO)
        }
        self.lock = lock
        self.folder = folder
        self.note = note
        do {
            var configuration = Configuration()
            // The log goes into the database on the writer's own thread, not at the end of the last write.
            // Connections outlive the storage while they finish their work, and keep the folder locked until then.
            configuration.prepareDatabase { [lock] db in
                try withExtendedLifetime(lock) { try db.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
            }
            writer = try DatabasePool(path: file, configuration: configuration)
            positions = try Self.prepare(writer)
        } catch {
            if FullDisk.hasCaused(error, in: folder) { throw .full(folder: folder.path) }
            throw .unreadable(folder: folder.path, reason: "\(error)")
        }
    }

    private static func prepare(_ writer: any DatabaseWriter) throws -> EntryPositions {
        try Schema.migrator.migrate(writer)
        return try writer.write { db in
            try CacheRows.removeLeftovers(db)
            return try EntryPositions(db)
        }
    }

    /// Writes in the order of the calls, each whole or not at all.
    ///
    /// The call stays on the caller's actor until the write is queued, so that an actor's writes keep their order.
    nonisolated(nonsending) func write<Value: Sendable>(
        _ updates: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            writeLater(updates) { [self] in continuation.resume(with: $0.mapError { explained($0) }) }
        }
    }

    /// Queues a write, and calls `completion` after it.
    func writeLater<Value: Sendable>(
        _ updates: @escaping @Sendable (Database) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void = { _ in }
    ) {
        writes.add(1, ordering: .relaxed)
        writer.asyncWrite(updates) { [self] _, result in
            written()
            writes.subtract(1, ordering: .relaxed)
            completion(result)
        }
    }

    /// Writes a little: at once where no other write is under way, which costs less than to go to another thread and back.
    nonisolated(nonsending) func writeLittle<Value: Sendable>(
        _ updates: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        if let value = try writeAtOnce(updates) { return value }
        return try await write(updates)
    }

    /// Writes a little, unless another write is under way: then it does nothing, and returns nil.
    func writeAtOnce<Value>(_ updates: (Database) throws -> Value) throws -> Value? {
        guard writes.load(ordering: .relaxed) == 0 else { return nil }
        defer { written() }
        do {
            return try writer.writeWithoutTransaction { db in
                // As `write` does, but with statements that are compiled once.
                try CompiledStatement.run(db, "BEGIN IMMEDIATE TRANSACTION")
                do {
                    let value = try updates(db)
                    try CompiledStatement.run(db, "COMMIT TRANSACTION")
                    return value
                } catch {
                    if db.isInsideTransaction { try db.rollback() }
                    throw error
                }
            }
        } catch {
            throw explained(error)
        }
    }

    /// The most writes that the log holds.
    private static let mostInLog = 64

    private func written() {
        dropDamagedEntries()
        for body in bodies.takeDiscarded() {
            writeLater { [bodies] in if !bodies.isLeased(body) { try CacheRows.removeBody(body, $0) } }
        }
        guard lock != nil, writesSinceCheckpoint.add(1, ordering: .relaxed).newValue >= Self.mostInLog else { return }
        writesSinceCheckpoint.store(0, ordering: .relaxed)
        writer.asyncWriteWithoutTransaction { _ = try? $0.checkpoint(.passive) }
    }

    /// Reads a little: at once where no write is under way, which costs less than to go to another thread and back.
    nonisolated(nonsending) func readLittle<Value: Sendable>(
        _ value: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        if let value = try readAtOnce(value) { return value }
        return try await read(value)
    }

    /// Reads a little, unless a write is under way: then it does nothing, and returns nil.
    func readAtOnce<Value>(_ value: (Database) throws -> Value) throws -> Value? {
        guard writes.load(ordering: .relaxed) == 0 else { return nil }
        defer { dropDamagedEntries() }
        return try writer.unsafeRead(value)
    }

    /// Reads beside writes that are under way.
    func read<Value: Sendable>(_ value: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        defer { dropDamagedEntries() }
        return try await writer.read(value)
    }

    /// Returns the registrations. Damaged ones are dropped, so that their pages register anew.
    func registrations() async throws -> [StoredRegistration] {
        let stored = try await writer.read { try RegistrationRows.all($0) }
        for flaw in stored.flaws { note(flaw.text) }
        if !stored.flaws.isEmpty {
            writeLater { db in for flaw in stored.flaws { try RegistrationRows.drop(flaw.place, db) } }
        }
        return stored.registrations
    }

    /// Drops the entries that a read has found damaged.
    private func dropDamagedEntries() {
        for (row, url) in entries.takeDamaged() {
            note("A damaged entry of a cache was dropped: \(url)")
            writeLater { [bodies] in try CacheRows.drop(row, keeping: bodies, $0) }
        }
    }

    nonisolated(nonsending) func save(_ registration: StoredRegistration) async throws {
        try await write { try RegistrationRows.save(registration, $0) }
    }

    nonisolated(nonsending) func delete(_ registration: RegistrationID) async throws {
        try await write { try RegistrationRows.delete(registration, $0) }
    }
}
