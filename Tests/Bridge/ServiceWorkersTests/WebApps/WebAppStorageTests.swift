import Foundation
import GRDB
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct WebAppStorageTests {
    private let folder = TemporaryFolder()
    private let id = RegistrationID(rawValue: "registration")

    private func stored(in storage: ServiceWorkerStorage) async throws {
        var scripts = ScriptResourceMap()
        scripts[address("sw://x/0.js")] = ScriptResource(headers: [:], body: Data("script".utf8))
        let worker = StoredWorker(
            id: ServiceWorkerID(rawValue: "worker"), scriptURL: address("sw://x/0.js"), type: .classic,
            eventTypes: ["push"], allFetchListenersAreEmpty: false, scripts: scripts)
        try await storage.save(
            StoredRegistration(
                id: id, storageKey: StorageKey(rawValue: "sw://x"), scopeURL: address("sw://x/"), updateViaCache: .none,
                lastUpdateCheckTime: nil, navigationPreload: NavigationPreloadState(), waiting: nil, active: worker))
    }

    private func subscription(_ key: Data = Data(count: 65)) throws -> PushSubscription {
        try PushSubscription(of: id, applicationServerKey: key, makeID: { UUID().uuidString })
    }

    private func notification(_ title: String, tag: String = "") -> PersistentNotification {
        var content = NotificationContent(title: title)
        content.tag = tag
        return PersistentNotification(id: UUID().uuidString, registration: id, content: content)
    }

    /// Opens the folder once its storage before has closed its last connection.
    private func reopened() async throws -> ServiceWorkerStorage {
        var opened: ServiceWorkerStorage?
        while opened == nil {
            do { opened = try ServiceWorkerStorage(folder: folder.url) } catch StorageError.inUse { await Task.yield() }
        }
        return try #require(opened)
    }

    @Test func `subscriptions, notifications and tags are there when the storage is opened again`() async throws {
        let made = try subscription(), shown = notification("one", tag: "'; DROP TABLE notification; --")
        var tag = SyncRegistration(registration: id, tag: "tag")
        tag.attempts = 2
        do {
            let storage = try ServiceWorkerStorage(folder: folder.url)
            try await stored(in: storage)
            _ = try await storage.subscribe(made)
            try await storage.show(shown)
            #expect(try await storage.save(tag))
        }
        let storage = try await reopened()
        #expect(try await storage.pushSubscriptions() == [made])
        #expect(try await storage.notifications() == [shown])
        #expect(try await storage.syncRegistrations() == [tag])
    }

    @Test func `files are readable by their owner alone`() async throws {
        let storage = try ServiceWorkerStorage(folder: folder.url)
        try await stored(in: storage)
        _ = try await storage.subscribe(try subscription())
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            let path = folder.url.appendingPathComponent(name).path
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
    }

    @Test func `a registration has one subscription, and one with another key fails`() async throws {
        let storage = try ServiceWorkerStorage()
        try await stored(in: storage)
        let first = try await storage.subscribe(try subscription())
        #expect(try await storage.subscribe(try subscription()) == first)
        await #expect(throws: ServiceWorkerError.self) {
            try await storage.subscribe(try subscription(Data(count: 64)))
        }
        #expect(try await storage.unsubscribe(id))
        #expect(try await storage.unsubscribe(id) == false)
        #expect(try await storage.subscribe(try subscription()) != first)
    }

    @Test func `a notification takes the place of the one with its tag, and too many push out the oldest`() async throws
    {
        let storage = try ServiceWorkerStorage()
        try await stored(in: storage)
        for title in ["a", "b", "c"] { try await storage.show(notification(title, tag: title == "b" ? "t" : "")) }
        try await storage.show(notification("d", tag: "t"))
        #expect(try await storage.notifications().map(\.content.title) == ["a", "d", "c"])
        let last = try #require(try await storage.notifications().last)
        #expect(try await storage.removeNotification(last.id))
        #expect(try await storage.removeNotification(last.id) == false)
        try await storage.write { [self] db in
            for number in 0..<WebAppRows.mostNotifications { try WebAppRows.show(notification("\(number)"), db) }
        }
        let titles = try await storage.notifications().map(\.content.title)
        #expect(titles.count == WebAppRows.mostNotifications && titles.first == "0")
    }

    @Test func `what a registration has goes with it, and a registration that is gone gets nothing`() async throws {
        let storage = try ServiceWorkerStorage()
        try await stored(in: storage)
        _ = try await storage.subscribe(try subscription())
        try await storage.show(notification("one"))
        _ = try await storage.save(SyncRegistration(registration: id, tag: "tag"))
        try await storage.delete(id)
        let counts = try await storage.rowCounts()
        #expect(counts["pushSubscription"] == 0 && counts["notification"] == 0 && counts["syncTag"] == 0)
        await #expect(throws: ServiceWorkerError.self) { try await storage.subscribe(try subscription()) }
        await #expect(throws: ServiceWorkerError.self) { try await storage.show(notification("two")) }
        await #expect(throws: ServiceWorkerError.self) {
            try await storage.save(SyncRegistration(registration: id, tag: "tag"))
        }
    }

    @Test(arguments: [
        "UPDATE pushSubscription SET privateKey = x'00'", "UPDATE pushSubscription SET privateKey = zeroblob(32)",
        "UPDATE pushSubscription SET endpoint = x'ff'",
    ])
    func `a damaged subscription is none`(damage: String) async throws {
        let storage = try ServiceWorkerStorage()
        try await stored(in: storage)
        _ = try await storage.subscribe(try subscription())
        try await storage.write { try $0.execute(sql: damage) }
        let found = try await storage.pushSubscriptions()
        #expect(found.isEmpty)
    }
}
