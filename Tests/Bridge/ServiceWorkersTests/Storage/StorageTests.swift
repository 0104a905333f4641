import Foundation
import GRDB
import TestSupport
import Testing

import struct ServiceWorkers.FetchRequest

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct StorageTests {
    private let folder = TemporaryFolder()

    private func stored(scripts count: Int = 2) throws -> StoredRegistration {
        var scripts = ScriptResourceMap()
        for number in 0..<count {
            scripts[address("sw://x/\(number).js")] = ScriptResource(
                headers: ["Content-Type": "text/javascript"], body: Data("script \(number)".utf8))
        }
        let worker = StoredWorker(
            id: ServiceWorkerID(rawValue: "worker"), scriptURL: address("sw://x/0.js"), type: .module,
            eventTypes: ["fetch", "install"], allFetchListenersAreEmpty: false,
            scripts: scripts)
        return StoredRegistration(
            id: RegistrationID(rawValue: "registration"), storageKey: StorageKey(rawValue: "sw://x"),
            scopeURL: address("sw://x/"), updateViaCache: .none,
            lastUpdateCheckTime: Date(timeIntervalSince1970: 1000), navigationPreload: NavigationPreloadState(),
            waiting: worker, active: nil)
    }

    @Test func `a saved registration is read from the storage when it is opened again`() async throws {
        let registration = try stored()
        try await ServiceWorkerStorage(folder: folder.url).save(registration)
        let storage = try await reopenedWhenFree()
        #expect(try await storage.registrations() == [registration])
    }

    @Test func `saving the waiting worker as the active one removes the scripts of the old worker`() async throws {
        let storage = try ServiceWorkerStorage(folder: folder.url)
        var registration = try stored()
        registration.active = registration.waiting
        registration.active?.id = ServiceWorkerID(rawValue: "old")
        try await storage.save(registration)
        registration.active = registration.waiting
        registration.waiting = nil
        try await storage.save(registration)
        #expect(try await storage.registrations() == [registration])
        let scripts = try await storage.writer.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM script") }
        #expect(scripts == 2)
        try await storage.delete(registration.id)
        let left = try await storage.writer.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM script") }
        #expect(left == 0)
    }

    /// Tests the files that a SIGKILL in the middle of a transaction leaves: as they are then, without a commit.
    @Test(arguments: [0, 1, 2])
    func `a process that is killed during a save leaves the registration whole or not at all`(
        _ scripts: Int
    ) async throws {
        let storage = try ServiceWorkerStorage(folder: folder.url)
        let copy = TemporaryFolder()
        let source = folder.url
        let registration = try stored()
        try await storage.write { db in
            try db.execute(sql: "PRAGMA cache_size = 1")
            try RegistrationRows.save(registration, db)
            try db.execute(sql: "DELETE FROM script WHERE position >= ?", arguments: [scripts])
            try FileManager.default.createDirectory(at: copy.url, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: source.path) where name != "lock" {
                try FileManager.default.copyItem(
                    at: source.appendingPathComponent(name), to: copy.url.appendingPathComponent(name))
            }
        }
        #expect(try await ServiceWorkerStorage(folder: copy.url).registrations().isEmpty)
        // Without any script, the worker is damaged.
        #expect(try await storage.registrations().count == (scripts == 0 ? 0 : 1))
    }

    @Test func `a save that fails halfway changes nothing`() async throws {
        let storage = try ServiceWorkerStorage(folder: folder.url)
        let before = try stored(scripts: 1)
        try await storage.save(before)
        try await storage.write { db in
            try db.execute(
                sql:
                    "CREATE TRIGGER full BEFORE INSERT ON script WHEN NEW.position = 1 BEGIN SELECT RAISE(ABORT, ''); END"
            )
        }
        var changed = try stored()
        changed.waiting?.id = ServiceWorkerID(rawValue: "new")
        let after = changed
        await #expect(throws: DatabaseError.self) { try await storage.save(after) }
        #expect(try await storage.registrations() == [before])
    }

    @Test func `bodies without an entry are removed when the storage is opened again`() async throws {
        do {
            let storage = try ServiceWorkerStorage(folder: folder.url)
            let large = Data(count: ServiceWorkerStorage.chunkSize * 2)
            _ = try await storage.storeBody(BodyStream(large), limit: nil)
            let chunks = try await storage.writer.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM chunk") }
            #expect(chunks == 2)
        }
        let storage = try await reopenedWhenFree()
        let left = try await storage.writer.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM chunk") }
        #expect(left == 0)
    }

    @Test func `entries keep their order when the storage is opened again, also one that was replaced`() async throws {
        for path in ["a", "b", "c", "b"] {
            let storage = try await reopenedWhenFree()
            let cache = try await CacheStorage(storage, storageKey: StorageKey(rawValue: "sw://x")).open("v1")
            try await cache.put(FetchRequest.Head(url: address("sw://x/\(path)")), FetchResponse(FetchResponse.Head()))
        }
        let cache = try await CacheStorage(reopenedWhenFree(), storageKey: StorageKey(rawValue: "sw://x")).open("v1")
        #expect(try await cache.keys().map(\.url.lastPathComponent) == ["a", "c", "b"])
    }

    @Test func `opening a folder that is in use throws that it is in use`() throws {
        let first = try ServiceWorkerStorage(folder: folder.url)
        let error = #expect(throws: StorageError.self) { try ServiceWorkerStorage(folder: folder.url) }
        #expect(error == .inUse(folder: folder.url.path))
        withExtendedLifetime(first) {}
    }

    @Test func `opening a folder whose database file is no database throws that it is unreadable`() throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data(repeating: 7, count: 5000).write(to: folder.url.appendingPathComponent("serviceworkers.sqlite"))
        let error = #expect(throws: StorageError.self) { try ServiceWorkerStorage(folder: folder.url) }
        guard case .unreadable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a container restores its registrations with their active workers from the storage`() async throws {
        var id: RegistrationID?
        do {
            let world = try await World(storage: ServiceWorkerStorage(folder: folder.url))
            id = try await world.activate().id
            await world.container.removeClient(world.page)
        }
        let world = try await World(storage: reopenedWhenFree())
        await world.fetcher.serve("one", at: world.script)
        let registration = try #require(await world.container.registrations(client: world.page).first)
        #expect(registration.id == id)
        #expect(registration.active?.state == .activated)
        #expect(try await world.container.update(registration.id, client: world.page).active != nil)
    }

    /// Opens the storage again, once unfinished work has released the folder: it may hold it a little longer than the storage
    /// itself.
    private func reopenedWhenFree() async throws -> ServiceWorkerStorage {
        for _ in 0..<100_000 {
            do { return try reopened() } catch StorageError.inUse { await Task.yield() }
        }
        return try reopened()
    }

    private func reopened() throws -> ServiceWorkerStorage { try ServiceWorkerStorage(folder: folder.url) }
}
