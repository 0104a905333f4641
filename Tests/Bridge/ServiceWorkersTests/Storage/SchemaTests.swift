import Foundation
import GRDB
import TestSupport
import Testing

import struct ServiceWorkers.FetchRequest

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct SchemaTests {
    private let folder = TemporaryFolder()

    /// A folder as it was when every body had rows of its own.
    private func makeOldFolder() throws {
        let request = try ColumnText.encode(FetchRequest.Head(url: address("sw://x/a?b")))
        let response = try ColumnText.encode(FetchResponse.Head())
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("serviceworkers.sqlite").path)
        try Schema.migrator.migrate(database, upTo: "cacheSizes")
        try database.write { db in
            try db.execute(sql: "INSERT INTO cache (id, storageKey, name) VALUES (7, 'sw://x', 'v1')")
            try db.execute(sql: "INSERT INTO body (id) VALUES (3)")
            try db.execute(
                sql: "INSERT INTO chunk (bodyId, position, data) VALUES (3, 0, ?)", arguments: [Data("old".utf8)])
            try db.execute(
                sql: """
                    INSERT INTO entry (cacheId, url, urlWithoutSearch, request, response, bodyId, size, varies, opaque)
                    VALUES (7, 'sw://x/a?b', 'sw://x/a', ?, ?, 3, 3, false, false)
                    """,
                arguments: [request, response])
        }
        try database.close()
    }

    @Test func `a folder of an older schema keeps its workers`() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("serviceworkers.sqlite").path)
        try Schema.migrator.migrate(database, upTo: "positions")
        let headers = try ColumnText.encode(HeaderList())
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO registration VALUES ('registration', 'sw://x', 'sw://x/', 'imports', NULL, false, 'true');
                    INSERT INTO worker VALUES ('worker', 'registration', 'active', 'sw://x/sw.js', 'classic', NULL, false, false);
                    """)
            for (position, url) in ["sw://x/sw.js", "sw://x/library.js"].enumerated() {
                try db.execute(
                    sql: "INSERT INTO script VALUES ('worker', ?, ?, ?, ?)",
                    arguments: [position, url, headers, Data()])
            }
        }
        try database.close()
        let stored = try await ServiceWorkerStorage(folder: folder.url).registrations()
        #expect(stored.first?.active?.scripts.urls.count == 2)
    }

    @Test func `a folder of an older schema keeps its cache entries, and they can be replaced`() async throws {
        try makeOldFolder()
        let caches = CacheStorage(
            try ServiceWorkerStorage(folder: folder.url), storageKey: StorageKey(rawValue: "sw://x"))
        let found = try await caches.match(
            FetchRequest.Head(url: address("sw://x/a")), options: CacheQueryOptions(ignoreSearch: true))
        #expect(try await found?.body?.collect() == Data("old".utf8))
        #expect(try await caches.usage() == 3)
        let cache = try await caches.open("v1")
        try await cache.put(
            FetchRequest.Head(url: address("sw://x/a?b")),
            FetchResponse(FetchResponse.Head(), body: BodyStream(Data("newer".utf8))))
        #expect(try await cache.keys().count == 1)
        #expect(try await caches.usage() == 5)
    }
}
