import ChildProcesses
import Foundation
import TestSupport
import Testing

@testable import ScriptTools

@Suite("Running esbuild") struct ESBuildTests {
    private let folder: TemporaryFolder
    private let program: ESBuild
    /// Gets the number of the program's child.
    private let pipe: FileHandle

    /// Makes a program that waits for a child, which never ends.
    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("esbuild")
        try #require(mkfifo(folder.path("started"), 0o600) == 0)
        // Both ends, so that neither side waits for the other.
        pipe = FileHandle(fileDescriptor: open(folder.path("started"), O_RDWR | O_CLOEXEC), closeOnDealloc: true)
        try folder.write("#!/bin/sh\nsleep 1000 &\necho $! > \(folder.path("started"))\nwait\n", to: "esbuild")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        program = ESBuild(path: path)
    }

    /// Returns the watch of the program's child.
    private func child() async throws -> ProcessWatch? {
        let text = String(decoding: pipe.availableData, as: UTF8.self)
        return ProcessWatch(try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))))
    }

    @Test func `a program that does not end is killed with its children`() async throws {
        let failure = await #expect(throws: BuildFailure.self) { _ = try await program.run([], limit: .seconds(1)) }
        #expect(failure?.problems.map(\.message) == ["\(program.path) did not end within 1 seconds."])
        await (try child())?.ended()
    }

    @Test func `a cancelled task kills the program`() async throws {
        let task = Task { try await program.run([], limit: .seconds(600)) }
        let child = try await child()
        task.cancel()
        #expect(try await task.value.status == -SIGKILL)
        await child?.ended()
    }

    @Test func `the path of an input is the same with attributes`() throws {
        try folder.write(
            #"{"inputs": {"d.json with { type: 'json' }": {"imports": []}}, "outputs": {}}"#, to: "metafile.json")
        let metafile = try #require(Metafile(at: folder.path("metafile.json"), folder: "/p"))
        #expect(metafile.inputs.keys.sorted() == ["/p/d.json"])
    }
}
