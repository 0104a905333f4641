import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Web archives that a view shows.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ShownArchiveTests {
    let navigations = Navigations()
    private let facts = """
        const frame = document.querySelector("iframe").contentWindow;
        return [
            document.URL, getComputedStyle(text).color, typeof ran, picture.naturalWidth, document.fonts.status,
            getComputedStyle(text).backgroundImage.endsWith('/images/back.svg")'), location.origin,
        ].map(String);
        """

    private func archive(of view: WKWebView) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            view.createWebArchiveData { continuation.resume(with: $0) }
        }
    }

    private nonisolated static func answer(_ request: LocalServer.Received) -> LocalServer.Answer {
        let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='3'/>"
        switch request.path {
        case "/page":
            return .init(
                body: """
                    <!DOCTYPE html><link rel=stylesheet href=styles/style.css><script type=module src=script.js></script>
                    <p id=text>text</p><img id=picture src=picture.svg>
                    <iframe src=frame></iframe><a id=link href=frame>frame</a>
                    """)
        case "/styles/style.css":
            return .init(
                headers: ["Content-Type": "text/css"],
                body: "p { color: rgb(1, 2, 3); background-image: url(../images/back.svg) }")
        case "/script.js":
            return .init(headers: ["Content-Type": "text/javascript"], body: "globalThis.ran = 1")
        case "/frame":
            return .init(body: "<title>Frame</title><script>parent.postMessage('frame', '*')</script>")
        case let path where path.hasSuffix(".svg"):
            return .init(headers: ["Content-Type": "image/svg+xml"], body: picture)
        default: return .init(status: 404)
        }
    }

    @Test func `an archive is shown with its resources at the page's address, without its server`() async throws {
        var saved: (archive: Data, facts: [String]?, requests: Int)?
        var address = ""
        try await LocalServer.with({ Self.answer($0) }) { server in
            address = server.origin
            let view = makeView(Pages(), navigations)
            await view.open(address + "/page", navigations)
            saved = (try await archive(of: view), try await view.call(self.facts) as? [String], server.received.count)
        }
        let (data, facts, requests) = try #require(saved)
        #expect(requests >= 6 && facts.map { Array($0[1...3]) } == ["rgb(1, 2, 3)", "number", "7"])
        let messages = Messages()
        let view = makeView(Pages(), navigations) { $0.userContentController.add(messages, name: "told") }
        view.configuration.userContentController.addUserScript(
            WKUserScript(
                source: "onmessage = (event) => webkit.messageHandlers.told.postMessage(event.data)",
                injectionTime: .atDocumentStart, forMainFrameOnly: true))
        view.load(data, mimeType: "application/x-webarchive", characterEncodingName: "", baseURL: URL("about:blank"))
        await navigations.over()
        #expect(view.url?.absoluteString == address + "/page")
        #expect(try await view.call(self.facts) as? [String] == facts)
        await messages.wait(for: 1)
        #expect(messages.bodies == ["frame"])
        // A link to one of the documents leads to the server, which is gone.
        try await view.evaluateJavaScript("link.click()")
        await navigations.over()
        #expect(navigations.error?.code == NSURLErrorCannotConnectToHost)
    }

    @Test func `an archive in a file is shown, and the next page asks its server`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "page.webarchive")
        try await LocalServer.with({ Self.answer($0) }) { server in
            let view = makeView(Pages(), navigations)
            await view.open(server.origin + "/page", navigations)
            try await archive(of: view).write(to: file)
            let another = makeView(Pages(), navigations)
            let asked = server.received.count
            another.loadFileURL(file, allowingReadAccessTo: file)
            await navigations.over()
            #expect(try await another.evaluateJavaScript("getComputedStyle(text).color") as? String == "rgb(1, 2, 3)")
            #expect(server.received.count == asked)
            await another.open(server.origin + "/page", navigations)
            #expect(server.received.count == 2 * asked)
        }
    }
}
