import Foundation
import TestSupport
import Testing

@testable import URLInterception

struct OriginMapTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("x", to: "dist/index.html")
    }

    @Test func `an origin of any letter case is mapped to its folder or base address`() throws {
        let map = try OriginMap(
            [
                "sw://app.example=./dist", "SW://API.example:8443=http://127.0.0.1:8080/v1",
                "https://a.example:443/=dist",
            ],
            relativeTo: folder.url)
        guard case .folder(let loader) = map.target(for: URL(string: "sw://App.Example/x/y")!) else {
            Issue.record("not a folder")
            return
        }
        #expect(loader.folder.lastPathComponent == "dist")
        guard case .base(let base) = map.target(for: URL(string: "sw://api.example:8443/x")!) else {
            Issue.record("not a base")
            return
        }
        #expect(base.absoluteString == "http://127.0.0.1:8080/v1")
        #expect(map.target(for: URL(string: "https://a.example/x")!) != nil)
        #expect(map.target(for: URL(string: "sw://api.example/x")!) == nil)
        #expect(map.target(for: URL(string: "sw://other.example/")!) == nil)
    }

    @Test func `the fallback of the map is that of every folder without its own`() throws {
        var own = try DirectoryLoader(folder: folder.url)
        own.fallback = "own.html"
        var map = try OriginMap(["sw://app.example=dist"], relativeTo: folder.url)
        map.map(try #require(Origin("sw://own.example")), to: .folder(own))
        map.fallback = "index.html"
        for (address, expected) in [("sw://app.example/x", "index.html"), ("sw://own.example/x", "own.html")] {
            guard case .folder(let loader) = map.target(for: try #require(URL(string: address))) else {
                Issue.record("not a folder")
                continue
            }
            #expect(loader.fallback == expected)
        }
    }

    @Test(arguments: [
        ("sw://app.example", OriginMapError.Code.missingTarget), ("sw://app.example=", .missingTarget),
        ("", .missingTarget),
        ("app.example=dist", .badOrigin), ("=dist", .badOrigin), ("sw://=dist", .badOrigin),
        ("sw:app=dist", .badOrigin),
        ("sw://app.example/path=dist", .badOrigin), ("sw://user@app.example=dist", .badOrigin),
        ("sw://app.example?q=dist", .badOrigin), ("sw://app.example=ftp://x", .badAddress),
        ("sw://app.example=http://", .badAddress), ("sw://app.example=http://h/?q", .badAddress),
        ("sw://app.example=missing", .badFolder), ("sw://app.example=dist/index.html", .badFolder),
    ])
    func `a wrong entry throws the code of its mistake and a sentence`(
        entry: String, code: OriginMapError.Code
    ) throws {
        let error = #expect(throws: OriginMapError.self) { try OriginMap([entry], relativeTo: folder.url) }
        #expect(error?.code == code)
        #expect(error?.message.hasSuffix(".") == true)
    }

    @Test func `an origin that is mapped twice throws an error that names it`() {
        let error = #expect(throws: OriginMapError.self) {
            try OriginMap(["sw://a.example=dist", "sw://A.example/=http://b.example"], relativeTo: folder.url)
        }
        #expect(error?.message == "sw://a.example is mapped twice. Remove one of the two entries.")
    }

    @Test(arguments: [
        ("sw://p.example/x?q=1", "http://h:1/base/x?q=1"), ("sw://p.example", "http://h:1/base/"),
        ("sw://p.example/a%2fb", "http://h:1/base/a%2fb"), ("sw://p.example/../x", nil), ("sw://p.example/%2E./x", nil),
    ])
    func `an address of the page leads below the base, and dot segments lead nowhere`(page: String, target: String?) {
        let mapping = BaseMapping(page: URL(string: page)!, base: URL(string: "http://h:1/base/")!)
        #expect(mapping.target?.absoluteString == target)
    }

    @Test(arguments: [
        ("/base/next?a#b", "sw://p.example:9/next?a#b"), ("next", "sw://p.example:9/dir/next"),
        ("http://h:1/base/z", "sw://p.example:9/z"), ("/outside", "http://h:1/outside"),
        ("/basement", "http://h:1/basement"), ("https://other.example/", "https://other.example/"),
    ])
    func `a location below the base becomes one of the mapped origin, and others do not`(
        location: String, expected: String
    ) {
        let mapping = BaseMapping(page: URL(string: "sw://p.example:9/dir/x")!, base: URL(string: "http://h:1/base")!)
        #expect(mapping.pageLocation(for: location) == expected)
    }
}
