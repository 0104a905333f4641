import Foundation
import FoundationNetworking
import GRDB
import TestSupport
import Testing
import URLInterception

@testable import SchemeHandlers

@Suite(.hangLimit(minutes: 2))
struct StreamingTests {
    static let large = """
        CREATE TABLE large (id INTEGER PRIMARY KEY, text TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
        INSERT INTO large SELECT i, 'row number ' || i FROM n;
        """

    let shop: Shop

    init() throws { shop = try Shop(schema: Self.large) }

    func body(_ address: String) async throws -> BodyStream {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.setValue("application/x-ndjson", forHTTPHeaderField: "Accept")
        return try await shop.service.load(request).body
    }

    @Test func `an answer begins before all rows are read, and stays one snapshot`() async throws {
        let body = try await body("sqlite://large")
        let first = try #require(try await body.next())
        #expect(first.count < 100_000)
        // Rows that are deleted now were not read before. They are still part of the response, which is one snapshot.
        #expect(try await shop.ask("DELETE", "sqlite://large?id=gt.10").status == 204)
        var lines = first.count { $0 == 10 }
        while let piece = try await body.next() {
            #expect(piece.count < 1 << 20)
            lines += piece.count { $0 == 10 }
        }
        #expect(lines == 300_000)
        #expect(try await shop.get("sqlite://large", ["Prefer": "count=exact"])["Content-Range"] == "0-9/10")
    }

    @Test func `answers that are dropped give their connections back`() async throws {
        for _ in 0..<300 {
            let body = try await body("sqlite://large")
            _ = try await body.next()
        }
        #expect(try await shop.get("sqlite://large/7").status == 200)
    }

    @Test func `one open answer more than allowed is refused until another is dropped`() async throws {
        var open: [BodyStream] = []
        for _ in 0..<ReadConnections.mostOpenAnswers { open.append(try await body("sqlite://large")) }
        #expect(try await shop.get("sqlite://large").code == "too_many_answers")
        #expect(try await shop.get("sqlite://large?limit=3").status == 200)
        open.removeLast()
        #expect(try await shop.get("sqlite://large?select=id").status == 200)
    }

    /// Makes a view whose first row comes after all rows have been compared with all: no index helps.
    private func addSlowView() async throws {
        try await DatabaseQueue(path: shop.file.path).write {
            try $0.execute(
                sql:
                    "CREATE VIEW slow AS SELECT a.id AS id FROM large a, large b WHERE a.text > b.text || 'z' ORDER BY b.text"
            )
        }
    }

    /// No statement runs at that moment, so that there is nothing to interrupt.
    @Test func `a cancellation between two statements ends the second`() async throws {
        try await addSlowView()
        let url = try #require(URL(string: "sqlite://slow"))
        let request = try ResourceRequest(URLRequest(url: url), at: url)
        let connections = ReadConnections(path: shop.file.path, configuration: Configuration())
        let cursor = try AnswerCursor(connections, writer: TableRowWriter())
        await #expect(throws: DatabaseError.self) {
            _ = try await cursor.open(SchemaCache(allowed: nil), upTo: 1000) { schema in
                cursor.cancel()
                return try ReadPlan(request, of: schema.table("slow"))
            }
        }
    }

    @Test func `a cancelled read of a slow view throws, and later requests are answered`() async throws {
        try await addSlowView()
        let request = URLRequest(url: try #require(URL(string: "sqlite://slow")))
        let reading = Task { [service = shop.service] in try await service.load(request) }
        _ = try await shop.get("sqlite://large/1")
        reading.cancel()
        await #expect(throws: (any Error).self) { try await reading.value }
        #expect(try await shop.get("sqlite://large/1").status == 200)
    }

    @Test func `a row that is larger than a piece is written and read whole`() async throws {
        let text = String(repeating: "ö\"", count: 500_000)
        #expect(
            try await shop.ask("PUT", "sqlite://large/1", body: "{\"text\":\"\(text.replacing("\"", with: "\\\""))\"}")
                .status == 204)
        let answer = try await shop.get("sqlite://large/1?select=text")
        #expect(answer.status == 200)
        #expect(answer.error?["text"] as? String == text)
    }
}
