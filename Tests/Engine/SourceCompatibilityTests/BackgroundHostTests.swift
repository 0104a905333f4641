import Foundation
import TestSupport
import Testing
import WebKit

/// Applications that call completion handlers on other threads, in Swift 5, where the compiler lets them.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct BackgroundHostTests {
    @Test func `completion handlers answer on a background queue as on the main one`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = BackgroundHost(folder: folder)
        let (finished, saved) = (Signal(), Signal())
        host.onFinish = { finished.fire() }
        host.onDownload = { saved.fire() }
        let webView = host.makeWebView()
        webView.load(URLRequest(url: try #require(URL(string: "app://host/"))))
        await finished.wait()
        #expect(webView.title == "Background")
        let result = try await webView.callAsyncJavaScript(
            """
            alert("one");
            const said = [confirm("two"), prompt("three", "text")];
            const { echo } = await webkit.messageHandlers.native.postMessage("question");
            const refused = await webkit.messageHandlers.native.postMessage(1).catch((error) => error.message);
            return [...said, echo, refused, await (await fetch("/data")).text()].join();
            """, contentWorld: .page)
        #expect(result as? String == "true,text!,question,not a text,data")
        _ = try await webView.evaluateJavaScript("location.href = '/file'; 0")
        await saved.wait()
        let bytes = try Data(contentsOf: folder.appendingPathComponent("saved"))
        #expect(String(decoding: bytes, as: UTF8.self).contains("Background"))
    }
}
