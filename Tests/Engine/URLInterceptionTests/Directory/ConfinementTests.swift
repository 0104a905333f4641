import Foundation
import FoundationNetworking
import Glibc
import TestSupport
import Testing

@testable import URLInterception

/// A folder must not serve what lies outside it.
struct ConfinementTests {
    private let outside: TemporaryFolder
    private let loader: DirectoryLoader

    init() throws {
        outside = try TemporaryFolder()
        try outside.write("secret", to: "secret.txt")
        try outside.write("secret", to: "root-sibling/secret.txt")
        try outside.write("home", to: "root/index.html")
        try outside.write("inside", to: "root/a/inside.txt")
        try outside.link("root/out", to: "../secret.txt")
        try outside.link("root/out-absolute", to: outside.path("secret.txt"))
        try outside.link("root/out-folder", to: "..")
        try outside.link("root/out-sibling", to: "../root-sibling")
        try outside.link("root/out-chain", to: "out")
        try outside.link("root/in", to: "a/inside.txt")
        try outside.link("root/in-absolute", to: outside.path("root/a/inside.txt"))
        try outside.link("root/in-folder", to: "a/../a")
        try outside.link("root/loop", to: "loop")
        try outside.link("root/dangling", to: "nothing")
        try outside.link("root/null", to: "/dev/null")
        try #require(mkfifo(outside.path("root/fifo"), 0o600) == 0)
        try FileManager.default.createDirectory(atPath: outside.path("root/linked"), withIntermediateDirectories: true)
        try outside.link("root/linked/index.html", to: "../../secret.txt")
        loader = try DirectoryLoader(folder: outside.url.appending(path: "root"))
    }

    @Test(arguments: [
        ("/../secret.txt", 400), ("/a/../../secret.txt", 400), ("/%2e%2e/secret.txt", 400),
        ("/%2E%2E/secret.txt", 400), ("/.%2e/secret.txt", 400), ("/%2e%2e%2fsecret.txt", 400),
        ("/a%2f..%2f..%2fsecret.txt", 400), ("/..%5csecret.txt", 400), ("/%5c..%5csecret.txt", 400),
        ("/a/inside.txt%00.html", 400), ("/%00", 400), ("/a/..", 400), ("/..", 400), ("/%ff%fe", 400),
        ("/%252e%252e/secret.txt", 404), ("/....//secret.txt", 404), ("/../root-sibling/secret.txt", 400),
        ("/out", 403), ("/out-absolute", 403), ("/out-folder/secret.txt", 403), ("/out-folder/", 403),
        ("/out-folder", 403), ("/out-folder/root/index.html", 200), ("/out-sibling/secret.txt", 403),
        ("/out-chain", 403), ("/linked/", 403), ("/fifo", 403), ("/null", 403), ("/loop", 404), ("/dangling", 404),
        ("//etc/passwd", 404), ("/etc/passwd", 404), ("/a/inside.txt/", 404), ("/a/inside.txt/x", 404),
        ("/a/", 404), ("/in", 200), ("/in-absolute", 200), ("/in-folder/inside.txt", 200), ("/./a/./inside.txt", 200),
        ("/a//inside.txt", 200), ("/a/%69nside.txt", 200), ("/", 200), ("", 200),
    ])
    func `a path that leaves the folder is refused, and a path within it is answered`(
        path: String, expected: Int
    ) async throws {
        let resource = try await loader.load(request("sw://app.example" + path))
        #expect(resource.response.statusCode == expected)
        let text = try await resource.text()
        #expect(text != "secret")
    }

    @Test func `a name of 5000 characters is not found`() async throws {
        let name = String(repeating: "x", count: 5000)
        #expect(try await loader.load(request("sw://app.example/\(name)")).response.statusCode == 404)
    }

    @Test func `a folder that is a link is served`() async throws {
        try outside.link("link", to: "root")
        let linked = try DirectoryLoader(folder: outside.url.appending(path: "link"))
        #expect(try await linked.load(request("sw://app.example/in")).text() == "inside")
    }

    @Test(arguments: [
        (ENOENT, ConfinedFile.Refusal.missing), (ENOTDIR, .missing), (ELOOP, .missing), (ENAMETOOLONG, .missing),
        (EACCES, .forbidden("Its permissions do not let it be read.")), (EMFILE, .failed(code: EMFILE)),
    ])
    func `an error of the system is a missing file, a forbidden one or a failure`(
        code: Int32, refusal: ConfinedFile.Refusal
    ) {
        #expect(ConfinedFile.refusal(code) == refusal)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func `a file without read permission is forbidden`() async throws {
        try outside.write("x", to: "root/closed.txt")
        chmod(outside.path("root/closed.txt"), 0)
        #expect(try await loader.load(request("sw://app.example/closed.txt")).response.statusCode == 403)
    }

    @Test func `a missing folder and a path that is no folder throw an error`() throws {
        #expect(throws: DirectoryLoaderError.missing(path: outside.path("no"))) {
            try DirectoryLoader(folder: URL(fileURLWithPath: outside.path("no")))
        }
        #expect(throws: DirectoryLoaderError.notAFolder(path: outside.path("secret.txt"))) {
            try DirectoryLoader(folder: URL(fileURLWithPath: outside.path("secret.txt")))
        }
    }
}
