import Foundation
import FoundationNetworking
import GRDB
import TestSupport
import Testing
import URLInterception

@testable import SchemeHandlers

@Suite(.hangLimit(minutes: 2))
struct HostileTests {
    @Test func `hostile requests to a database are refused with an error and change nothing`() async throws {
        var options = SQLiteOptions()
        options.tables = ["products"]
        let shop = try Shop(options)
        let before = try await contents(shop)
        var inputs = HostileInputs(seed: 1)
        var statuses: [Int: Int] = [:]
        for index in 0..<600 {
            let input = inputs.database(index)
            let answer = try await shop.ask(input.method, input.address, headers: input.headers, body: input.body)
            statuses[answer.status, default: 0] += 1
            #expect((400..<500).contains(answer.status), "\(input): \(answer.text.prefix(200))")
            #expect(answer.error?["status"] as? Int == answer.status)
            let message = answer.error?["message"] as? String
            #expect(message?.isEmpty == false && answer.code != nil)
            #expect(!answer.text.contains("swordfish"))
        }
        #expect(try await contents(shop) == before)
        #expect(statuses.count > 2)
    }

    @Test func `injections in values are stored and found as text`() async throws {
        let shop = try Shop()
        for (index, text) in HostileInputs.injections.enumerated() {
            var body = OutputBytes()
            body.appendJSON(text)
            let made = try await shop.ask(
                "POST", "sqlite://products", body: "{\"name\":\(String(decoding: body.take(), as: UTF8.self))}")
            #expect(made.status == 201, "\(text)")
            let name = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let found = try await shop.get("sqlite://products?name=eq.\(name)&select=id")
            #expect(found.line == "[{\"id\":\(5 + index)}]", "\(text)")
        }
        #expect(try await shop.get("sqlite://secrets").line == #"[{"id":1,"word":"swordfish"}]"#)
    }

    private func contents(_ shop: Shop) async throws -> String {
        try await DatabaseQueue(path: shop.file.path).read { db in
            try ["products", "lines", "numbers", "secrets"].map { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map(\.description).joined()
            }.joined()
        }
    }

    @Test func `hostile addresses lead to no file outside the folder`() async throws {
        let outside = try TemporaryFolder()
        try outside.write("the secret", to: "secret.txt")
        let folder = try TemporaryFolder()
        try folder.write("plain", to: "folder/plain.txt")
        let links = FileManager.default
        try links.createSymbolicLink(at: folder.url.appending(path: "escape"), withDestinationURL: outside.url)
        try links.createSymbolicLink(at: folder.url.appending(path: "folder/escape"), withDestinationURL: outside.url)
        try links.createSymbolicLink(
            at: folder.url.appending(path: "file-link"), withDestinationURL: outside.url.appending(path: "secret.txt"))
        let loader = AssetsLoader(try DirectoryLoader(folder: folder.url))
        var inputs = HostileInputs(seed: 2)
        for index in 0..<400 {
            let input = inputs.file(index)
            guard let url = URL(string: input.address) else { continue }
            let answer = try await Answer(loader.load(URLRequest(url: url)))
            #expect((400..<500).contains(answer.status), "\(input.address): \(answer.status)")
            #expect(!answer.text.contains("the secret") && !answer.text.contains("root:"), "\(input.address)")
            #expect(answer.text.count > 10)
        }
    }

    @Test func `addresses with too many items, levels or characters are refused`() async throws {
        let shop = try Shop()
        let items = (0..<300).map { "id=gt.\($0)" }.joined(separator: "&")
        #expect(try await shop.get("sqlite://products?\(items)").code == "too_many_items")
        let list = (0..<10_001).map(String.init).joined(separator: ",")
        #expect(try await shop.get("sqlite://products?id=in.(\(list))").code == "too_many_items")
        #expect(try await shop.get("sqlite://products?name=\(String(repeating: "x", count: 70_000))").status == 414)
        let nested = String(repeating: "or(id.eq.1,", count: 40) + "id.eq.2" + String(repeating: ")", count: 40)
        #expect(try await shop.get("sqlite://products?or=(\(nested))").code == "too_deep")
        let pattern = String(repeating: "*a", count: 600)
        #expect(try await shop.get("sqlite://products?name=like.\(pattern)").code == "pattern_too_long")
        let order = (0..<65).map { _ in "id" }.joined(separator: ",")
        #expect(try await shop.get("sqlite://products?order=\(order)").code == "bad_order")
        let aliases = (0..<2001).map { "a\($0):id" }.joined(separator: ",")
        #expect(try await shop.get("sqlite://products?select=\(aliases)").code == "too_many_columns")
    }
}
