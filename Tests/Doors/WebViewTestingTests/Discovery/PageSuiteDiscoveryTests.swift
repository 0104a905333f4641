import Foundation
import Testing
import URLInterception
import WebViewTesting

@Suite struct PageSuiteDiscoveryTests {
    private func names(_ arguments: String..., files: [String]) throws -> [String] {
        try withFolder(files) { folder in
            try PageSuiteDiscovery(currentFolder: folder).pages(for: arguments).map(\.displayName)
        }
    }

    @Test func `a folder is searched, without what only supports its pages`() throws {
        let files = [
            "t/b.html", "t/B.htm", "t/a/z.html", "t/.hidden.html", "t/.git/x.html", "t/node_modules/x.html", "t/é.HTML",
            "t/resources/x.html", "t/a/support/x.html", "t/harness/x.html", "t/notes.txt",
        ]
        #expect(try names("t", files: files) == ["t/B.htm", "t/a/z.html", "t/b.html", "t/é.HTML"])
    }

    @Test(arguments: [
        ("*.html", ["a.html", "b1.html"]), ("**/*.html", ["a.html", "b1.html", "s/c.html", "s/t/d.html"]),
        ("s/**", ["s/c.html", "s/t/d.html"]), ("b?.html", ["b1.html"]), ("[a-b]*.html", ["a.html", "b1.html"]),
        ("[!a].html", []), ("{a,s/c}.html", ["a.html", "s/c.html"]), ("s/*/d.html", ["s/t/d.html"]),
        ("./s/{c,{t/d,x}}.htm*", ["s/c.html", "s/t/d.html"]), ("resources/*.html", ["resources/r.html"]),
        ("**/t/*.html", ["s/t/d.html"]),
    ])
    func `a glob finds the pages whose paths match it`(pattern: String, expected: [String]) throws {
        let files = ["a.html", "b1.html", "s/c.html", "s/t/d.html", "resources/r.html", "x.txt", ".h.html"]
        if expected.isEmpty {
            #expect(throws: PageSuiteDiscoveryError.self) { try names(pattern, files: files) }
        } else {
            #expect(try names(pattern, files: files) == expected)
        }
    }

    @Test func `a name with wildcards in it is a file before it is a pattern`() throws {
        #expect(try names("a[1].html", files: ["a[1].html", "a1.html"]) == ["a[1].html"])
    }

    @Test func `each page comes once, in the order of the arguments`() throws {
        #expect(try names("b.html", ".", files: ["a.html", "b.html"]) == ["b.html", "a.html"])
    }

    @Test func `an address is a page without a root, as it is written`() throws {
        let pages = try PageSuiteDiscovery().pages(for: ["sw://app.example/a.html?x[1]=*", "https://a.example/"])
        #expect(pages.map(\.displayName) == ["sw://app.example/a.html?x[1]=*", "https://a.example/"])
        #expect(pages.allSatisfy { $0.root == nil })
    }

    @Test func `addresses of mapped origins pass through, whatever their scheme`() throws {
        try withFolder(["www/a.html"]) { folder in
            let map = try OriginMap(["capacitor://localhost=www", "https://app.example=www"], relativeTo: folder)
            let discovery = PageSuiteDiscovery(currentFolder: folder, map: map)
            let arguments = ["capacitor://localhost/a.html?x=1", "https://app.example/a.html"]
            let pages = try discovery.pages(for: arguments)
            #expect(pages.map(\.location) == arguments.compactMap { URL(string: $0).map { .url($0) } })
            #expect(try PageAddress(of: pages[0], map: map).url.absoluteString == arguments[0])
            let error = #expect(throws: PageSuiteDiscoveryError.self) {
                try discovery.pages(for: ["capacitor://other/a.html"])
            }
            #expect(error?.code == .unusableAddress)
            #expect(error?.message.contains("--map") == true)
        }
    }

    @Test func `a file's root is its own folder, a folder's is itself`() throws {
        try withFolder(["s/t/a.html"]) { folder in
            let discovery = PageSuiteDiscovery(currentFolder: folder)
            let roots = try ["s/t/a.html", "s", "s/*/a.html"].map { try discovery.pages(for: [$0]).first?.root?.path }
            #expect(roots == ["s/t", "s", "s"].map { folder.appending(path: $0).path })
        }
    }

    @Test(arguments: [
        ("missing.html", PageSuiteDiscoveryError.Code.notFound), ("empty", .emptyFolder), ("*.htm", .noMatch),
        ("ftp://a.example/", .unusableAddress), ("sw:///a", .unusableAddress),
    ])
    func `an argument that names no page throws an error that names the argument`(
        argument: String, code: PageSuiteDiscoveryError.Code
    ) throws {
        try withFolder(["a.html", "empty/note.txt"]) { folder in
            let error = #expect(throws: PageSuiteDiscoveryError.self) {
                try PageSuiteDiscovery(currentFolder: folder).pages(for: ["a.html", argument])
            }
            #expect(error?.code == code)
            #expect(error?.message.contains(argument) == true)
        }
    }

    @Test func `a link in a circle adds no page twice`() throws {
        try withFolder(["s/a.html"]) { folder in
            let link = folder.appending(path: "s/again").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "..")
            let pages = try PageSuiteDiscovery(currentFolder: folder).pages(for: ["**/*.html", "s"])
            #expect(pages.map(\.displayName) == ["s/a.html"])
        }
    }

    private func withFolder<Result>(_ files: [String], _ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "discovery-\(UUID().uuidString)", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in files {
            let url = folder.appending(path: file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
        return try body(folder)
    }
}
