import Foundation
import TestSupport
import Testing

@testable import WebKit

struct ProcessExtensionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func find(_ environment: [String: String] = [:]) throws -> ProcessExtension {
        try ProcessExtension.find(environment: environment, in: folder.url)
    }

    @Test func `the library of the module lies alone in a folder that only the user can write`() throws {
        let library = try find()
        let files = try FileManager.default.contentsOfDirectory(atPath: library.folder.path)
        #expect(files == [ProcessExtension.fileName])
        #expect(try Data(contentsOf: library.url).starts(with: [0x7F] + Data("ELF".utf8)))
        let facts = try FileManager.default.attributesOfItem(atPath: library.folder.path)
        #expect(facts[.posixPermissions] as? Int == 0o700)
    }

    @Test func `a library that is cut short is replaced, and a whole one stays as it is`() throws {
        let library = try find()
        let whole = try Data(contentsOf: library.url)
        try whole.prefix(100).write(to: library.url)
        #expect(try find() == library)
        #expect(try Data(contentsOf: library.url) == whole)
        let number = { try FileManager.default.attributesOfItem(atPath: library.url.path)[.systemFileNumber] as? Int }
        let before = try number()
        _ = try find()
        #expect(try number() == before)
    }

    @Test func `a folder that others can write, and a link, are refused`() throws {
        let library = try find()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: library.folder.path)
        #expect(throws: ProcessExtensionError.noFolder(library.folder.path)) { try find() }
        try FileManager.default.removeItem(at: library.folder)
        try folder.write("", to: "elsewhere/file")
        try folder.link(library.folder.lastPathComponent, to: folder.path("elsewhere"))
        #expect(throws: ProcessExtensionError.noFolder(library.folder.path)) { try find() }
    }

    @Test func `a library that the environment names is loaded without its neighbors`() throws {
        try folder.write("library", to: "named/\(ProcessExtension.fileName)")
        try folder.write("other", to: "named/libOther.so")
        let library = try find([ProcessExtension.variable: folder.path("named")])
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.folder.path) == [ProcessExtension.fileName])
        #expect(try String(contentsOf: library.url, encoding: .utf8) == "library")
    }

    @Test func `a named folder without the library is an error that names the variable`() throws {
        let error = #expect(throws: ProcessExtensionError.notInNamedFolder("/nowhere/at/all")) {
            try find([ProcessExtension.variable: "/nowhere/at/all"])
        }
        #expect(error?.description.contains(ProcessExtension.variable) == true)
    }
}
