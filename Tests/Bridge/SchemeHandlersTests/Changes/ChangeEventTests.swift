import Foundation
import FoundationNetworking
import GRDB
import TestSupport
import Testing
import URLInterception

@testable import SchemeHandlers

@Suite(.hangLimit(minutes: 1))
struct ChangeEventTests {
    let shop: Shop

    init() throws { shop = try Shop() }

    /// Reads one event after the other; events after the last requested one stay unread.
    final class Events {
        private let body: BodyStream
        private var text = ""

        init(_ shop: Shop, _ table: String, lastEventID: String? = nil) async throws {
            var request = URLRequest(url: try #require(URL(string: "sqlite://\(table)?subscribe")))
            request.setValue(lastEventID, forHTTPHeaderField: "Last-Event-ID")
            let resource = try await shop.service.load(request)
            #expect(resource.response.statusCode == 200)
            #expect(resource.response.value(forHTTPHeaderField: "Content-Type") == "text/event-stream; charset=utf-8")
            body = resource.body
            let first = try await next()
            #expect(first.hasPrefix(": subscribed"))
        }

        func next() async throws -> String {
            while true {
                if let end = text.range(of: "\n\n") {
                    defer { text = String(text[end.upperBound...]) }
                    return String(text[..<end.lowerBound])
                }
                text += String(decoding: try #require(await body.next()), as: UTF8.self)
            }
        }

        /// The name and the data of an event.
        func event() async throws -> String {
            try await next().split(separator: "\n").filter { !$0.hasPrefix("id:") }.joined(separator: " ")
        }
    }

    @Test func `inserts, updates and deletes are reported with key and row`() async throws {
        let events = try await Events(shop, "numbers")
        _ = try await shop.ask("POST", "sqlite://numbers", body: #"[{"id":7,"label":"seven"},{"id":8}]"#)
        #expect(
            try await events.event()
                == #"event: insert data: {"rowid":7,"key":[7],"row":{"id":7,"big":null,"any":null,"label":"seven"}}"#)
        #expect(
            try await events.event()
                == #"event: insert data: {"rowid":8,"key":[8],"row":{"id":8,"big":null,"any":null,"label":null}}"#)
        _ = try await shop.ask("PATCH", "sqlite://numbers/7", body: #"{"label":"line\nbreak"}"#)
        #expect(
            try await events.event()
                == #"event: update data: {"rowid":7,"key":[7],"row":{"id":7,"big":null,"any":null,"label":"line\nbreak"}}"#
        )
        _ = try await shop.ask("DELETE", "sqlite://numbers?id=gt.6", headers: ["Prefer": "return=representation"])
        #expect(try await events.event() == #"event: delete data: {"rowid":7,"key":[7],"row":null}"#)
        #expect(try await events.event() == #"event: delete data: {"rowid":8,"key":[8],"row":null}"#)
    }

    @Test func `changes that are rolled back or in another table are not reported`() async throws {
        let events = try await Events(shop, "numbers")
        #expect(try await shop.ask("POST", "sqlite://numbers", body: #"[{"id":7},{"id":7}]"#).status == 409)
        _ = try await shop.ask("POST", "sqlite://products", body: #"{"name":"other table"}"#)
        _ = try await shop.ask("POST", "sqlite://numbers", body: #"{"id":9}"#)
        #expect(try await events.event().contains(#""rowid":9"#))
    }

    @Test func `too many changes at once are one reset, and later changes are reported`() async throws {
        let events = try await Events(shop, "numbers")
        let many = (100..<1200).map { "{\"id\":\($0)}" }.joined(separator: ",")
        #expect(try await shop.ask("POST", "sqlite://numbers", body: "[\(many)]").status == 201)
        #expect(try await events.event() == "event: reset data: {}")
        _ = try await shop.ask("DELETE", "sqlite://numbers/100")
        #expect(try await events.event().hasPrefix("event: delete"))
    }

    @Test func `a subscription after an event that is not the last begins with a reset`() async throws {
        let events = try await Events(shop, "numbers")
        _ = try await shop.ask("DELETE", "sqlite://numbers/1")
        let id = try #require(try await events.next().split(separator: "\n").first { $0.hasPrefix("id: ") }).dropFirst(
            4)
        _ = try await shop.ask("DELETE", "sqlite://numbers/2")
        let again = try await Events(shop, "numbers", lastEventID: String(id))
        #expect(try await again.event() == "event: reset data: {}")
    }

    @Test func `a reader that falls behind gets a reset`() async throws {
        let events = try await Events(shop, "numbers")
        let text = String(repeating: "x", count: 100_000)
        for id in 100..<115 {
            _ = try await shop.ask("POST", "sqlite://numbers", body: "{\"id\":\(id),\"label\":\"\(text)\"}")
        }
        #expect(try await events.event() == "event: reset data: {}")
    }

    @Test func `changes that the application writes are reported`() async throws {
        let pool = try DatabasePool(path: shop.file.path)
        let service = TableService(DatabaseFile(pool, isReadOnly: false), options: SQLiteOptions())
        let request = URLRequest(url: try #require(URL(string: "sqlite://numbers?subscribe")))
        let body = try await service.load(request).body
        _ = try await body.next()
        try await pool.write { try $0.execute(sql: "UPDATE numbers SET label = 'app' WHERE id = 3") }
        let event = String(decoding: try #require(await body.next()), as: UTF8.self)
        #expect(event.contains("event: update") && event.contains("\"app\""))
    }

    @Test func `an event stream ends when the task that reads it is cancelled`() async throws {
        let request = URLRequest(url: try #require(URL(string: "sqlite://numbers?subscribe")))
        let body = try await shop.service.load(request).body
        _ = try await body.next()
        let reading = Task { try await body.next() }
        reading.cancel()
        #expect(try await reading.value == nil)
    }

    @Test(arguments: ["sqlite://lines?subscribe", "sqlite://numbers?subscribe&id=1", "sqlite://numbers/1?subscribe"])
    func `a subscription to a row, a filter or a table without rowids is refused`(address: String) async throws {
        #expect(try await shop.get(address).status == 400)
    }
}
