import Foundation
import FoundationNetworking
import GRDB
import TestSupport
import Testing

@testable import SchemeHandlers

struct TaskRecord: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    enum Priority: String, Codable { case low, high }

    static let databaseTableName = "tasks"
    var id: Int64?
    var title: String
    var priority: Priority
    var due: Date?
    var labels: [String]

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

struct Untitled: Error, LocalizedError { var errorDescription: String? { "A task needs a title." } }

struct ModelTests {
    let folder: TemporaryFolder
    let service: TableService
    let pool: DatabasePool

    init() throws {
        folder = try TemporaryFolder()
        pool = try DatabasePool(path: folder.url.appending(path: "tasks.sqlite").path)
        try pool.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE tasks (id INTEGER PRIMARY KEY, title TEXT NOT NULL, priority TEXT NOT NULL, due DATETIME, labels TEXT NOT NULL);
                    CREATE TABLE secrets (word TEXT);
                    """)
            var task = TaskRecord(
                title: "write", priority: .high, due: Date(timeIntervalSince1970: 86400), labels: ["a"])
            try task.insert(db)
        }
        let model = SchemeModel(TaskRecord.self) { (task: TaskRecord) in if task.title.isEmpty { throw Untitled() } }
        service = TableService(DatabaseFile(pool, isReadOnly: false), options: SQLiteOptions(), models: [model.table])
    }

    func ask(_ method: String, _ address: String, _ headers: [String: String] = [:], body: String? = nil) async throws
        -> Answer
    {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        return try await Answer(service.load(request))
    }

    func members(_ answer: Answer) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(answer.text.utf8))
        return try #require(value as? [String: Any] ?? (value as? [[String: Any]])?.first)
    }

    @Test func `records are answered as their type encodes them, and other tables are not found`() async throws {
        let one = try members(await ask("GET", "shop://tasks/1"))
        #expect(one["due"] as? String == "1970-01-02T00:00:00Z" && one["labels"] as? [String] == ["a"])
        #expect(
            try await ask("GET", "shop://tasks?priority=high&select=title,p:priority").line
                == #"[{"title":"write","p":"high"}]"#)
        #expect(try await ask("GET", "shop://tasks?priority=low").line == "[]")
        #expect(try await ask("GET", "shop://tasks/9").status == 404)
        #expect(try await ask("GET", "shop://secrets").status == 404)
        #expect(try await ask("GET", "shop://tasks", ["Accept": "text/csv"]).status == 406)
    }

    @Test func `records are created, patched, replaced, merged and deleted`() async throws {
        let made = try await ask("POST", "shop://tasks", body: #"{"title":"read","priority":"low","labels":[]}"#)
        #expect(made.status == 201 && made["Location"] == "shop://tasks/2")
        let changed = try await ask(
            "PATCH", "shop://tasks/2", ["Prefer": "return=representation"],
            body: #"{"labels":["x","y"],"due":"2026-01-01T00:00:00Z"}"#)
        #expect(changed.status == 200)
        #expect(try members(changed)["labels"] as? [String] == ["x", "y"])
        #expect(
            try await ask("PUT", "shop://tasks/2", body: #"{"title":"new","priority":"high","labels":[]}"#).status
                == 204)
        #expect(
            try await ask("PUT", "shop://tasks/5", body: #"{"title":"five","priority":"high","labels":[]}"#).status
                == 201)
        let ids = try await pool.read { try Int64.fetchAll($0, sql: "SELECT id FROM tasks ORDER BY id") }
        #expect(ids == [1, 2, 5])
        #expect(try await ask("DELETE", "shop://tasks?id=gt.1", ["Prefer": "count=exact"])["Content-Range"] == "*/2")
        let merged = try await ask(
            "POST", "shop://tasks", ["Prefer": "resolution=merge-duplicates"],
            body: #"{"id":1,"title":"again","priority":"low","labels":[]}"#)
        #expect(merged.status == 201)
        #expect(try members(await ask("GET", "shop://tasks/1"))["title"] as? String == "again")
    }

    @Test(arguments: [
        (#"{"title":"x"}"#, "priority"), (#"{"title":"x","priority":"middle","labels":[]}"#, "priority"),
        (#"{"title":1,"priority":"low","labels":[]}"#, "title"),
        (#"{"title":"x","priority":"low","labels":[1]}"#, "labels[0]"),
        (#"{"title":"","priority":"low","labels":[]}"#, "needs a title"),
        (#"{"title":"x","priority":"low","labels":[],"due":"soon"}"#, "ISO8601"),
    ])
    func `a record that is invalid or cannot be decoded is refused with 422 and not stored`(
        body: String, reason: String
    ) async throws {
        let answer = try await ask(
            "POST", "shop://tasks", body: "[{\"title\":\"good\",\"priority\":\"low\",\"labels\":[]},\(body)]")
        #expect(answer.status == 422 && answer.code == "invalid_record")
        #expect((answer.error?["message"] as? String)?.contains(reason) == true, "\(answer.text)")
        #expect(try await pool.read { try TaskRecord.fetchCount($0) } == 1)
        let patched = try await ask("PATCH", "shop://tasks/1", body: #"{"title":""}"#)
        #expect(patched.status == 422)
    }

    @Test func `broken JSON, a mismatched key and a deletion without a filter are refused`() async throws {
        #expect(try await ask("POST", "shop://tasks", body: "{").status == 400)
        #expect(try await ask("PATCH", "shop://tasks/1", body: #"{"id":7}"#).code == "key_mismatch")
        #expect(try await ask("DELETE", "shop://tasks").code == "no_filter")
    }

    @Test func `an event has the record as its type encodes it`() async throws {
        let request = URLRequest(url: try #require(URL(string: "shop://tasks?subscribe")))
        let body = try await service.load(request).body
        _ = try await body.next()
        _ = try await ask("POST", "shop://tasks", body: #"{"title":"told","priority":"low","labels":["z"]}"#)
        let event = String(decoding: try #require(await body.next()), as: UTF8.self)
        #expect(event.contains(#""key":[2]"#) && event.contains(#""labels":["z"]"#))
    }
}
