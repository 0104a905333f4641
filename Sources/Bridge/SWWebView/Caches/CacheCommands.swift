import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

import struct ServiceWorkers.FetchRequest

/// The commands behind `CacheStorage` and `Cache`.
enum CacheCommands {
    static let table: CommandTable = [
        "/CacheStorage/open": .deferred { json, context in
            let realm = try context.cacheRealm()
            let cache = try await context.caches(realm).open(name(json))
            context.services.caches.hold(cache, key: realm.storageKey, by: realm)
            return JSONText.data(cache.id)
        },
        "/CacheStorage/has": .deferred { json, context in
            JSONText.data(try await context.caches(context.cacheRealm()).has(name(json)))
        },
        "/CacheStorage/delete": .deferred { json, context in
            let realm = try context.cacheRealm()
            let caches = try context.caches(realm)
            let existed = try await caches.delete(name(json))
            if existed { try await context.services.caches.removeDeleted(of: caches, key: realm.storageKey) }
            return JSONText.data(existed)
        },
        "/CacheStorage/keys": .deferred { _, context in
            JSONText.data(try await context.caches(context.cacheRealm()).keys())
        },
        "/CacheStorage/match": .prompt { json, context, reply in
            let realm = try context.cacheRealm()
            let order = try CacheOrder(json)
            guard let head = order.request?.head else { throw missing("request") }
            let (caches, replies) = (try context.caches(realm), CacheReplies(context, realm, reply))
            let found = try caches.entryAtOnce(
                matching: head, options: order.options, cacheName: order.name, inline: inlineLimit)
            if let found, try replies.sendAtOnce(found.first) { return nil }
            return {
                if let found { return try await replies.send(found.first) }
                try await replies.send(
                    caches.entry(
                        matching: head, options: order.options, cacheName: order.name, inline: inlineLimit))
            }
        },
        "/Cache/match": .prompt { json, context, reply in
            let (order, cache, realm) = try order(json, context)
            guard let head = order.request?.head else { throw missing("request") }
            let replies = CacheReplies(context, realm, reply)
            let found = try cache.entryAtOnce(matching: head, options: order.options, inline: inlineLimit)
            if let found, try replies.sendAtOnce(found.first) { return nil }
            return {
                if let found { return try await replies.send(found.first) }
                try await replies.send(
                    cache.entries(matching: head, options: order.options, limit: 1, inline: inlineLimit).first)
            }
        },
        "/Cache/matchAll": .kept { json, context, reply in
            let (order, cache, realm) = try order(json, context)
            let found = try await cache.entries(
                matching: order.request?.head, options: order.options, inline: inlineLimit)
            try await CacheReplies(context, realm, reply).send(found)
        },
        "/Cache/keys": .deferred { json, context in
            let (order, cache, _) = try order(json, context)
            let found = try await cache.entries(matching: order.request?.head, options: order.options, inline: -1)
            return Data("[\(found.map(\.request).joined(separator: ","))]".utf8)
        },
        "/Cache/delete": .deferred { json, context in
            let (order, cache, _) = try order(json, context)
            guard let request = order.request else { throw missing("request") }
            return JSONText.data(try await cache.delete(request.head, options: order.options))
        },
        "/Cache/put": .prompt { json, context, reply in
            let (order, cache, realm) = try order(json, context)
            let puts = CachePuts(context: context, realm: realm)
            let small = try puts.gatherAtOnce(order.puts)
            if let small, try cache.putAtOnce(small) {
                reply.resolve(null)
                return nil
            }
            return {
                if let small { try await cache.put(small) } else { try await cache.put(puts.gather(order.puts)) }
                reply.resolve(null)
            }
        },
        "/Cache/upload": .deferred { _, context in
            let realm = try context.cacheRealm()
            return JSONText.data(
                try context.services.caches.write(to: context.services.openStorage(), for: realm))
        },
        "/Cache/stopUpload": .notification { json, context in
            if let realm = context.realm { context.services.caches.stopWriting(try name(json), of: realm) }
        },
    ]

    private struct Handles: Decodable {
        var id: String
        var to: String?
    }

    /// The commands for opaque responses that a realm holds.
    static let opaqueTable: CommandTable = [
        "/OpaqueResponse/release": .notification { json, context in
            guard let realm = context.realm else { return }
            _ = realm.opaque.take(try JSONText.decode(Handles.self, from: json).id)
        },
        "/OpaqueResponse/clone": .notification { json, context in
            let handles = try JSONText.decode(Handles.self, from: json)
            guard let realm = context.realm, let other = handles.to else { return }
            realm.opaque.copy(handles.id, to: other)
        },
    ]

    private static let inlineLimit = BodyRegistry.inlineLimit
    private static let null = Data("null".utf8)

    private static func missing(_ name: String) -> CommandFailure {
        CommandFailure(name: "TypeError", message: "“\(name)” is missing")
    }

    private static func name(_ json: Data) throws -> String {
        guard let name = try CacheOrder(json).name else { throw missing("name") }
        return name
    }

    @MainActor
    private static func order(_ json: Data, _ context: CommandContext) throws -> (CacheOrder, Cache, Realm) {
        let realm = try context.cacheRealm()
        let order = try CacheOrder(json)
        return (order, try context.services.caches.cache(order.cache, for: realm), realm)
    }
}

extension CommandContext {
    /// Returns the realm that asks. Only realms with an origin have caches.
    fileprivate func cacheRealm() throws(CommandFailure) -> Realm {
        guard let realm else {
            throw CommandFailure(name: "SecurityError", message: "The context has no caches.")
        }
        return realm
    }

    @MainActor
    fileprivate func caches(_ realm: Realm) throws -> CacheStorage {
        CacheStorage(
            try services.openStorage(), storageKey: realm.storageKey, quota: services.caches.quota)
    }
}
