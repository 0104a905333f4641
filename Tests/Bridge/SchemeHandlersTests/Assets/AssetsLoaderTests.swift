import Foundation
import FoundationNetworking
import TestSupport
import Testing
import URLInterception

@testable import SchemeHandlers

struct AssetsLoaderTests {
    @Test(arguments: [
        ("assets://logo.png", "/logo.png"), ("assets://folder/logo.png", "/folder/logo.png"),
        ("assets:///logo.png", "/logo.png"),
        ("assets://a%20b/c%2Fd?x=/y#z", "/a%20b/c%2Fd"), ("assets://", "/"), ("assets:logo.png", "/logo.png"),
        ("assets://folder/", "/folder/"),
    ])
    func `the host of an address is the first name of the file path`(address: String, path: String) {
        #expect(AssetsLoader.path(in: address) == path)
    }

    @Test func `a folder answers files, ranges and conditions, and 404 for missing files`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("abcdef", to: "letters.txt")
        try folder.write("body {}", to: "deep/er/style.css")
        let loader = AssetsLoader(try DirectoryLoader(folder: folder.url))
        func ask(_ address: String, _ headers: [String: String] = [:], method: String = "GET") async throws -> Answer {
            var request = URLRequest(url: try #require(URL(string: address)))
            request.httpMethod = method
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            return try await Answer(loader.load(request))
        }
        let whole = try await ask("assets://letters.txt")
        #expect(whole.status == 200 && whole.text == "abcdef" && whole["Content-Type"] == "text/plain; charset=utf-8")
        let part = try await ask("assets://letters.txt", ["Range": "bytes=1-2"])
        #expect(part.status == 206 && part.text == "bc" && part["Content-Range"] == "bytes 1-2/6")
        #expect(try await ask("assets://letters.txt", ["Range": "bytes=6-"]).status == 416)
        #expect(try await ask("assets://letters.txt", ["If-None-Match": whole["ETag"] ?? ""]).status == 304)
        #expect(try await ask("assets://deep/er/style.css")["Content-Type"] == "text/css; charset=utf-8")
        #expect(try await ask("assets://Letters.txt").status == 404)
        #expect(try await ask("assets://letters.txt", method: "PUT").status == 405)
        #expect(try await ask("assets://deep/er").status == 301)
        // Relative to assets://letters.txt.
        #expect(try await ask("assets://letters.txt/deep/er/style.css").text == "body {}")
        #expect(try await ask("assets://letters.txt/none").status == 404)
        #expect(try await ask("assets://letters.txt/").status == 404)
    }
}
