import Foundation
import GRDB
import ServiceWorker

/// Registrations, workers and scripts as rows.
enum RegistrationRows {
    /// Makes the rows of a registration what it is now.
    static func save(_ registration: StoredRegistration, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO registration
                (id, storageKey, scope, updateViaCache, lastUpdateCheckTime, preloadEnabled, preloadHeaderValue)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET updateViaCache = excluded.updateViaCache,
                lastUpdateCheckTime = excluded.lastUpdateCheckTime, preloadEnabled = excluded.preloadEnabled,
                preloadHeaderValue = excluded.preloadHeaderValue
                """,
            arguments: [
                registration.id.rawValue, registration.storageKey.rawValue, registration.scopeURL.absoluteString,
                registration.updateViaCache.rawValue, registration.lastUpdateCheckTime?.timeIntervalSince1970,
                registration.navigationPreload.enabled, registration.navigationPreload.headerValue,
            ])
        let kept = Set([registration.waiting, registration.active].compactMap { $0?.id.rawValue })
        let before = Set(
            try String.fetchAll(
                db, sql: "SELECT id FROM worker WHERE registrationId = ?", arguments: [registration.id.rawValue]))
        for id in before.subtracting(kept) {
            try db.execute(sql: "DELETE FROM worker WHERE id = ?", arguments: [id])
        }
        for (slot, worker) in [("waiting", registration.waiting), ("active", registration.active)] {
            guard let worker else { continue }
            if before.contains(worker.id.rawValue) {
                try db.execute(
                    sql: "UPDATE worker SET slot = ? WHERE id = ?", arguments: [slot, worker.id.rawValue])
            } else {
                try insert(worker, slot: slot, of: registration.id, db)
            }
        }
    }

    static func delete(_ id: RegistrationID, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM registration WHERE id = ?", arguments: [id.rawValue])
    }

    static func all(_ db: Database) throws -> [StoredRegistration] {
        try Row.fetchAll(db, sql: "SELECT * FROM registration ORDER BY rowid").compactMap { row in
            let id: String = row["id"]
            guard let scope = URL(string: row["scope"]) else { return nil }
            var preload = NavigationPreloadState()
            preload.enabled = row["preloadEnabled"]
            preload.headerValue = row["preloadHeaderValue"]
            let checked: Double? = row["lastUpdateCheckTime"]
            return StoredRegistration(
                id: RegistrationID(rawValue: id), storageKey: StorageKey(rawValue: row["storageKey"]),
                scopeURL: scope, updateViaCache: UpdateViaCache(rawValue: row["updateViaCache"]) ?? .imports,
                lastUpdateCheckTime: checked.map { Date(timeIntervalSince1970: $0) }, navigationPreload: preload,
                waiting: try worker("waiting", of: id, db), active: try worker("active", of: id, db))
        }
    }

    private static func insert(_ worker: StoredWorker, slot: String, of id: RegistrationID, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO worker (id, registrationId, slot, scriptURL, type, eventTypes,
                allFetchListenersAreEmpty, classicScriptsImported) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                worker.id.rawValue, id.rawValue, slot, worker.scriptURL.absoluteString, worker.type.rawValue,
                try worker.eventTypes.map { try JSONText.encode($0.sorted()) }, worker.allFetchListenersAreEmpty,
                worker.classicScriptsImported,
            ])
        for (position, url) in worker.scripts.urls.enumerated() {
            guard let script = worker.scripts[url] else { continue }
            try db.execute(
                sql: "INSERT INTO script (workerId, position, url, headers, body) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    worker.id.rawValue, position, url.absoluteString, try JSONText.encode(script.headers), script.body,
                ])
        }
    }

    private static func worker(_ slot: String, of registration: String, _ db: Database) throws -> StoredWorker? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM worker WHERE registrationId = ? AND slot = ?",
                arguments: [registration, slot]),
            let scriptURL = URL(string: row["scriptURL"])
        else { return nil }
        let id: String = row["id"]
        var scripts = ScriptResourceMap()
        for script in try Row.fetchAll(
            db, sql: "SELECT * FROM script WHERE workerId = ? ORDER BY position", arguments: [id])
        {
            guard let url = URL(string: script["url"]) else { continue }
            scripts[url] = ScriptResource(
                headers: try JSONText.decode(HeaderList.self, script["headers"]), body: script["body"])
        }
        let eventTypes: String? = row["eventTypes"]
        return StoredWorker(
            id: ServiceWorkerID(rawValue: id), scriptURL: scriptURL,
            type: WorkerType(rawValue: row["type"]) ?? .classic,
            eventTypes: try eventTypes.map { try JSONText.decode(Set<String>.self, $0) },
            allFetchListenersAreEmpty: row["allFetchListenersAreEmpty"],
            classicScriptsImported: row["classicScriptsImported"], scripts: scripts)
    }
}
