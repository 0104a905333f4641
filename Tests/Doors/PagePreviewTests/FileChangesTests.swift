import Foundation
import TestSupport
import Testing

@testable import PagePreview

@MainActor
@Suite("File changes", .hangLimit(minutes: 1)) struct FileChangesTests {
    private let folder: TemporaryFolder
    private let told = AsyncStream.makeStream(of: Void.self)
    private let changes: FileChanges

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("1", to: "page.html")
        try folder.write("1", to: "styles/deep/page.css")
        changes = try FileChanges(in: [folder.url]) { [continuation = told.continuation] _ in continuation.yield() }
    }

    private func change() async {
        var news = told.stream.makeAsyncIterator()
        _ = await news.next()
    }

    @Test func `a written file is reported, also in a folder of a folder`() async throws {
        try folder.write("2", to: "page.html")
        await change()
        try folder.write("2", to: "styles/deep/page.css")
        await change()
    }

    @Test func `a new folder is reported, and then a file in it`() async throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "new"), withIntermediateDirectories: true)
        await change()
        try folder.write("1", to: "new/a.js")
        await change()
    }

    @Test func `a moved file is reported, and then its removal`() async throws {
        try FileManager.default.moveItem(atPath: folder.path("page.html"), toPath: folder.path("other.html"))
        await change()
        try FileManager.default.removeItem(atPath: folder.path("other.html"))
        await change()
    }

    @Test func `hidden files and node_modules are not reported before a later change elsewhere is`() async throws {
        try folder.write("1", to: ".git/index")
        try folder.write("1", to: "node_modules/x/y.js")
        try folder.write("1", to: ".page.html.swp")
        let elsewhere = try TemporaryFolder()
        let later = AsyncStream.makeStream(of: Void.self)
        let otherChanges = try FileChanges(in: [elsewhere.url]) { _ in later.continuation.yield() }
        try elsewhere.write("1", to: "page.html")
        var others = later.stream.makeAsyncIterator()
        _ = await others.next()
        told.continuation.finish()
        var news = told.stream.makeAsyncIterator()
        #expect(await news.next() == nil)
        withExtendedLifetime(otherChanges) {}
    }
}
