import Foundation
import Simulator
import TestSupport
import Testing
import WebViewTesting

@testable import PagePreview

@MainActor
@Suite("A changed native.js", .serialized, .hangLimit(minutes: 1)) struct NativeReloadTests {
    private let folder: TemporaryFolder
    private let lines = AsyncStream.makeStream(of: String.self)

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            <script type="module">
            const { answer, added } = webkit.messageHandlers;
            const text = await answer.postMessage(null);
            console.log("answer", text, added ? await added.postMessage(null) : "none");
            </script>
            """, to: "site/index.html")
        try folder.write("export const name = 'one';", to: "native/name.js")
        try folder.write(Self.module(), to: "native/native.js")
    }

    private static func module(_ handlers: String = "") -> String {
        "import { name } from './name.js';\nexport default { handlers: {\n answer: () => name, \(handlers)\n} };"
    }

    private func preview() async throws -> PagePreview {
        var options = SimulatorOptions()
        options.native.script = folder.path("native/native.js")
        let page = PageReference(
            displayName: "index.html", location: .file(URL(filePath: folder.path("site/index.html"))),
            root: URL(filePath: folder.path("site")))
        let preview = try await PagePreview(of: page, options: PreviewOptions(view: options))
        preview.print { [continuation = lines.continuation] in continuation.yield($0) }
        preview.load()
        return preview
    }

    /// Waits for a line with these words, and returns it.
    private func line(with words: String) async -> String {
        for await line in lines.stream where line.contains(words) { return line }
        return ""
    }

    @Test func `answers with its changed files and with new handlers`() async throws {
        let preview = try await preview()
        #expect(await line(with: "answer").contains("answer one none"))
        try folder.write("export const name = 'two';", to: "native/name.js")
        _ = await line(with: "has been loaded again")
        preview.reload()
        #expect(await line(with: "answer").contains("answer two none"))
        try folder.write(Self.module("added: () => 'new'"), to: "native/native.js")
        _ = await line(with: "has been loaded again")
        preview.reload()
        #expect(await line(with: "answer").contains("answer two new"))
    }

    @Test func `with a syntax error keeps the earlier handlers, and the error names file and line`() async throws {
        let preview = try await preview()
        #expect(await line(with: "answer").contains("answer one none"))
        try folder.write("\n\nexport default {{", to: "native/native.js")
        let error = await line(with: "SyntaxError")
        #expect(error.contains("native/native.js:3: SyntaxError"), "\(error)")
        #expect(error.contains("the earlier state stays"))
        preview.reload()
        #expect(await line(with: "answer").contains("answer one none"))
        try folder.write(Self.module("added: () => 'mended'"), to: "native/native.js")
        _ = await line(with: "has been loaded again")
        preview.reload()
        #expect(await line(with: "answer").contains("answer one mended"))
    }
}
