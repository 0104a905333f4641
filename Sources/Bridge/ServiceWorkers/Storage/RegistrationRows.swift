import Foundation
import GRDB
import HTTPMessages

/// Registrations, workers and scripts as rows.
enum RegistrationRows {
    /// Makes the rows of a registration match its present state.
    static func save(_ registration: StoredRegistration, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO registration
                (id, storageKey, scope, updateViaCache, lastUpdateCheckTime, preloadEnabled, preloadHeaderValue,
                cookieSubscriptions)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET updateViaCache = excluded.updateViaCache,
                lastUpdateCheckTime = excluded.lastUpdateCheckTime, preloadEnabled = excluded.preloadEnabled,
                preloadHeaderValue = excluded.preloadHeaderValue,
                cookieSubscriptions = excluded.cookieSubscriptions
                """,
            arguments: [
                registration.id.rawValue, registration.storageKey.rawValue, registration.scopeURL.absoluteString,
                registration.updateViaCache.rawValue, registration.lastUpdateCheckTime?.timeIntervalSince1970,
                registration.navigationPreload.enabled, registration.navigationPreload.headerValue,
                registration.cookieSubscriptions.isEmpty
                    ? nil : try ColumnText.encode(registration.cookieSubscriptions),
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

    /// The stored registrations, and the flaws found in them.
    struct Stored: Sendable {
        var registrations: [StoredRegistration] = []
        var flaws: [Flaw] = []
    }

    /// A row that cannot be used: its place, and a text for the log.
    struct Flaw: Sendable {
        enum Place: Sendable {
            case registration(rowID: Int64)
            case worker(rowID: Int64)
        }

        var place: Place
        var text: String
    }

    /// Reads the stored registrations. A registration without a worker that can be used is a flaw as a whole.
    static func all(_ db: Database) throws -> Stored {
        var stored = Stored()
        for row in try Row.fetchAll(db, sql: "SELECT rowid AS number, * FROM registration ORDER BY rowid") {
            let scope = read(String.self, "scope", of: row) ?? "an unreadable scope"
            let flaws = stored.flaws.count
            if let registration = try registration(row, db, &stored.flaws) {
                stored.registrations.append(registration)
            } else {
                let cause = stored.flaws.count > flaws ? "its worker is damaged" : "its row is damaged"
                let text = "The stored service worker registration for \(scope) was dropped: \(cause)"
                stored.flaws.append(Flaw(place: .registration(rowID: row["number"]), text: text))
            }
        }
        return stored
    }

    static func drop(_ place: Flaw.Place, _ db: Database) throws {
        switch place {
        case .registration(let id): try db.execute(sql: "DELETE FROM registration WHERE rowid = ?", arguments: [id])
        case .worker(let id): try db.execute(sql: "DELETE FROM worker WHERE rowid = ?", arguments: [id])
        }
    }

    /// Returns the value of a column, or nil where it is of another type.
    // Swift 6.3's optimizer crashes where GRDB's conversions are inlined into a long function.
    @inline(never)
    private static func read<Value: DatabaseValueConvertible>(
        _ type: Value.Type, _ column: String, of row: Row
    ) -> Value? {
        type.fromDatabaseValue(row[column])
    }

    private static func registration(_ row: Row, _ db: Database, _ flaws: inout [Flaw]) throws -> StoredRegistration? {
        guard let id = read(String.self, "id", of: row),
            let key = read(String.self, "storageKey", of: row),
            let scope = read(String.self, "scope", of: row).flatMap({ URL(string: $0) }), scope.scheme != nil,
            let header = read(String.self, "preloadHeaderValue", of: row)
        else { return nil }
        var preload = NavigationPreloadState()
        preload.enabled = read(Bool.self, "preloadEnabled", of: row) ?? false
        preload.headerValue = header
        var subscriptions: [CookieSubscription] = []
        if let text = read(String.self, "cookieSubscriptions", of: row) {
            guard let stored = try? ColumnText.decode([CookieSubscription].self, text) else { return nil }
            subscriptions = stored
        }
        let update = read(String.self, "updateViaCache", of: row).flatMap { UpdateViaCache(rawValue: $0) }
        let waiting = try worker("waiting", of: id, scope, db, &flaws)
        let active = try worker("active", of: id, scope, db, &flaws)
        guard waiting != nil || active != nil else { return nil }
        return StoredRegistration(
            id: RegistrationID(rawValue: id), storageKey: StorageKey(rawValue: key), scopeURL: scope,
            updateViaCache: update ?? .imports,
            lastUpdateCheckTime: read(Double.self, "lastUpdateCheckTime", of: row).map {
                Date(timeIntervalSince1970: $0)
            }, navigationPreload: preload, cookieSubscriptions: subscriptions, waiting: waiting, active: active)
    }

    private static func insert(_ worker: StoredWorker, slot: String, of id: RegistrationID, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO worker (id, registrationId, slot, scriptURL, type, eventTypes,
                allFetchListenersAreEmpty, routerRules) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                worker.id.rawValue, id.rawValue, slot, worker.scriptURL.absoluteString, worker.type.rawValue,
                try worker.eventTypes.map { try ColumnText.encode($0.sorted()) }, worker.allFetchListenersAreEmpty,
                worker.routerRules.isEmpty ? nil : try ColumnText.encode(worker.routerRules),
            ])
        for (position, url) in worker.scripts.urls.enumerated() {
            guard let script = worker.scripts[url] else { continue }
            try db.execute(
                sql: "INSERT INTO script (workerId, position, url, headers, body) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    worker.id.rawValue, position, url.absoluteString, try ColumnText.encode(script.headers),
                    script.body,
                ])
        }
    }

    private static func worker(
        _ slot: String, of registration: String, _ scope: URL, _ db: Database, _ flaws: inout [Flaw]
    ) throws -> StoredWorker? {
        let row = try Row.fetchOne(
            db, sql: "SELECT rowid AS number, * FROM worker WHERE registrationId = ? AND slot = ?",
            arguments: [registration, slot])
        guard let row else { return nil }
        if let worker = try worker(row, db) { return worker }
        let text = "The stored \(slot) service worker for \(scope.absoluteString) is damaged, and was dropped"
        flaws.append(Flaw(place: .worker(rowID: row["number"]), text: text))
        return nil
    }

    /// Returns the worker of a row, or nil where a part of it cannot be read.
    private static func worker(_ row: Row, _ db: Database) throws -> StoredWorker? {
        guard let id = read(String.self, "id", of: row),
            let scriptURL = read(String.self, "scriptURL", of: row).flatMap({ URL(string: $0) }),
            let type = read(String.self, "type", of: row).flatMap({ WorkerType(rawValue: $0) }),
            let allEmpty = read(Bool.self, "allFetchListenersAreEmpty", of: row)
        else { return nil }
        var eventTypes: Set<String>?
        if let text = read(String.self, "eventTypes", of: row) {
            guard let types = try? ColumnText.decode(Set<String>.self, text) else { return nil }
            eventTypes = types
        }
        var routerRules: [RouterRule] = []
        if let text = read(String.self, "routerRules", of: row) {
            guard let rules = try? ColumnText.decode([RouterRule].self, text) else { return nil }
            routerRules = rules
        }
        var scripts = ScriptResourceMap()
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM script WHERE workerId = ? ORDER BY position", arguments: [id])
        for row in rows {
            guard let url = read(String.self, "url", of: row).flatMap({ URL(string: $0) }),
                let text = read(String.self, "headers", of: row),
                let headers = try? ColumnText.decode(HeaderList.self, text),
                let body = read(Data.self, "body", of: row)
            else { return nil }
            scripts[url] = ScriptResource(headers: headers, body: body)
        }
        guard scripts[scriptURL] != nil else { return nil }
        return StoredWorker(
            id: ServiceWorkerID(rawValue: id), scriptURL: scriptURL, type: type, eventTypes: eventTypes,
            allFetchListenersAreEmpty: allEmpty, scripts: scripts, routerRules: routerRules)
    }
}
