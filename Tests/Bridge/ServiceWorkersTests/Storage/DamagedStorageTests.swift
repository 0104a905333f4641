import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

import struct ServiceWorkers.FetchRequest

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct DamagedStorageTests {
    private let folder = TemporaryFolder()
    private let notes = Notes()

    private func open() throws -> ServiceWorkerStorage {
        try ServiceWorkerStorage(folder: folder.url) { [notes] in notes.add($0) }
    }

    private func caches(_ storage: ServiceWorkerStorage) -> CacheStorage {
        CacheStorage(storage, storageKey: StorageKey(rawValue: "sw://x"))
    }

    private func head(_ path: String) -> FetchRequest.Head { FetchRequest.Head(url: address("sw://x/\(path)")) }

    private func response(_ bytes: Data, vary: Bool = false) -> FetchResponse {
        var head = FetchResponse.Head()
        head.status = 200
        if vary { head.headers.set("Vary", to: "Accept") }
        return FetchResponse(head, body: BodyStream(bytes))
    }

    // MARK: Caches

    @Test(
        arguments: [
            "request = 'x'", "request = '{}'", "response = substr(response, 2)", "response = ''", "size = -1",
            "request = x'00ff'",
        ], [false, true])
    func `a damaged entry is dropped and named, and the others stay`(damage: String, varies: Bool) async throws {
        let storage = try open()
        let cache = try await caches(storage).open("v1")
        for path in ["a", "b", "c"] { try await cache.put(head(path), response(Data(path.utf8), vary: varies)) }
        try await storage.write { try $0.execute(sql: "UPDATE entry SET \(damage) WHERE url LIKE '%/b'") }
        #expect(try await cache.keys().map(\.url.lastPathComponent) == ["a", "c"])
        #expect(try await cache.match(head("b")) == nil)
        #expect(try await cache.matchAll().count == 2)
        // Writes are in order: the entry is gone before this one.
        try await cache.put(head("d"), response(Data()))
        #expect(try await storage.rowCounts()["entry"] == 3)
        #expect(notes.all.count == 1)
        #expect(notes.all.first?.contains("sw://x/b") == true)
    }

    @Test(arguments: ["request = 'x'", "response = '[]'"])
    func `a put replaces a damaged entry`(damage: String) async throws {
        let storage = try open()
        let cache = try await caches(storage).open("v1")
        try await cache.put(head("a"), response(Data("old".utf8), vary: true))
        try await storage.write { try $0.execute(sql: "UPDATE entry SET \(damage)") }
        try await cache.put(head("a"), response(Data("new".utf8), vary: true))
        let found = try await cache.match(head("a"))
        #expect(try await found?.body?.collect() == Data("new".utf8))
        #expect(try await storage.rowCounts()["entry"] == 1)
    }

    @Test func `a body that has lost a row fails to be read`() async throws {
        let storage = try open()
        let cache = try await caches(storage).open("v1")
        try await cache.put(head("a"), response(Data(count: 3 * ServiceWorkerStorage.chunkSize)))
        try await storage.write { try $0.execute(sql: "DELETE FROM chunk WHERE position = 1") }
        let found = try #require(try await cache.match(head("a")))
        await #expect(throws: ServiceWorkerError.self) { try await found.body?.collect() }
    }

    // MARK: Registrations

    private func registration(_ name: String, waiting: Bool = false) -> StoredRegistration {
        func worker(_ id: String) -> StoredWorker {
            var scripts = ScriptResourceMap()
            scripts[address("sw://x/\(name).js")] = ScriptResource(
                headers: ["Content-Type": "text/javascript"], body: Data("script".utf8))
            return StoredWorker(
                id: ServiceWorkerID(rawValue: id), scriptURL: address("sw://x/\(name).js"), type: .classic,
                eventTypes: ["fetch"], allFetchListenersAreEmpty: false, scripts: scripts)
        }
        return StoredRegistration(
            id: RegistrationID(rawValue: name), storageKey: StorageKey(rawValue: "sw://x"),
            scopeURL: address("sw://x/\(name)/"), updateViaCache: .imports, lastUpdateCheckTime: nil,
            navigationPreload: NavigationPreloadState(), waiting: waiting ? worker("waiting \(name)") : nil,
            active: worker("active \(name)"))
    }

    @Test(arguments: [
        "UPDATE script SET headers = 'x' WHERE workerId = 'active b'",
        "UPDATE script SET url = '' WHERE workerId = 'active b'", "DELETE FROM script WHERE workerId = 'active b'",
        "UPDATE script SET headers = x'ff' WHERE workerId = 'active b'",
        "UPDATE worker SET eventTypes = '{' WHERE id = 'active b'",
        "UPDATE worker SET type = 'clossic' WHERE id = 'active b'",
        "UPDATE worker SET scriptURL = '' WHERE id = 'active b'", "DELETE FROM worker WHERE id = 'active b'",
        "UPDATE registration SET scope = '' WHERE id = 'b'", "UPDATE registration SET scope = x'fe' WHERE id = 'b'",
    ])
    func `a damaged registration is dropped and named, and the others stay`(damage: String) async throws {
        let storage = try open()
        for name in ["a", "b", "c"] { try await storage.save(registration(name)) }
        try await storage.write { try $0.execute(sql: damage) }
        #expect(try await storage.registrations().map(\.id.rawValue) == ["a", "c"])
        #expect(notes.all.contains { $0.contains("dropped") })
        #expect(try await storage.registrations() == [registration("a"), registration("c")])
        try await storage.write { _ in }
        #expect(try await storage.rowCounts()["registration"] == 2)
    }

    @Test func `a damaged waiting worker is dropped, and the active one stays`() async throws {
        let storage = try open()
        try await storage.save(registration("a", waiting: true))
        try await storage.write {
            try $0.execute(sql: "UPDATE script SET headers = '' WHERE workerId = 'waiting a'")
        }
        #expect(try await storage.registrations() == [registration("a")])
        #expect(notes.all.count == 1)
    }

    // MARK: A full disk

    @Test(arguments: [1000, 4 * ServiceWorkerStorage.chunkSize])
    func `a put on a full disk exceeds the quota, and later ones succeed`(size: Int) async throws {
        let storage = try open()
        let cache = try await caches(storage).open("v1")
        try await cache.put(head("a"), response(Data("a".utf8)))
        try await storage.write { try $0.execute(sql: "PRAGMA max_page_count = 1") }
        let error = await #expect(throws: ServiceWorkerError.self) {
            for number in 0..<100 { try await cache.put(head("\(number)"), response(Data(count: size))) }
        }
        #expect(error?.name == .quotaExceededError)
        #expect(error?.message.contains("disk") == true)
        #expect(error?.message.contains(folder.url.path) == true)
        #expect(try await cache.match(head("a"))?.body?.collect() == Data("a".utf8))
        try await storage.write { try $0.execute(sql: "PRAGMA max_page_count = 4294967294") }
        try await cache.put(head("b"), response(Data(count: size)))
        #expect(try await cache.match(head("b"))?.body?.collect().count == size)
    }
}

/// The messages that a storage logs about damage.
private final class Notes: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
}
