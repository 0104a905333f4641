import Foundation
import GRDB
import TestSupport
import Testing

import struct ServiceWorkers.FetchRequest

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct CacheTests {
    let caches: CacheStorage

    init() throws {
        caches = CacheStorage(try ServiceWorkerStorage(), storageKey: StorageKey(rawValue: "sw://x"))
    }

    private func request(_ path: String, method: String = "GET") -> FetchRequest.Head {
        var head = FetchRequest.Head(url: address("sw://x/\(path)"))
        head.method = method
        return head
    }

    private func response(_ text: String, status: Int = 200, vary: String? = nil) -> FetchResponse {
        var head = FetchResponse.Head()
        head.status = status
        if let vary { head.headers.set("Vary", to: vary) }
        return FetchResponse(head, body: BodyStream(Data(text.utf8)))
    }

    private func texts(_ responses: [FetchResponse]) async throws -> [String] {
        var texts: [String] = []
        for response in responses {
            texts.append(String(decoding: try await response.body?.collect() ?? Data(), as: UTF8.self))
        }
        return texts
    }

    @Test func `put replaces an entry and moves it to the end, and delete removes an entry once`() async throws {
        let cache = try await caches.open("v1")
        for path in ["a", "b", "c"] { try await cache.put(request(path), response(path)) }
        try await cache.put(request("b"), response("new b"))
        #expect(try await cache.keys().map(\.url.lastPathComponent) == ["a", "c", "b"])
        #expect(try await texts(cache.matchAll()) == ["a", "c", "new b"])
        #expect(try await cache.delete(request("a")))
        #expect(try await !cache.delete(request("a")))
        #expect(try await cache.match(request("a")) == nil)
    }

    @Test(arguments: [0, 1, 65_536, 65_537])
    func `an entry is replaced by one of any size, and takes the room of the newer`(size: Int) async throws {
        let cache = try await caches.open("v1")
        for count in [size, 3, size] {
            try await cache.put(request("a"), response(String(repeating: "x", count: count)))
            #expect(try await cache.match(request("a"))?.body?.collect().count == count)
            #expect(try await caches.usage() == count)
        }
        let bodies = try await caches.storage.writer.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM body") }
        #expect(bodies == (size > 65_536 ? 1 : 0))
    }

    @Test func `a replaced one of several entries of an address is the last of them`() async throws {
        let cache = try await caches.open("v1")
        for (language, text) in [("en", "en"), ("de", "de"), ("en", "new en")] {
            var head = request("page")
            head.headers.set("Accept-Language", to: language)
            try await cache.put(head, response(text, vary: "Accept-Language"))
        }
        let options = CacheQueryOptions(ignoreVary: true)
        #expect(try await texts(cache.matchAll()) == ["de", "new en"])
        #expect(try await texts(cache.matchAll(request("page"), options: options)) == ["de", "new en"])
    }

    @Test func `responses that vary by a request header are kept side by side`() async throws {
        let cache = try await caches.open("v1")
        for language in ["en", "de"] {
            var head = request("page")
            head.headers.set("Accept-Language", to: language)
            try await cache.put(head, response(language, vary: "Accept-Language"))
        }
        var head = request("page")
        head.headers.set("Accept-Language", to: "de")
        #expect(try await texts(cache.matchAll(head)) == ["de"])
        #expect(try await texts(cache.matchAll(head, options: CacheQueryOptions(ignoreVary: true))) == ["en", "de"])
        #expect(try await cache.keys(request("page")).isEmpty)
    }

    @Test func `a HEAD request matches no entry unless the method is ignored`() async throws {
        let cache = try await caches.open("v1")
        try await cache.put(request("a"), response("a"))
        let head = request("a", method: "HEAD")
        #expect(try await cache.match(head) == nil)
        #expect(try await cache.match(head, options: CacheQueryOptions(ignoreMethod: true)) != nil)
        #expect(try await !cache.delete(head))
    }

    @Test(arguments: [
        ("ftp://x/a", "GET", 200, nil), ("sw://x/a", "POST", 200, nil), ("sw://x/a", "GET", 206, nil),
        ("sw://x/a", "GET", 200, "Accept, *" as String?),
    ])
    func `put throws a TypeError for ftp, POST, status 206 and a Vary header with a star`(
        _ url: String, _ method: String, _ status: Int, _ vary: String?
    ) async throws {
        let cache = try await caches.open("v1")
        var head = FetchRequest.Head(url: address(url))
        head.method = method
        let error = await #expect(throws: ServiceWorkerError.self) {
            try await cache.put(head, response("", status: status, vary: vary))
        }
        #expect(error?.name == .typeError)
    }

    @Test func `putAll stores all entries, or none if two of them have the same request`() async throws {
        let cache = try await caches.open("v1")
        try await cache.put(request("a"), response("old"))
        let error = await #expect(throws: ServiceWorkerError.self) {
            try await cache.putAll([
                (request("a"), response("1")), (request("b"), response("2")), (request("a"), response("3")),
            ])
        }
        #expect(error?.name == .invalidStateError)
        #expect(try await texts(cache.matchAll()) == ["old"])
        #expect(try await bodies() == 1)
        try await cache.putAll([(request("a"), response("1")), (request("b"), response("2"))])
        #expect(try await texts(cache.matchAll()) == ["1", "2"])
    }

    @Test func `put of a body that breaks off throws and stores nothing`() async throws {
        let cache = try await caches.open("v1")
        let broken = BodyStream(next: { throw URLError(.networkConnectionLost) })
        await #expect(throws: URLError.self) {
            try await cache.put(request("a"), FetchResponse(FetchResponse.Head(), body: broken))
        }
        #expect(try await cache.keys().isEmpty)
        #expect(try await bodies() == 0)
    }

    @Test func `caches are listed by name in the order of their opening, for one storage key only`() async throws {
        for name in ["b", "", "a"] { _ = try await caches.open(name) }
        _ = try await caches.open("b")
        #expect(try await caches.keys() == ["b", "", "a"])
        #expect(try await caches.has(""))
        #expect(try await caches.delete("b"))
        #expect(try await !caches.delete("b"))
        #expect(try await caches.keys() == ["", "a"])
        let other = CacheStorage(caches.storage, storageKey: StorageKey(rawValue: "sw://other"))
        #expect(try await other.keys().isEmpty)
    }

    @Test func `match looks through all caches in order, or only through the one that is named`() async throws {
        for name in ["first", "second"] {
            try await caches.open(name).put(request("a"), response(name))
        }
        #expect(try await texts([try #require(try await caches.match(request("a")))]) == ["first"])
        let second = try await caches.match(request("a"), cacheName: "second")
        #expect(try await texts([try #require(second)]) == ["second"])
        #expect(try await caches.match(request("a"), cacheName: "third") == nil)
    }

    @Test func `a deleted cache works for those who hold it until it is removed`() async throws {
        let held = try await caches.open("v1")
        try await caches.delete("v1")
        try await held.put(request("a"), response("still"))
        #expect(try await texts(held.matchAll()) == ["still"])
        #expect(try await caches.open("v1").keys().isEmpty)
        try await caches.removeDeleted(keeping: [held.id])
        #expect(try await held.keys().count == 1)
        try await caches.removeDeleted()
        #expect(try await bodies() == 0)
    }

    @Test func `put throws a QuotaExceededError when all entries together exceed the quota`() async throws {
        let caches = CacheStorage(
            caches.storage, storageKey: StorageKey(rawValue: "sw://small"), quota: 10)
        let cache = try await caches.open("v1")
        try await cache.put(request("a"), response("123456"))
        for text in ["78901", "12345678901"] {
            let error = await #expect(throws: ServiceWorkerError.self) {
                try await cache.put(request("b"), response(text))
            }
            #expect(error?.name == .quotaExceededError)
        }
        try await cache.put(request("a"), response("1234567890"))
        #expect(try await caches.usage() == 10)
        #expect(try await bodies() == 1)
    }

    /// Up to 64 KiB a body is part of its entry's row, then it is one row, then several.
    @Test(arguments: [0, 1, 65_536, 65_537, 262_144, 262_145, 1_000_000])
    func `a body of any size is read back, replaced and removed with its entry`(_ size: Int) async throws {
        let cache = try await caches.open("v1")
        let text = String(repeating: "x", count: size)
        for _ in 0..<2 { try await cache.put(request("a"), response(text)) }
        #expect(try await texts([try #require(try await cache.match(request("a")))]) == [text])
        #expect(try await texts([try #require(try await caches.match(request("a")))]) == [text])
        #expect(try await caches.usage() == size)
        try await cache.delete(request("a"))
        #expect(try await caches.usage() == 0)
        // A large one goes in a write of its own.
        try await cache.put(request("b"), response(""))
        #expect(try await bodies() == 1)
    }

    @Test func `ignoreSearch matches entries that differ in their search only`() async throws {
        let cache = try await caches.open("v1")
        for path in ["a", "a?", "a?b=c", "a>", "a@", "ab", "a/b", "A"] {
            try await cache.put(request(path), response(path))
        }
        for query in ["a", "a?d"] {
            let found = try await cache.matchAll(request(query), options: CacheQueryOptions(ignoreSearch: true))
            #expect(try await texts(found) == ["a", "a?", "a?b=c"])
        }
    }

    /// Returns the number of stored bodies: those in the rows of their entries, and those that have rows of their own.
    private func bodies() async throws -> Int {
        let sql = "SELECT (SELECT COUNT(*) FROM body) + (SELECT COUNT(*) FROM entry WHERE data IS NOT NULL)"
        return try await caches.storage.writer.read { try Int.fetchOne($0, sql: sql) ?? -1 }
    }

    @Test func `caches and entries go that were made since a date`() async throws {
        let old = try await caches.open("old")
        try await old.put(request("first"), response("first"))
        let date = Date()
        try await old.put(request("second"), response("second"))
        try await caches.open("new").put(request("third"), response("third"))
        try await caches.deleteStored(since: .distantFuture)
        #expect(try await caches.keys() == ["old", "new"])
        try await caches.deleteStored(since: date)
        #expect(try await caches.keys() == ["old"])
        #expect(try await texts(old.matchAll()) == ["first"])
        try await caches.deleteStored(since: .distantPast)
        #expect(try await caches.keys().isEmpty)
    }
}
