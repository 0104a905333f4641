import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import SchemeHandlers

@Suite(.hangLimit(minutes: 1))
struct SchemaTests {
    private static func database() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
                    CREATE TABLE product (id INTEGER PRIMARY KEY, maker INTEGER REFERENCES maker (id), name TEXT);
                    CREATE VIEW named AS SELECT name FROM product;
                    CREATE TABLE lost (id INTEGER);
                    CREATE VIEW broken AS SELECT id FROM lost;
                    DROP TABLE lost;
                    """)
        }
        return queue
    }

    @Test func `a view of a dropped table hides no other table`() throws {
        let schema = try Self.database().read { try DatabaseSchema($0, allowed: nil) }
        #expect(schema.tables.map(\.name).sorted() == ["maker", "named", "product"])
    }

    /// Tests that no table is missing when a page that gives up interrupts the reading of the schema, at any point.
    @Test func `a reading of the schema that is interrupted is either complete or an error`() throws {
        let queue = try Self.database()
        let outcomes = try queue.read { db in
            try (1...400).map { steps in
                let left = UnsafeMutablePointer<Int>.allocate(capacity: 1)
                defer { left.deallocate() }
                left.pointee = steps
                sqlite3_progress_handler(
                    db.sqliteConnection, 1,
                    { context in
                        guard let left = context?.assumingMemoryBound(to: Int.self) else { return 0 }
                        left.pointee -= 1
                        return left.pointee == 0 ? 1 : 0
                    }, left)
                defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
                do {
                    return try DatabaseSchema(db, allowed: nil).tables.count
                } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
                    return 0
                }
            }
        }
        #expect(Set(outcomes).isSubset(of: [0, 3]))
        #expect(outcomes.contains(0))
    }
}
