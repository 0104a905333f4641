import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

import struct ServiceWorkers.FetchRequest

@testable import ServiceWorkers

@Suite(.serialized, .hangLimit(minutes: 2))
struct LargeBodyTests {
    /// Makes pieces of 1 MB, and notes the most memory that the process had meanwhile.
    private final class Source: Sendable {
        private let made = Mutex((count: 0, memory: 0))
        private let count: Int
        init(count: Int) { self.count = count }

        var mostMemory: Int { made.withLock { $0.memory } }

        func next() throws -> Data? {
            let memory = try anonymousMemory()
            return made.withLock { made in
                made.memory = max(made.memory, memory)
                guard made.count < count else { return nil }
                made.count += 1
                return Data(repeating: UInt8(truncatingIfNeeded: made.count), count: 1_000_000)
            }
        }
    }

    /// In a process of its own: the memory of tests that run meanwhile would count.
    @Test(arguments: [true, false])
    func `a body of 200 MB is stored and read in small pieces with flat memory`(_ isKept: Bool) async {
        await #expect(processExitsWith: .success) { [isKept] in
            let folder = TemporaryFolder()
            let storage = isKept ? try ServiceWorkerStorage(folder: folder.url) : try ServiceWorkerStorage()
            let caches = CacheStorage(storage, storageKey: StorageKey(rawValue: "sw://x"))
            let cache = try await caches.open("v1")
            let request = FetchRequest.Head(url: address("sw://x/large"))
            let source = Source(count: 200)
            let before = try anonymousMemory()
            let body = BodyStream(next: { try source.next() })
            try await cache.put(request, FetchResponse(FetchResponse.Head(), body: body))
            var most = max(source.mostMemory, try anonymousMemory())
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
            #expect(most - before < 50_000_000)
        }
    }

    @Test func `a body that was matched before its entry was deleted is read whole, then removed`() async throws {
        let folder = TemporaryFolder()
        let storage = try ServiceWorkerStorage(folder: folder.url)
        let cache = try await CacheStorage(storage, storageKey: StorageKey(rawValue: "sw://x")).open("v1")
        let request = FetchRequest.Head(url: address("sw://x/large"))
        let source = Source(count: 3)
        try await cache.put(request, FetchResponse(FetchResponse.Head(), body: BodyStream(next: { try source.next() })))
        var found = try await cache.match(request)
        try await cache.delete(request)
        #expect(try await found?.body?.collect().count == 3_000_000)
        found = nil
        let left = try await storage.write { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM chunk") }
        #expect(left == 0)
    }
}

/// Returns the memory of the process that no file backs, in bytes.
private func anonymousMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    return try #require(Int(line.filter(\.isNumber))) * 1024
}
