import GRDB

/// The tables, and their migrations.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("registrations") { try registrations($0) }
        migrator.registerMigration("caches") { try caches($0) }
        migrator.registerMigration("cacheSizes") { try cacheSizes($0) }
        migrator.registerMigration("smallBodies") { try smallBodies($0) }
        migrator.registerMigration("dates") { try dates($0) }
        migrator.registerMigration("positions") { try positions($0) }
        migrator.registerMigration("importedScripts") { db in
            try db.alter(table: "worker") { $0.drop(column: "classicScriptsImported") }
        }
        migrator.registerMigration("webApps") { try WebAppRows.create($0) }
        migrator.registerMigration("routerRules") { db in
            try db.alter(table: "worker") { $0.add(column: "routerRules", .text) }
        }
        migrator.registerMigration("cookieSubscriptions") { db in
            try db.alter(table: "registration") { $0.add(column: "cookieSubscriptions", .text) }
        }
        return migrator
    }

    private static func registrations(_ db: Database) throws {
        try db.create(table: "registration") { table in
            table.primaryKey("id", .text)
            table.column("storageKey", .text).notNull()
            table.column("scope", .text).notNull()
            table.column("updateViaCache", .text).notNull()
            table.column("lastUpdateCheckTime", .double)
            table.column("preloadEnabled", .boolean).notNull()
            table.column("preloadHeaderValue", .text).notNull()
            table.uniqueKey(["storageKey", "scope"])
        }
        try db.create(table: "worker") { table in
            table.primaryKey("id", .text)
            table.belongsTo("registration", onDelete: .cascade).notNull()
            table.column("slot", .text).notNull().check { ["waiting", "active"].contains($0) }
            table.column("scriptURL", .text).notNull()
            table.column("type", .text).notNull()
            table.column("eventTypes", .text)
            table.column("allFetchListenersAreEmpty", .boolean).notNull()
            table.column("classicScriptsImported", .boolean).notNull()
        }
        try db.create(table: "script") { table in
            table.belongsTo("worker", onDelete: .cascade).notNull()
            table.column("position", .integer).notNull()
            table.column("url", .text).notNull()
            table.column("headers", .text).notNull()
            table.column("body", .blob).notNull()
            table.primaryKey(["workerId", "url"])
        }
    }

    private static func caches(_ db: Database) throws {
        try db.create(table: "cache") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("storageKey", .text).notNull()
            table.column("name", .text)
            table.uniqueKey(["storageKey", "name"])
        }
        try db.create(table: "body") { table in
            table.autoIncrementedPrimaryKey("id")
        }
        try db.create(table: "chunk") { table in
            table.belongsTo("body", onDelete: .cascade).notNull()
            table.column("position", .integer).notNull()
            table.column("data", .blob).notNull()
            table.primaryKey(["bodyId", "position"])
        }
        try db.create(table: "entry") { table in
            table.autoIncrementedPrimaryKey("id")
            table.belongsTo("cache", onDelete: .cascade).notNull()
            table.column("url", .text).notNull()
            table.column("urlWithoutSearch", .text).notNull()
            table.column("request", .text).notNull()
            table.column("response", .text).notNull()
            table.belongsTo("body")
            table.column("size", .integer).notNull()
        }
        try db.create(indexOn: "entry", columns: ["cacheId", "url"])
        try db.create(indexOn: "entry", columns: ["cacheId", "urlWithoutSearch"])
    }

    /// Adds the columns that let a look-up and a quota work without reading every entry.
    private static func cacheSizes(_ db: Database) throws {
        try db.alter(table: "entry") { table in
            table.add(column: "varies", .boolean).notNull().defaults(to: true)
            table.add(column: "opaque", .boolean).notNull().defaults(to: false)
        }
        try db.alter(table: "cache") { $0.add(column: "size", .integer).notNull().defaults(to: 0) }
        try db.execute(
            sql: """
                UPDATE cache SET size = (SELECT TOTAL(size) FROM entry WHERE cacheId = cache.id);
                CREATE TRIGGER entryInserted AFTER INSERT ON entry BEGIN
                    UPDATE cache SET size = size + NEW.size WHERE id = NEW.cacheId;
                END;
                CREATE TRIGGER entryDeleted AFTER DELETE ON entry BEGIN
                    UPDATE cache SET size = size - OLD.size WHERE id = OLD.cacheId;
                END;
                """)
    }

    /// Adds small bodies to the rows of entries, and keeps only the indexes that look-ups need: each index slows every `put`.
    private static func smallBodies(_ db: Database) throws {
        try remakeEntries(db, values: "NULL") { $0.column("data", .blob) }
    }

    /// Replaces the table of entries by one with further columns.
    ///
    /// - Parameter values: the values of these columns, as SQL for the rows of the old table.
    private static func remakeEntries(
        _ db: Database, values: String, adding further: (TableDefinition) -> Void
    ) throws {
        try db.create(table: "newEntry") { table in
            table.primaryKey("id", .integer)
            table.column("cacheId", .integer).notNull().references("cache", onDelete: .cascade)
            table.column("url", .text).notNull()
            table.column("request", .text).notNull()
            table.column("response", .text).notNull()
            table.column("bodyId", .integer).references("body")
            table.column("size", .integer).notNull()
            table.column("varies", .boolean).notNull()
            table.column("opaque", .boolean).notNull()
            further(table)
        }
        try db.execute(
            sql: """
                INSERT INTO newEntry
                    SELECT id, cacheId, url, request, response, bodyId, size, varies, opaque, \(values) FROM entry;
                DROP TABLE entry;
                ALTER TABLE newEntry RENAME TO entry;
                CREATE INDEX entryByURL ON entry (cacheId, url);
                CREATE INDEX entryByBody ON entry (bodyId) WHERE bodyId IS NOT NULL;
                """)
    }

    /// Adds the times at which caches and entries were made, in microseconds since 1970; 0 for those that are older than the columns.
    private static func dates(_ db: Database) throws {
        try db.alter(table: "cache") { $0.add(column: "made", .integer).notNull().defaults(to: 0) }
        try db.alter(table: "entry") { $0.add(column: "made", .integer).notNull().defaults(to: 0) }
    }

    /// Adds the places of entries in the order of their cache, so that an entry can be replaced in its row. The data come last: SQLite
    /// reads through them to what follows.
    private static func positions(_ db: Database) throws {
        try remakeEntries(db, values: "id, made, data") { table in
            table.column("position", .integer).notNull()
            table.column("made", .integer).notNull()
            table.column("data", .blob)
        }
    }
}
