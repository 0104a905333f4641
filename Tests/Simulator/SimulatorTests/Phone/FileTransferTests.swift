import Foundation
import TestSupport
import Testing

@testable import Simulator

/// Tests of moves and copies of the app's files that fail while they are under way.
@MainActor @Suite
struct FileTransferTests {
    private let files = SimulatedPhone().files

    private func place(_ path: String, _ text: String? = nil) throws -> URL {
        let place = try files.place(of: path, in: "DOCUMENTS")
        if let text {
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
        return place
    }

    private func text(_ place: URL) throws -> String { String(decoding: try Data(contentsOf: place), as: UTF8.self) }

    /// A name that fits into no folder: the last step of a transfer fails.
    private let impossible = String(repeating: "x", count: 300)

    @Test(arguments: [FileTransfer.move, .copy])
    func `an item stays where its place cannot be named`(transfer: FileTransfer) throws {
        let file = try place("folder/file", "text")
        for item in [file, file.deletingLastPathComponent()] {
            #expect(throws: CocoaError.self) { try files.transfer(transfer, item, to: place(impossible)) }
        }
        #expect(try text(file) == "text")
        let spare = try FileManager.default.contentsOfDirectory(atPath: files.base.path)
        #expect(spare.sorted() == ["files"])
    }

    @Test(arguments: [FileTransfer.move, .copy])
    func `the file in the place of a folder is removed last`(transfer: FileTransfer) throws {
        let (inner, file) = (try place("folder/file", "text"), try place("other", "kept"))
        try files.transfer(transfer, inner.deletingLastPathComponent(), to: file)
        #expect(try text(file.appending(path: "file")) == "text")
        #expect(FileManager.default.fileExists(atPath: inner.path) == (transfer == .copy))
        #expect(try FileManager.default.contentsOfDirectory(atPath: files.base.path) == ["files"])
    }

    @Test(arguments: ["Documents", "Library", "Library/Caches", "tmp", ""])
    func `a folder that each app has stays`(folder: String) throws {
        _ = try place("file", "text")
        let item = files.root.appending(path: folder, directoryHint: .notDirectory)
        #expect(throws: CocoaError.self) { try files.transfer(.move, item, to: place("moved")) }
        #expect(throws: CocoaError.self) { try files.transfer(.move, place("file"), to: item) }
        #expect(try text(place("file")) == "text")
    }
}
