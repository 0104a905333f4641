import GRDB
import Testing

@testable import SchemeHandlers

struct WritingTests {
    let shop: Shop

    init() throws { shop = try Shop() }

    static let representation = ["Prefer": "return=representation"]

    @Test func `POST of an object inserts a row and answers its location`() async throws {
        let answer = try await shop.ask("POST", "sqlite://products", body: #"{"name":"water","price":0.5}"#)
        #expect(answer.status == 201 && answer.text.isEmpty)
        #expect(answer["Location"] == "sqlite://products/5")
        #expect(
            try await shop.get("sqlite://products/5?select=name,price,stock").line
                == #"{"name":"water","price":0.5,"stock":0}"#)
    }

    @Test func `POST of an array inserts all its rows, or none if one is wrong`() async throws {
        let made = try await shop.ask(
            "POST", "sqlite://products?select=id,name", headers: ["Prefer": "return=representation, count=exact"],
            body: #"[{"name":"a","tags":{"x":[1,"é"]}},{"name":"b","stock":3},{"name":"c","tags":"text"}]"#)
        #expect(made.status == 201)
        #expect(made.line == #"[{"id":5,"name":"a"},{"id":6,"name":"b"},{"id":7,"name":"c"}]"#)
        #expect(made["Content-Range"] == "*/3" && made["Location"] == nil)
        #expect(
            try await shop.get("sqlite://products?select=tags&id=in.(5,7)").line
                == #"[{"tags":{"x":[1,"é"]}},{"tags":"text"}]"#)
        let failed = try await shop.ask("POST", "sqlite://products", body: #"[{"name":"d"},{"name":"tea"}]"#)
        #expect(failed.status == 409 && failed.code == "duplicate")
        #expect(try await shop.get("sqlite://products?name=d").line == "[]")
        let broken = try await shop.ask("POST", "sqlite://products", body: #"[{"name":"d"},{"name":"#)
        #expect(broken.status == 400 && broken.code == "bad_json")
        #expect(try await shop.get("sqlite://products?name=d").line == "[]")
    }

    @Test func `POST of JSON lines or CSV inserts rows, and short CSV lines are refused`() async throws {
        let lines = try await shop.ask(
            "POST", "sqlite://numbers", headers: ["Content-Type": "application/x-ndjson", "Prefer": "count=exact"],
            body: "{\"big\":\"9007199254740993\"}\n{\"big\":9223372036854775807}\n")
        #expect(lines.status == 201 && lines["Content-Range"] == "*/2")
        #expect(
            try await shop.get("sqlite://numbers?select=big&id=gt.3").line
                == #"[{"big":9007199254740993},{"big":9223372036854775807}]"#)
        let csv = try await shop.ask(
            "POST", "sqlite://products?select=name,price,photo,tags,order",
            headers: ["Content-Type": "text/csv", "Prefer": "return=representation"],
            body: "name,price,photo,tags,order\r\n\"a,\"\"b\",2.5,AAE=,\"{\"\"k\"\":1}\",\"\"\r\nplain,,,,\n")
        #expect(
            csv.line
                == #"[{"name":"a,\"b","price":2.5,"photo":"AAE=","tags":{"k":1},"order":""},{"name":"plain","price":null,"photo":null,"tags":null,"order":null}]"#
        )
        let short = try await shop.ask(
            "POST", "sqlite://numbers", headers: ["Content-Type": "text/csv"], body: "big,label\n1\n")
        #expect(short.code == "bad_csv")
    }

    @Test func `duplicates are merged or ignored by key or by the column of on_conflict`() async throws {
        let headers = ["Prefer": "resolution=merge-duplicates, return=representation"]
        let byKey = try await shop.ask(
            "POST", "sqlite://products?select=id,name,stock", headers: headers,
            body: #"[{"id":1,"name":"green tea"},{"id":9,"name":"rum"}]"#)
        #expect(byKey.line == #"[{"id":1,"name":"green tea","stock":10},{"id":9,"name":"rum","stock":0}]"#)
        let byName = try await shop.ask(
            "POST", "sqlite://products?select=id,stock&on_conflict=name", headers: headers,
            body: #"{"name":"coffee","stock":8}"#)
        #expect(byName.line == #"[{"id":2,"stock":8}]"#)
        let ignored = try await shop.ask(
            "POST", "sqlite://products?on_conflict=name&select=id",
            headers: ["Prefer": "resolution=ignore-duplicates, return=representation, count=exact"],
            body: #"[{"name":"coffee"},{"name":"gin"}]"#)
        #expect(ignored.line == #"[{"id":10}]"#)
        let wrong = try await shop.ask(
            "POST", "sqlite://products?on_conflict=stock", headers: headers, body: #"{"name":"x"}"#)
        #expect(wrong.code == "bad_conflict")
    }

    @Test func `PUT replaces or creates the row of its key, and is refused without a whole key`() async throws {
        let replaced = try await shop.ask(
            "PUT", "sqlite://products/1", headers: Self.representation, body: #"{"name":"rooibos"}"#)
        #expect(replaced.status == 200)
        #expect(
            replaced.line
                == #"[{"id":1,"name":"rooibos","price":null,"stock":0,"photo":null,"tags":null,"doubled":0,"order":null}]"#
        )
        let created = try await shop.ask("PUT", "sqlite://lines/7/8", body: #"{"product":3,"shop":7}"#)
        #expect(created.status == 201 && created["Location"] == "sqlite://lines/7/8")
        #expect(try await shop.ask("PUT", "sqlite://lines?shop=eq.7&line=8", body: #"{"product":1}"#).status == 204)
        #expect(try await shop.ask("PUT", "sqlite://lines/7/8", body: #"{"shop":1}"#).code == "key_mismatch")
        #expect(try await shop.ask("PUT", "sqlite://lines?shop=7", body: "{}").code == "put_needs_key")
        #expect(try await shop.ask("PUT", "sqlite://lines?shop=gt.7&line=8", body: "{}").code == "bad_value")
    }

    @Test func `PATCH changes rows by key or filter, and is refused without a filter`() async throws {
        #expect(try await shop.ask("PATCH", "sqlite://products/1", body: #"{"stock":3}"#).status == 204)
        #expect(try await shop.get("sqlite://products/1?select=stock").line == #"{"stock":3}"#)
        let several = try await shop.ask(
            "PATCH", "sqlite://products?stock=gt.3&select=id,price",
            headers: ["Prefer": "return=representation, count=exact"],
            body: #"{"price":9}"#)
        #expect(several.status == 200 && several["Content-Range"] == "*/2")
        #expect(several.line == #"[{"id":3,"price":9.0},{"id":4,"price":9.0}]"#)
        #expect(try await shop.ask("PATCH", "sqlite://products/99", body: #"{"stock":3}"#).code == "row_not_found")
        #expect(try await shop.ask("PATCH", "sqlite://products", body: #"{"stock":3}"#).code == "no_filter")
        #expect(try await shop.ask("PATCH", "sqlite://products?id=99", body: #"{"stock":3}"#).status == 204)
        #expect(try await shop.ask("PATCH", "sqlite://products/1", body: "{}").code == "nothing_to_change")
        #expect(
            try await shop.ask("PATCH", "sqlite://products/1", body: #"[{"stock":1},{"stock":2}]"#).code == "not_single"
        )
        let capped = try await shop.ask(
            "PATCH", "sqlite://products", headers: ["Prefer": "rows=all, max-affected=2"], body: #"{"stock":1}"#)
        #expect(capped.code == "too_many_affected")
        #expect(try await shop.get("sqlite://products?stock=1").line == "[]")
        #expect(
            try await shop.ask("PATCH", "sqlite://products", headers: ["Prefer": "rows=all"], body: #"{"stock":1}"#)
                .status == 204)
    }

    @Test func `DELETE removes rows by key or filter, and is refused without a filter`() async throws {
        #expect(try await shop.ask("DELETE", "sqlite://numbers").code == "no_filter")
        let gone = try await shop.ask("DELETE", "sqlite://numbers/1?select=id,any", headers: Self.representation)
        #expect(gone.status == 200 && gone.line == #"[{"id":1,"any":5}]"#)
        #expect(try await shop.ask("DELETE", "sqlite://numbers/1").status == 404)
        #expect(try await shop.ask("DELETE", "sqlite://numbers?limit=1&id=2").code == "bad_item")
        #expect(try await shop.ask("DELETE", "sqlite://products/1").code == "foreign_key")
        let all = try await shop.ask("DELETE", "sqlite://numbers", headers: ["Prefer": "rows=all, count=exact"])
        #expect(all.status == 204 && all["Content-Range"] == "*/2")
    }

    @Test(arguments: [
        (#"{"colour":1}"#, 400, "column_not_found"), (#"{"doubled":1}"#, 400, "generated_column"),
        (#"{"price":1}"#, 400, "constraint"),
        (#"{"name":"x","stock":-1}"#, 400, "constraint"), (#"{"name":"x","photo":"***"}"#, 400, "bad_value"),
        (#"{"name":{"a":1}}"#, 400, "bad_value"), (#"{"name":"x","name":"y"}"#, 400, "duplicate_name"),
        (#"{"name":"a\u0000b"}"#, 400, "nul_byte"), (#"{"name":"x","price":1e999}"#, 400, "number_too_large"),
        (#"{"name":"x","stock":99999999999999999999}"#, 400, "number_too_large"), (#""text""#, 400, "bad_json"),
        ("", 400, "no_body"),
        (#"{"name":"\ud800"}"#, 400, "bad_json"), (#"{"id":"one","name":"x"}"#, 400, "bad_value"),
    ])
    func `a body that is malformed or does not fit the table is refused with a code`(
        body: String, status: Int, code: String
    ) async throws {
        let answer = try await shop.ask("POST", "sqlite://products", body: body)
        #expect(answer.status == status && answer.code == code, "\(answer.text)")
    }

    @Test func `a body with the content type of a form is refused with 415`() async throws {
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
            let answer = try await shop.ask(
                "POST", "sqlite://products", headers: ["Content-Type": type], body: #"{"name":"x"}"#)
            #expect(answer.status == 415)
        }
    }

    @Test func `a read-only database is read, and refuses every method that writes`() async throws {
        var options = SQLiteOptions()
        options.isReadOnly = true
        let shop = try Shop(options)
        #expect(try await shop.get("sqlite://products/1").status == 200)
        for method in ["POST", "PUT", "PATCH", "DELETE"] {
            let answer = try await shop.ask(method, "sqlite://products/1", body: #"{"name":"x"}"#)
            #expect(answer.status == 405 && answer["Allow"] == "GET, HEAD, OPTIONS")
        }
        #expect(try await shop.get("sqlite://").text.contains("\"isWritable\":true") == false)
    }

    @Test func `a write is answered with 503 while another process keeps the database locked`() async throws {
        var options = SQLiteOptions()
        options.busyTimeout = 0.05
        let shop = try Shop(options)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: shop.file.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let write = try await shop.ask("POST", "sqlite://products", body: #"{"name":"x"}"#)
        #expect(write.status == 503 && write.code == "busy" && write["Retry-After"] == "1")
        #expect(!write.text.contains("locked"))
        #expect(try await shop.get("sqlite://products/1").status == 200)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(try await shop.ask("POST", "sqlite://products", body: #"{"name":"x"}"#).status == 201)
    }

    @Test func `the location of a row is percent-encoded and leads to the row`() async throws {
        let shop = try Shop(schema: "CREATE TABLE \"a b\" (k TEXT PRIMARY KEY)")
        let answer = try await shop.ask("POST", "sqlite:///a%20b", body: #"{"k":"x/y\r\nSet-Cookie: a?#é"}"#)
        #expect(answer["Location"] == "sqlite://a%20b/x%2Fy%0D%0ASet-Cookie%3A%20a%3F%23%C3%A9")
        #expect(try await shop.get(answer["Location"] ?? "").status == 200)
    }
}
