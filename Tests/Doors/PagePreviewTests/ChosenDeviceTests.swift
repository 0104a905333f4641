import Foundation
import Simulator
import TestSupport
import Testing
import WebKit
import WebViewTesting

@testable import PagePreview

@MainActor
@Suite("A device that is chosen in a preview", .hangLimit(minutes: 1)) struct ChosenDeviceTests {
    @Test func `reaches the page and its workers with the next load`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            <script type="module">
            const worker = new Worker("worker.js");
            worker.onmessage = ({ data }) => console.log("platforms", navigator.platform, data);
            </script>
            """, to: "index.html")
        try folder.write("postMessage(navigator.platform);", to: "worker.js")
        let lines = AsyncStream.makeStream(of: String.self)
        let page = PageReference(
            displayName: "index.html", location: .file(URL(filePath: folder.path("index.html"))), root: folder.url)
        var options = SimulatorOptions()
        options.system.device = try .named("iPhone 17")
        // A preview is on the screen, whose scale is the process's: that of all other tests, too. A scale that was asked for stays.
        options.system.scale = 1
        let preview = try await PagePreview(of: page, options: PreviewOptions(view: options))
        preview.print { lines.continuation.yield($0) }
        preview.load()
        #expect(await next(lines.stream).contains("platforms iPhone iPhone"))
        preview.stand(in: try .named("iPad mini"))
        #expect(await next(lines.stream).contains("platforms iPad iPad"))
        #expect(WebKitEnvironment.displayScale == 1)
    }

    /// Waits for the next line with platforms, and returns it.
    private func next(_ lines: AsyncStream<String>) async -> String {
        for await line in lines where line.contains("platforms") { return line }
        return ""
    }
}
