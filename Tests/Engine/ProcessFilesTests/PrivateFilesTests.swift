import Foundation
import ProcessFiles
import Testing

/// Tests of the modes of files and folders.
@Suite
struct PrivateFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(_ path: String) throws -> UInt16? {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: path).path)
        return (attributes[.posixPermissions] as? NSNumber)?.uint16Value
    }

    private func change(_ path: String, to mode: mode_t) { chmod(folder.url.appending(path: path).path, mode) }

    @Test func `new folders are 0700 and new files 0600`() throws {
        try PrivateFiles.makeFolder(folder.url.appending(path: "a/b/c"))
        try PrivateFiles.write(Data("x".utf8), to: folder.url.appending(path: "a/written"))
        try PrivateFiles.replace(folder.url.appending(path: "a/replaced"), with: Data("y".utf8))
        _ = try PrivateFiles.create(folder.url.appending(path: "a/created").path)
        for path in ["", "a", "a/b", "a/b/c"] { #expect(try mode(path) == 0o700) }
        for path in ["a/written", "a/replaced", "a/created"] { #expect(try mode(path) == 0o600) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "a").path).count == 4)
    }

    @Test func `a file that others can read becomes private when it is written`() throws {
        for path in ["written", "replaced", "created"] {
            try Data("long".utf8).write(to: folder.url.appending(path: path))
            change(path, to: 0o644)
        }
        try PrivateFiles.write(Data("x".utf8), to: folder.url.appending(path: "written"))
        try PrivateFiles.replace(folder.url.appending(path: "replaced"), with: Data("x".utf8))
        try PrivateFiles.create(folder.url.appending(path: "created").path).write(contentsOf: Data("x".utf8))
        for path in ["written", "replaced", "created"] {
            #expect(try mode(path) == 0o600)
            #expect(try Data(contentsOf: folder.url.appending(path: path)) == Data("x".utf8))
        }
    }

    @Test func `a folder that others can read becomes private with all that is in it, and links are not followed`()
        throws
    {
        let outside = folder.url.appending(path: "outside")
        try Data().write(to: outside)
        let store = folder.url.appending(path: "store")
        try FileManager.default.createDirectory(
            at: store.appending(path: "data/inner"), withIntermediateDirectories: true)
        try Data().write(to: store.appending(path: "data/inner/file"))
        try FileManager.default.createSymbolicLink(
            at: store.appending(path: "data/link"), withDestinationURL: outside)
        mkfifo(store.appending(path: "data/pipe").path, 0o644)
        for path in ["store", "store/data", "store/data/inner"] { change(path, to: 0o755) }
        for path in ["store/data/inner/file", "outside"] { change(path, to: 0o644) }
        try PrivateFiles.claim(store, for: ["data", "cache"])
        for path in ["store", "store/data", "store/data/inner"] { #expect(try mode(path) == 0o700) }
        #expect(try mode("store/data/inner/file") == 0o600)
        #expect(try mode("outside") == 0o644)
    }

    @Test func `a folder with files of other programs keeps its mode, and theirs`() throws {
        let store = folder.url.appending(path: "store")
        try FileManager.default.createDirectory(at: store.appending(path: "data"), withIntermediateDirectories: true)
        try Data().write(to: store.appending(path: "package.json"))
        for path in ["store", "store/data"] { change(path, to: 0o755) }
        change("store/package.json", to: 0o644)
        try PrivateFiles.claim(store, for: ["data", "cache"])
        #expect(try mode("store") == 0o755)
        #expect(try mode("store/data") == 0o700)
        #expect(try mode("store/package.json") == 0o644)
    }

    @Test func `a device keeps its mode`() throws {
        let before = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.posixPermissions] as? NSNumber
        try PrivateFiles.write(Data("x".utf8), to: URL(filePath: "/dev/null"))
        let after = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.posixPermissions] as? NSNumber
        #expect(before == after)
    }

    @Test func `an error has the reason of the system`() throws {
        let file = folder.url.appending(path: "missing/file")
        let error = #expect(throws: CocoaError.self) { try PrivateFiles.write(Data(), to: file) }
        #expect(error?.code == .fileNoSuchFile)
        #expect(error?.posixCode == ENOENT)
        #expect(error?.reason == "No such file or directory")
        #expect(throws: CocoaError.self) { try PrivateFiles.makeFolder(URL(filePath: "/dev/null/a")) }
    }
}
