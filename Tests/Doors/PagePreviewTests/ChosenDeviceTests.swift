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
        let preview = try await PagePreview(of: page, options: PreviewOptions(view: options))
        preview.print { lines.continuation.yield($0) }
        preview.load()
        #expect(await next(lines.stream).contains("platforms iPhone iPhone"))
        preview.stand(in: try .named("iPad mini"))
        // The process has one scale for the views that are made from now on, also for those of other tests.
        WebKitEnvironment.displayScale = 1
        #expect(await next(lines.stream).contains("platforms iPad iPad"))
    }

    /// Waits for the next line with platforms, and returns it.
    private func next(_ lines: AsyncStream<String>) async -> String {
        for await line in lines where line.contains("platforms") { return line }
        return ""
    }
}
