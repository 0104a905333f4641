import Foundation
import GRDB

/// Push subscriptions, notifications and sync tags as rows. They end with their registration's row.
enum WebAppRows {
    static func create(_ db: Database) throws {
        try db.create(table: "pushSubscription") { table in
            table.primaryKey("registrationId", .text).references("registration", onDelete: .cascade)
            table.column("endpoint", .text).notNull().unique()
            table.column("privateKey", .blob).notNull()
            table.column("secret", .blob).notNull()
            table.column("serverKey", .blob).notNull()
        }
        try db.create(table: "notification") { table in
            table.autoIncrementedPrimaryKey("position")
            table.column("id", .text).notNull().unique()
            table.belongsTo("registration", onDelete: .cascade).notNull()
            table.column("tag", .text).notNull()
            table.column("content", .text).notNull()
        }
        try db.create(table: "syncTag") { table in
            table.belongsTo("registration", onDelete: .cascade).notNull()
            table.column("isPeriodic", .boolean).notNull()
            table.column("tag", .text).notNull()
            table.column("minInterval", .double).notNull()
            table.column("attempts", .integer).notNull()
            table.primaryKey(["registrationId", "isPeriodic", "tag"])
        }
    }

    /// - Throws: ``ServiceWorkerError`` for a registration that is not stored, or not any more.
    static func check(_ id: RegistrationID, _ db: Database) throws {
        let row = try Row.fetchOne(db, sql: "SELECT 1 FROM registration WHERE id = ?", arguments: [id.rawValue])
        guard row != nil else { throw ServiceWorkerError(.invalidStateError, "The registration is gone.") }
    }

    // MARK: Push subscriptions

    static func insert(_ subscription: PushSubscription, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO pushSubscription (registrationId, endpoint, privateKey, secret, serverKey)
                VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                subscription.registration.rawValue, subscription.endpoint.absoluteString,
                subscription.keys.privateKey, subscription.authenticationSecret, subscription.applicationServerKey,
            ])
    }

    /// Returns the subscriptions, without damaged ones.
    static func subscriptions(_ db: Database) throws -> [PushSubscription] {
        try Row.fetchAll(db, sql: "SELECT * FROM pushSubscription ORDER BY rowid").compactMap { row in
            guard let id = text("registrationId", row), let endpoint = text("endpoint", row).flatMap(URL.init(string:)),
                let keys = data("privateKey", row).flatMap(P256.KeyPair.init(privateKey:)),
                let secret = data("secret", row), let serverKey = data("serverKey", row)
            else { return nil }
            return PushSubscription(
                registration: RegistrationID(rawValue: id), endpoint: endpoint, keys: keys, secret: secret,
                serverKey: serverKey)
        }
    }

    static func deleteSubscription(of id: RegistrationID, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM pushSubscription WHERE registrationId = ?", arguments: [id.rawValue])
        return db.changesCount > 0
    }

    // MARK: Notifications

    /// The most notifications of a registration. The oldest make room.
    static let mostNotifications = 1000

    /// Stores a notification, in place of the one with its tag.
    static func show(_ notification: PersistentNotification, _ db: Database) throws {
        let (registration, content) = (notification.registration.rawValue, notification.content)
        let text = try ColumnText.encode(content)
        if !content.tag.isEmpty {
            try db.execute(
                sql: "UPDATE notification SET id = ?, content = ? WHERE registrationId = ? AND tag = ?",
                arguments: [notification.id, text, registration, content.tag])
            if db.changesCount > 0 { return }
        }
        try db.execute(
            sql: "INSERT INTO notification (id, registrationId, tag, content) VALUES (?, ?, ?, ?)",
            arguments: [notification.id, registration, content.tag, text])
        try db.execute(
            sql: """
                DELETE FROM notification WHERE registrationId = ? AND position NOT IN
                (SELECT position FROM notification WHERE registrationId = ? ORDER BY position DESC LIMIT ?)
                """,
            arguments: [registration, registration, mostNotifications])
    }

    /// Returns the notifications in the order in which they were shown, without damaged ones.
    static func notifications(_ db: Database) throws -> [PersistentNotification] {
        try Row.fetchAll(db, sql: "SELECT * FROM notification ORDER BY position").compactMap { row in
            guard let id = text("id", row), let registration = text("registrationId", row),
                let content = text("content", row).flatMap({ try? ColumnText.decode(NotificationContent.self, $0) })
            else { return nil }
            return PersistentNotification(
                id: id, registration: RegistrationID(rawValue: registration), content: content)
        }
    }

    static func deleteNotification(_ id: String, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM notification WHERE id = ?", arguments: [id])
        return db.changesCount > 0
    }

    // MARK: Sync

    /// The most tags of a registration, of each kind.
    static let mostTags = 1000

    /// Stores a tag, which begins anew where it is there already. Returns false where the registration has too many.
    static func save(_ sync: SyncRegistration, _ db: Database) throws -> Bool {
        let count = try Int.fetchOne(
            db, sql: "SELECT COUNT(*) FROM syncTag WHERE registrationId = ? AND isPeriodic = ? AND tag <> ?",
            arguments: [sync.registration.rawValue, sync.isPeriodic, sync.tag])
        guard count ?? 0 < mostTags else { return false }
        try db.execute(
            sql: """
                INSERT INTO syncTag (registrationId, isPeriodic, tag, minInterval, attempts) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET minInterval = excluded.minInterval, attempts = excluded.attempts
                """,
            arguments: [
                sync.registration.rawValue, sync.isPeriodic, sync.tag, sync.minInterval, sync.attempts,
            ])
        return true
    }

    static func syncs(_ db: Database) throws -> [SyncRegistration] {
        try Row.fetchAll(db, sql: "SELECT * FROM syncTag ORDER BY rowid").compactMap { row in
            guard let id = text("registrationId", row), let tag = text("tag", row) else { return nil }
            var sync = SyncRegistration(registration: RegistrationID(rawValue: id), tag: tag)
            sync.isPeriodic = Bool.fromDatabaseValue(row["isPeriodic"]) ?? false
            sync.attempts = Int.fromDatabaseValue(row["attempts"]) ?? 0
            sync.minInterval = Double.fromDatabaseValue(row["minInterval"]) ?? 0
            return sync
        }
    }

    static func delete(_ sync: SyncRegistration, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM syncTag WHERE registrationId = ? AND isPeriodic = ? AND tag = ?",
            arguments: [sync.registration.rawValue, sync.isPeriodic, sync.tag])
    }

    // Swift 6.3's optimizer crashes where GRDB's conversions are inlined into a long function.
    @inline(never)
    private static func text(_ column: String, _ row: Row) -> String? { String.fromDatabaseValue(row[column]) }

    @inline(never)
    private static func data(_ column: String, _ row: Row) -> Data? { Data.fromDatabaseValue(row[column]) }
}
