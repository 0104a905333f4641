import Foundation
import FoundationNetworking
import GRDB
import TestSupport
import URLInterception

@testable import SchemeHandlers

/// A database file in a folder of its own, and the service over it.
final class Shop: Sendable {
    let folder: TemporaryFolder
    let file: URL
    let service: TableService

    init(_ options: SQLiteOptions = SQLiteOptions(), schema: String = Shop.schema) throws {
        folder = try TemporaryFolder()
        file = folder.url.appending(path: "shop.sqlite")
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { try $0.execute(sql: schema) }
        try queue.close()
        service = TableService(try DatabaseFile(file, options: options), options: options)
    }

    static let schema = """
        CREATE TABLE products (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, price REAL, stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
            photo BLOB, tags JSON, doubled INTEGER AS (stock * 2), "order" TEXT);
        INSERT INTO products (id, name, price, stock, photo, tags, "order") VALUES
            (1, 'tea', 3.5, 10, x'00ff10', '["hot","green"]', 'a'), (2, 'coffee', 4.25, 0, NULL, '{"roast":{"level":3}}', 'b'),
            (3, 'Milk', 1.0, 5, x'', NULL, NULL), (4, '100% juice', NULL, 7, NULL, 'not json', 'c');
        CREATE TABLE lines (shop INTEGER, line INTEGER, product INTEGER REFERENCES products(id), PRIMARY KEY (shop, line)) WITHOUT ROWID;
        INSERT INTO lines VALUES (1, 1, 1), (1, 2, 2), (2, 1, 1);
        CREATE TABLE numbers (id INTEGER PRIMARY KEY, big INTEGER, any, label VARCHAR(10));
        INSERT INTO numbers VALUES (1, 9007199254740993, 5, '5'), (2, -9223372036854775808, 'five', 'x'), (3, 12, 5.5, NULL);
        CREATE TABLE secrets (id INTEGER PRIMARY KEY, word TEXT);
        INSERT INTO secrets VALUES (1, 'swordfish');
        CREATE VIEW cheap AS SELECT id, name FROM products WHERE price < 4;
        CREATE TABLE "odd ""name"" é" (id INTEGER PRIMARY KEY, "a b" TEXT, "quo""te" TEXT);
        INSERT INTO "odd ""name"" é" VALUES (1, 'x', 'y');
        """

    func ask(
        _ method: String, _ address: String, headers: [String: String] = [:], body: String? = nil
    ) async throws -> Answer {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let body {
            request.httpBody = Data(body.utf8)
            if headers["Content-Type"] == nil {
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            }
        }
        return try await Answer(service.load(request))
    }

    func get(_ address: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await ask("GET", address, headers: headers)
    }
}

/// An answer that was read to its end.
struct Answer: Equatable, Sendable {
    let status: Int
    let text: String
    let headers: [String: String]

    init(_ resource: LoadedResource) async throws {
        status = resource.response.statusCode
        text = String(decoding: try await resource.body.collect(upTo: 1 << 30), as: UTF8.self)
        headers = resource.response.allHeaderFields.reduce(into: [:]) { fields, field in
            if let name = field.key as? String, let value = field.value as? String { fields[name.lowercased()] = value }
        }
    }

    subscript(_ header: String) -> String? { headers[header.lowercased()] }

    /// The body without line breaks.
    var line: String { text.filter { $0 != "\n" } }

    /// The `code` of an error.
    var code: String? { error?["code"] as? String }

    var error: [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    }
}
