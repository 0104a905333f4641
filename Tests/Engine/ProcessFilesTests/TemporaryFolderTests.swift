import Foundation
import ProcessFiles
import Testing

/// Tests of temporary folders.
@Suite
struct TemporaryFolderTests {
    @Test func `a folder is removed with its object`() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let url = try #require(folder?.url)
        try PrivateFiles.makeFolder(url.appending(path: "a/b"))
        try PrivateFiles.write(Data(), to: url.appending(path: "a/b/file"))
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `the process's own folder is made again where another program has removed it`() async {
        // In a process of its own: other tests have files in the folder of this one.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder.ofProcess()
            try FileManager.default.removeItem(at: folder)
            #expect(try TemporaryFolder.ofProcess() == folder)
            #expect(FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test func `no folder is left or made after the end of the process has begun`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder.ofProcess()
            ProcessEnd.arrive()
            #expect(!FileManager.default.fileExists(atPath: folder.path))
            #expect(throws: CocoaError.self) { try TemporaryFolder.ofProcess() }
            #expect(throws: CocoaError.self) { try TemporaryFolder(prefix: "ended-") }
        }
    }

    @Test func `the next process removes what a killed one has left, and nothing of one that lives`() throws {
        let parent = try TemporaryFolder()
        let left = parent.url.appending(path: "kind-left12")
        try PrivateFiles.makeFolder(left.appending(path: "inner"))
        let living = try TemporaryFolder(prefix: "other-", in: parent.url.path)
        let first = try TemporaryFolder(prefix: "kind-", in: parent.url.path)
        let second = try TemporaryFolder(prefix: "kind-", in: parent.url.path)
        #expect(!FileManager.default.fileExists(atPath: left.path))
        TemporaryFolder.remove(left: living.url.path)
        for folder in [living, first, second] { #expect(FileManager.default.fileExists(atPath: folder.url.path)) }
    }

    @Test func `a folder that is a link, or of another name, stays`() throws {
        let (parent, target) = (try TemporaryFolder(), try TemporaryFolder())
        try FileManager.default.createSymbolicLink(
            at: parent.url.appending(path: "kind-link12"), withDestinationURL: target.url)
        try PrivateFiles.makeFolder(parent.url.appending(path: "kindred"))
        _ = try TemporaryFolder(prefix: "kind-", in: parent.url.path)
        #expect(FileManager.default.fileExists(atPath: target.url.path))
        #expect(FileManager.default.fileExists(atPath: parent.url.appending(path: "kindred").path))
    }
}
