import Foundation
import FoundationNetworking
import Glibc
import TestSupport
import Testing

@testable import URLInterception

struct DirectoryLoaderTests {
    private let folder: TemporaryFolder
    private let loader: DirectoryLoader

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("0123456789", to: "digits.txt")
        try folder.write("<p>", to: "sub/index.html")
        try folder.write("", to: "empty.js")
        loader = try DirectoryLoader(folder: folder.url)
    }

    private func load(
        _ path: String, method: String = "GET", headers: [String: String] = [:]
    ) async throws -> LoadedResource {
        try await loader.load(request("sw://app.example/" + path, method: method, headers: headers))
    }

    @Test func `a file is answered whole, with its type, length and date`() async throws {
        let resource = try await load("digits.txt?v=1#part")
        #expect(resource.response.statusCode == 200)
        #expect(resource["Content-Type"] == "text/plain; charset=utf-8")
        #expect(resource["Content-Length"] == "10")
        #expect(resource["Accept-Ranges"] == "bytes")
        #expect(resource["Last-Modified"]?.hasSuffix(" GMT") == true)
        #expect(resource.response.url?.absoluteString == "sw://app.example/digits.txt?v=1#part")
        #expect(try await resource.text() == "0123456789")
    }

    @Test func `the start page answers every path without an extension`() async throws {
        try folder.write("the app", to: "index.html")
        try folder.write("a file", to: "LICENSE")
        var loader = loader
        loader.startPage = "index.html"
        for path in ["", "sub/", "sub", "notes/5", "LICENSE", "a%20b"] {
            #expect(try await loader.load(request("app://localhost/" + path)).text() == "the app", "\(path)")
        }
        #expect(try await loader.load(request("app://localhost/digits.txt")).text() == "0123456789")
        for path in ["missing.js", "notes/v1.2"] {
            #expect(try await loader.load(request("app://localhost/" + path)).response.statusCode == 404, "\(path)")
        }
    }

    @Test func `the fallback answers only navigations to files that are missing`() async throws {
        try folder.write("the app", to: "app/start page.html")
        var loader = loader
        loader.fallback = "app/start page.html"
        let navigation = ["Sec-Fetch-Mode": "navigate"]
        let route = try await loader.load(request("sw://app.example/routes/7?tab=2", headers: navigation))
        #expect(route.response.statusCode == 200)
        #expect(route.response.url?.absoluteString == "sw://app.example/routes/7?tab=2")
        #expect(route["Content-Type"] == "text/html; charset=utf-8")
        #expect(try await route.text() == "the app")
        #expect(try await loader.load(request("sw://app.example/app/", headers: navigation)).text() == "the app")
        #expect(
            try await loader.load(request("sw://app.example/digits.txt", headers: navigation)).text() == "0123456789")
        for headers in [[:], ["Sec-Fetch-Mode": "no-cors"]] {
            let script = try await loader.load(request("sw://app.example/routes/7", headers: headers))
            #expect(script.response.statusCode == 404)
        }
        loader.fallback = "missing.html"
        #expect(
            try await loader.load(request("sw://app.example/x", headers: navigation)).response.statusCode == 404)
    }

    @Test func `a file with letters of several scripts in its name is found`() async throws {
        try folder.write("there", to: "Grüße 世界.txt")
        #expect(try await load("Gr%C3%BC%C3%9Fe%20%E4%B8%96%E7%95%8C.txt").text() == "there")
    }

    @Test(arguments: [
        ("a.html", "text/html; charset=utf-8"), ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.json", "application/json; charset=utf-8"), ("a.svg", "image/svg+xml"), ("a.xml", "application/xml"),
        ("a.wasm", "application/wasm"), ("a.png", "image/png"), ("a.unknown-kind", "application/octet-stream"),
        ("a", "application/octet-stream"),
    ])
    func `the content type follows the extension of the file`(name: String, type: String) {
        #expect(ContentType.header(forFileNamed: name) == type)
    }

    @Test func `HEAD has the headers of the whole file and no body, whatever the range`() async throws {
        let resource = try await load("digits.txt", method: "HEAD", headers: ["Range": "bytes=0-1"])
        #expect(resource.response.statusCode == 200)
        #expect(resource["Content-Length"] == "10")
        #expect(try await resource.text() == "")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS"])
    func `methods other than GET and HEAD are answered with 405`(method: String) async throws {
        let resource = try await load("digits.txt", method: method)
        #expect(resource.response.statusCode == 405)
        #expect(resource["Allow"] == "GET, HEAD")
    }

    @Test func `an empty file has length 0, and a range of it is answered with 416`() async throws {
        let resource = try await load("empty.js")
        #expect(resource["Content-Length"] == "0")
        #expect(try await resource.text() == "")
        #expect(try await load("empty.js", headers: ["Range": "bytes=0-"]).response.statusCode == 416)
    }

    @Test func `a folder answers its index page, and redirects to the address with a slash`() async throws {
        #expect(try await load("sub/").text() == "<p>")
        #expect(try await load("sub/")["Content-Type"] == "text/html; charset=utf-8")
        let redirect = try await load("sub?q=1")
        #expect(redirect.response.statusCode == 301)
        #expect(redirect["Location"] == "sw://app.example/sub/?q=1")
        let slashes = try await load("/sub")
        #expect(slashes["Location"] == "sw://app.example//sub/")
    }

    @Test func `a missing file is a 404 with a text that names its path`() async throws {
        let resource = try await load("no.html")
        #expect(resource.response.statusCode == 404)
        #expect(try await resource.text() == "There is no file for /no.html in the mapped folder.\n")
    }

    private static let rangeCases: [(String, Int, String?, String?)] = [
        ("bytes=0-3", 206, "0123", "bytes 0-3/10"), ("bytes=4-", 206, "456789", "bytes 4-9/10"),
        ("bytes=-3", 206, "789", "bytes 7-9/10"), ("bytes=-99", 206, "0123456789", "bytes 0-9/10"),
        ("bytes=8-99", 206, "89", "bytes 8-9/10"), ("BYTES=9-9", 206, "9", "bytes 9-9/10"),
        ("bytes=0-99999999999999999999999", 206, "0123456789", "bytes 0-9/10"),
        ("bytes=10-", 416, nil, "bytes */10"), ("bytes=-0", 416, nil, "bytes */10"),
        ("bytes=99999999999999999999-", 416, nil, "bytes */10"),
        ("bytes=0-1,3-4", 200, "0123456789", nil), ("bytes=3-1", 200, "0123456789", nil),
        ("bytes=-", 200, "0123456789", nil), ("bytes=a-b", 200, "0123456789", nil),
        ("lines=0-1", 200, "0123456789", nil),
        ("bytes=1--2", 200, "0123456789", nil), ("bytes=+1-2", 200, "0123456789", nil),
    ]

    @Test(arguments: rangeCases)
    func `a range within the file is a 206, one outside a 416, and any other is ignored`(
        header: String, status: Int, text: String?, contentRange: String?
    ) async throws {
        let resource = try await load("digits.txt", headers: ["Range": header])
        #expect(resource.response.statusCode == status)
        #expect(resource["Content-Range"] == contentRange)
        if let text {
            #expect(resource["Content-Length"] == String(text.count))
            #expect(try await resource.text() == text)
        }
    }

    @Test func `a request with conditions is answered with 200, 206, 304 or 412`() async throws {
        let first = try await load("digits.txt")
        let tag = try #require(first["ETag"])
        let date = try #require(first["Last-Modified"])
        let old = "Sun, 06 Nov 1994 08:49:37 GMT"
        let cases: [([String: String], Int)] = [
            (["If-None-Match": tag], 304), (["If-None-Match": "W/\(tag)"], 304), (["If-None-Match": "*"], 304),
            (["If-None-Match": "\"x\", \(tag)"], 304), (["If-None-Match": "\"x\""], 200),
            (["If-None-Match": "\"x\"", "If-Modified-Since": date], 200), (["If-Modified-Since": date], 304),
            (["If-Modified-Since": old], 200), (["If-Modified-Since": "yesterday"], 200),
            (["If-Match": tag], 200), (["If-Match": "\"x\""], 412), (["If-Match": "W/\(tag)"], 412),
            (["If-Unmodified-Since": old], 412), (["If-Unmodified-Since": date], 200),
            (["Range": "bytes=0-0", "If-Range": tag], 206), (["Range": "bytes=0-0", "If-Range": date], 206),
            (["Range": "bytes=0-0", "If-Range": "\"x\""], 200), (["Range": "bytes=0-0", "If-Range": old], 200),
            (["Range": "bytes=0-0", "If-Range": "W/\(tag)"], 200),
            (["Range": "bytes=0-0", "If-None-Match": tag], 304),
        ]
        for (headers, status) in cases {
            #expect(try await load("digits.txt", headers: headers).response.statusCode == status, "\(headers)")
        }
        let unchanged = try await load("digits.txt", headers: ["If-None-Match": tag])
        #expect(unchanged["ETag"] == tag)
        #expect(try await unchanged.text() == "")
    }

    @Test func `the tag of a file changes with its content`() async throws {
        let before = try await load("digits.txt")["ETag"]
        try folder.write("012345678", to: "digits.txt")
        #expect(try await load("digits.txt")["ETag"] != before)
    }

    @Test func `a large file comes in pieces that together are its bytes`() async throws {
        let bytes = patterned(DirectoryLoader.pieceSize * 2 + 17)
        try folder.write(bytes, to: "large.bin")
        var sizes: [Int] = []
        var whole = Data()
        for try await piece in try await load("large.bin").body {
            sizes.append(piece.count)
            whole.append(piece)
        }
        #expect(sizes == [DirectoryLoader.pieceSize, DirectoryLoader.pieceSize, 17])
        #expect(whole == bytes)
    }

    @Test func `a file that shrinks while it is read throws an error`() async throws {
        try folder.write(patterned(DirectoryLoader.pieceSize + 1), to: "large.bin")
        let resource = try await load("large.bin")
        truncate(folder.path("large.bin"), 10)
        await #expect(throws: URLError.self) { try await resource.text() }
    }
}
