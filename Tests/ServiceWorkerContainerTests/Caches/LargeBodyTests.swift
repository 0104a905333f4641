import Foundation
import GRDB
import ServiceWorker
import Synchronization
import Testing

import struct ServiceWorker.FetchRequest

@testable import ServiceWorkerContainer

@Suite(.serialized, .timeLimit(.minutes(2)))
struct LargeBodyTests {
    /// Counts pieces, and how far the reader was when each was made.
    private final class Source: Sendable {
        private let made = Mutex(0)
        let count: Int
        init(count: Int) { self.count = count }

        func next() -> Data? {
            made.withLock { made in
                guard made < count else { return nil }
                made += 1
                return Data(repeating: UInt8(truncatingIfNeeded: made), count: 1_000_000)
            }
        }
    }

    private func folder() -> TemporaryFolder { TemporaryFolder() }

    @Test(arguments: [true, false])
    func `a body of 200 MB is stored and read in small pieces with flat memory`(_ isKept: Bool) async throws {
        let folder = folder()
        let storage = isKept ? try ServiceWorkerStorage(folder: folder.url) : try ServiceWorkerStorage()
        let caches = CacheStorage(storage, storageKey: StorageKey(rawValue: "sw://x"))
        let cache = try await caches.open("v1")
        let request = FetchRequest.Head(url: address("sw://x/large"))
        let source = Source(count: 200)
        let before = try anonymousMemory()
        var most = before
        try await cache.put(request, FetchResponse(FetchResponse.Head(), body: BodyStream(next: { source.next() })))
        most = max(most, try anonymousMemory())
        let found = try #require(try await cache.match(request))
        var size = 0
        var largest = 0
        for try await piece in try #require(found.body) {
            size += piece.count
            largest = max(largest, piece.count)
            most = max(most, try anonymousMemory())
        }
        #expect(size == 200_000_000)
        #expect(largest <= ServiceWorkerStorage.chunkSize)
        // Other tests run meanwhile in this process; the body alone would be 200 MB.
        #expect(most - before < 150_000_000)
    }

    @Test func `a body that was matched before its entry was deleted is read whole, then removed`() async throws {
        let folder = folder()
        let storage = try ServiceWorkerStorage(folder: folder.url)
        let cache = try await CacheStorage(storage, storageKey: StorageKey(rawValue: "sw://x")).open("v1")
        let request = FetchRequest.Head(url: address("sw://x/large"))
        let source = Source(count: 3)
        try await cache.put(request, FetchResponse(FetchResponse.Head(), body: BodyStream(next: { source.next() })))
        var found = try await cache.match(request)
        try await cache.delete(request)
        #expect(try await found?.body?.collect().count == 3_000_000)
        found = nil
        let left = try await storage.write { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM chunk") }
        #expect(left == 0)
    }

    /// The memory of the process that no file backs, in bytes.
    private func anonymousMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }
}
