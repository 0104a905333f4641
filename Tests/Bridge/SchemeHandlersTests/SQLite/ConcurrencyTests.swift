import Foundation
import FoundationNetworking
import GRDB
import TestSupport
import Testing

@testable import SchemeHandlers

/// Two services over one file, as two processes would have them, with a writer each and five readers each.
///
/// `SCHEME_HANDLERS_SECONDS` says how long; 3 seconds unless set.
@Suite(.hangLimit(minutes: 5))
struct ConcurrencyTests {
    static let seconds = ProcessInfo.processInfo.environment["SCHEME_HANDLERS_SECONDS"].flatMap { Double($0) } ?? 3

    static let schema = """
        CREATE TABLE entries (id INTEGER PRIMARY KEY, writer INTEGER NOT NULL, number INTEGER NOT NULL, checked INTEGER NOT NULL,
            UNIQUE (writer, number));
        CREATE TABLE sums (writer INTEGER PRIMARY KEY, count INTEGER NOT NULL, total INTEGER NOT NULL);
        INSERT INTO sums VALUES (0, 0, 0), (1, 0, 0);
        CREATE TRIGGER added AFTER INSERT ON entries BEGIN
            UPDATE sums SET count = count + 1, total = total + new.checked WHERE writer = new.writer; END;
        """

    @Test func `two writers and ten readers at once find no lock and lose no row`() async throws {
        let shop = try Shop(schema: Self.schema)
        let other = TableService(try DatabaseFile(shop.file, options: SQLiteOptions()), options: SQLiteOptions())
        let end = ContinuousClock.now + .seconds(Self.seconds)
        let written = try await withThrowingTaskGroup(of: (writer: Int, count: Int, total: Int)?.self) { group in
            for (writer, service) in [shop.service, other].enumerated() {
                group.addTask { try await Self.write(writer, service, until: end) }
                for _ in 0..<5 {
                    group.addTask {
                        try await Self.read(service, until: end)
                        return nil
                    }
                }
            }
            var all: [(writer: Int, count: Int, total: Int)] = []
            for try await one in group { if let one { all.append(one) } }
            return all
        }
        for (writer, count, total) in written {
            #expect(count > 0)
            let sums = try await shop.get("sqlite://sums/\(writer)?select=count,total")
            #expect(sums.line == "{\"count\":\(count),\"total\":\(total)}")
            let entries = try await shop.ask(
                "HEAD", "sqlite://entries?writer=\(writer)", headers: ["Prefer": "count=exact"])
            #expect(entries["Content-Range"]?.hasSuffix("/\(count)") == true)
        }
        if Self.seconds > 3 { print("\(written.reduce(0) { $0 + $1.count }) rows in \(Self.seconds) s") }
        let state = try await DatabaseQueue(path: shop.file.path).read {
            try String.fetchOne($0, sql: "PRAGMA integrity_check")
        }
        #expect(state == "ok")
    }

    private static func write(
        _ writer: Int, _ service: TableService, until end: ContinuousClock.Instant
    ) async throws -> (writer: Int, count: Int, total: Int) {
        var (count, total) = (0, 0)
        repeat {
            let rows = (1...10).map { offset in (number: count + offset, checked: (count + offset) * 7919 % 10_007) }
            let body = rows.map { "{\"writer\":\(writer),\"number\":\($0.number),\"checked\":\($0.checked)}" }
            var request = URLRequest(url: try #require(URL(string: "sqlite://entries")))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data("[\(body.joined(separator: ","))]".utf8)
            let answer = try await Answer(service.load(request))
            try #require(answer.status == 201, "\(answer.text)")
            count += rows.count
            total += rows.reduce(0) { $0 + $1.checked }
        } while ContinuousClock.now < end
        return (writer, count, total)
    }

    private static func read(_ service: TableService, until end: ContinuousClock.Instant) async throws {
        repeat {
            // One snapshot: the rows of each writer and what the trigger has counted go together.
            var request = URLRequest(url: try #require(URL(string: "sqlite://entries?order=number.desc&limit=2000")))
            request.setValue("count=exact", forHTTPHeaderField: "Prefer")
            let answer = try await Answer(service.load(request))
            try #require([200, 206].contains(answer.status), "\(answer.text)")
            let total = try #require(answer["Content-Range"]?.split(separator: "/").last.flatMap { Int($0) })
            #expect(total.isMultiple(of: 10))
            let lines = answer.text.split(separator: "\n").count
            #expect(lines == max(1, min(total, 2000)))
        } while ContinuousClock.now < end
    }
}
