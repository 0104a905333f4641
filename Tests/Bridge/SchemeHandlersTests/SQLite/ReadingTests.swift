import TestSupport
import Testing

@testable import SchemeHandlers

struct ReadingTests {
    let shop: Shop

    init() throws { shop = try Shop() }

    @Test(arguments: [
        ("", "1 2 3 4"), ("name=tea", "1"), ("name=eq.tea", "1"), ("name=neq.tea", "2 3 4"),
        ("name=not.eq.tea", "2 3 4"),
        ("price=gt.3.5", "2"), ("price=gte.3.5", "1 2"), ("price=lt.3.5", "3"), ("price=lte.3.5", "1 3"),
        ("price=gte.1&price=lt.4", "1 3"), ("name=like.*e*", "1 2 4"), ("name=like.m*", ""), ("name=ilike.m*", "3"),
        ("name=ilike.MIL_", "3"), ("name=like.100%25*", "4"), ("name=like.100%5C%25%20juice", "4"),
        ("name=like.t%5Ba-z%5Da", ""), ("name=not.like.*e*", "3"),
        ("id=in.(1,3,9)", "1 3"), ("name=in.(tea,%22100%25%20juice%22)", "1 4"), ("id=not.in.(1,3)", "2 4"),
        ("id=in.()", ""),
        ("price=is.null", "4"), ("price=not.is.null", "1 2 3"), ("price=is.not_null", "1 2 3"),
        ("stock=is.true", "1 3 4"),
        ("stock=is.false", "2"), ("name=eq.eq.tea", ""), ("NAME=tea", "1"), ("name=foo.bar", ""),
        ("photo=eq.AP8Q", "1"), ("doubled=gt.12", "1 4"), ("%22order%22=a", "1"), ("%22name%22=tea", "1"),
        ("or=(name.eq.tea,price.lt.2)", "1 3"), ("or=(id.eq.1,and(id.gt.1,stock.eq.5))", "1 3"),
        ("and=(id.gt.1,id.lt.4)", "2 3"), ("not.or=(id.eq.1,id.eq.2)", "3 4"),
        ("or=(id.not.in.(1,2,3),name.eq.tea)", "1 4"),
        ("stock=gt.0&or=(id.eq.1,id.eq.2)", "1"),
        ("order=price.desc", "2 1 3 4"), ("order=price.desc.nullsfirst", "4 2 1 3"), ("order=price", "4 3 1 2"),
        ("order=price.asc.nullslast", "3 1 2 4"), ("order=stock.desc,id", "1 4 3 2"), ("order=id&limit=2", "1 2"),
        ("order=id&limit=2&offset=1", "2 3"), ("offset=3", "4"), ("limit=0", ""),
        ("order=%22order%22.desc.nullslast", "4 2 1 3"),
    ])
    func `filters, order, limit and offset select the rows`(query: String, ids: String) async throws {
        let order = query.contains("order=") ? "" : "&order=id"
        let answer = try await shop.get("sqlite://products?select=id&\(query)\(order)", ["Accept": "text/csv"])
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.split(separator: "\r\n").dropFirst().joined(separator: " ") == ids)
    }

    @Test func `rows are JSON with the types of their columns`() async throws {
        let answer = try await shop.get("sqlite://products?order=id")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "application/json; charset=utf-8")
        #expect(answer["Content-Range"] == "0-3/*")
        #expect(
            answer.text == """
                [{"id":1,"name":"tea","price":3.5,"stock":10,"photo":"AP8Q","tags":["hot","green"],"doubled":20,"order":"a"},
                {"id":2,"name":"coffee","price":4.25,"stock":0,"photo":null,"tags":{"roast":{"level":3}},"doubled":0,"order":"b"},
                {"id":3,"name":"Milk","price":1.0,"stock":5,"photo":"","tags":null,"doubled":10,"order":null},
                {"id":4,"name":"100% juice","price":null,"stock":7,"photo":null,"tags":"not json","doubled":14,"order":"c"}]

                """)
    }

    @Test func `large integers are numbers, and strings if the request prefers it`() async throws {
        #expect(
            try await shop.get("sqlite://numbers?select=big").line
                == #"[{"big":9007199254740993},{"big":-9223372036854775808},{"big":12}]"#)
        let asked = try await shop.get("sqlite://numbers?select=big", ["Prefer": "integers=string"])
        #expect(asked.line == #"[{"big":"9007199254740993"},{"big":"-9223372036854775808"},{"big":12}]"#)
        #expect(asked["Preference-Applied"] == "integers=string")
    }

    @Test(arguments: [
        ("any=5", "1"), ("any=eq.five", "2"), ("any=gt.5", "2 3"), ("label=5", "1"), ("big=9007199254740993", "1"),
        ("big=9007199254740992", ""),
    ])
    func `a value is compared by the affinity of its column`(query: String, ids: String) async throws {
        let answer = try await shop.get("sqlite://numbers?select=id&\(query)", ["Accept": "text/csv"])
        #expect(answer.text.split(separator: "\r\n").dropFirst().joined(separator: " ") == ids)
    }

    @Test func `rows are answered as lines, CSV or one object, as the Accept header asks`() async throws {
        let lines = try await shop.get(
            "sqlite://products?select=id,name&order=id&limit=2", ["Accept": "application/x-ndjson"])
        #expect(lines.text == "{\"id\":1,\"name\":\"tea\"}\n{\"id\":2,\"name\":\"coffee\"}\n")
        #expect(lines["Content-Type"] == "application/x-ndjson; charset=utf-8")
        let csv = try await shop.get("sqlite://products?select=id,name,photo,tags&id=lte.3", ["Accept": "text/csv"])
        #expect(
            csv.text
                == "id,name,photo,tags\r\n1,tea,AP8Q,\"[\"\"hot\"\",\"\"green\"\"]\"\r\n2,coffee,,\"{\"\"roast\"\":{\"\"level\"\":3}}\"\r\n3,Milk,\"\",\r\n"
        )
        let single = try await shop.get(
            "sqlite://products?select=id&id=1", ["Accept": "application/vnd.pgrst.object+json"])
        #expect(single.line == "{\"id\":1}")
        let several = try await shop.get("sqlite://products", ["Accept": "application/vnd.pgrst.object+json"])
        #expect(several.status == 406)
        #expect(try await shop.get("sqlite://products?limit=0").line == "[]")
        #expect(try await shop.get("sqlite://products", ["Accept": "image/png"]).code == "not_acceptable")
        let liked = try await shop.get(
            "sqlite://products?limit=1&select=id", ["Accept": "text/csv;q=0.5, application/x-ndjson;q=0.9"])
        #expect(liked.text == "{\"id\":1}\n")
    }

    @Test func `columns can have aliases, and names can be odd and of any letter case`() async throws {
        #expect(
            try await shop.get("sqlite://products?select=number:id,title:name&id=1").line
                == #"[{"number":1,"title":"tea"}]"#)
        #expect(try await shop.get("sqlite://products?select=%22a%5C%22b%22:id&id=1").code == "column_not_found")
        #expect(try await shop.get("sqlite://PRODUCTS/1?select=NAME").line == #"{"name":"tea"}"#)
        let odd = try await shop.get("sqlite:///odd%20%22name%22%20%C3%A9?a%20b=x")
        #expect(odd.line == #"[{"id":1,"a b":"x","quo\"te":"y"}]"#)
        #expect(try await shop.get("sqlite://products?select=*,again:id&id=1").line.hasSuffix(#""again":1}]"#))
    }

    @Test func `a row is found by its whole primary key, and wrong keys are refused`() async throws {
        #expect(try await shop.get("sqlite://products/2?select=name").line == #"{"name":"coffee"}"#)
        #expect(try await shop.get("sqlite://lines/1/2").line == #"{"shop":1,"line":2,"product":2}"#)
        #expect(try await shop.get("sqlite://products/9").code == "row_not_found")
        #expect(try await shop.get("sqlite://products/tea").code == "bad_value")
        #expect(try await shop.get("sqlite://lines/1").code == "bad_key")
        #expect(try await shop.get("sqlite://cheap/1").code == "no_primary_key")
        #expect(try await shop.get("sqlite://products/1?stock=0").status == 404)
    }

    @Test(arguments: [
        ("", "0-3/4", 200), ("?limit=2", "0-1/4", 206), ("?offset=3", "3-3/4", 206), ("?stock=gt.0", "0-2/3", 200),
        ("?id=9", "*/0", 200), ("?offset=9", "*/4", 416), ("?limit=0", "*/4", 206),
    ])
    func `a counted answer has the total in its Content-Range and the status of its part`(
        query: String, range: String, status: Int
    ) async throws {
        let answer = try await shop.get("sqlite://products\(query)", ["Prefer": "count=exact"])
        #expect(answer.status == status)
        #expect(answer["Content-Range"] == range)
    }

    @Test func `an answer to HEAD has headers and no body`() async throws {
        let answer = try await shop.ask("HEAD", "sqlite://products", headers: ["Prefer": "count=exact"])
        #expect(answer.status == 200 && answer.text.isEmpty && answer["Content-Range"] == "0-3/4")
        #expect(try await shop.ask("HEAD", "sqlite://none").text.isEmpty)
    }

    @Test func `a view can be read and not written`() async throws {
        #expect(
            try await shop.get("sqlite://cheap?order=id").line == #"[{"id":1,"name":"tea"},{"id":3,"name":"Milk"}]"#)
        #expect(try await shop.ask("DELETE", "sqlite://cheap?id=1").code == "not_writable")
    }

    @Test func `the root address describes tables, columns and keys, and takes no POST`() async throws {
        let answer = try await shop.get("sqlite://")
        #expect(answer.status == 200)
        let tables = try #require(answer.error?["tables"] as? [[String: Any]])
        #expect(
            tables.compactMap { $0["name"] as? String } == [
                "cheap", "lines", "numbers", "odd \"name\" é", "products", "secrets",
            ])
        let lines = try #require(tables.first { $0["name"] as? String == "lines" })
        #expect(lines["primaryKey"] as? [String] == ["shop", "line"])
        let keys = try #require(lines["foreignKeys"] as? [[String: Any]])
        #expect(keys.first?["table"] as? String == "products")
        #expect(
            answer.text.contains(
                #"{"default":"0","isGenerated":false,"isNullable":false,"name":"stock","type":"INTEGER"}"#))
        #expect(try await shop.ask("POST", "sqlite://", body: "{}").status == 405)
    }

    @Test func `tables that are not listed are not found and not in the schema`() async throws {
        var options = SQLiteOptions()
        options.tables = ["Lines", "cheap"]
        let shop = try Shop(options)
        #expect(try await shop.get("sqlite://lines").status == 200)
        #expect(try await shop.get("sqlite://cheap").status == 200)
        for name in [
            "products", "secrets", "sqlite_master", "sqlite_schema", "sqlite_temp_master", "pragma_table_list",
        ] {
            let answer = try await shop.get("sqlite://\(name)")
            #expect(answer.status == 404)
            #expect(!answer.text.contains("swordfish"))
        }
        let schema = try await shop.get("sqlite://")
        #expect(!schema.text.contains("secrets") && !schema.text.contains("products"))
    }

    @Test func `a missing file or one that is no database throws an error that says so`() throws {
        let folder = try TemporaryFolder()
        try folder.write("This is not a database, however long it may be.", to: "text.sqlite")
        for (path, code) in [("none.sqlite", "no file"), ("text.sqlite", "not a SQLite"), ("", "not a SQLite")] {
            let error = #expect(throws: SchemeHandlerError.self) {
                try DatabaseFile(folder.url.appending(path: path), options: SQLiteOptions())
            }
            #expect(error?.message.contains(code) == true)
        }
    }
}
