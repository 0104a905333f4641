import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Web archives of pages.
@MainActor @Suite(.hangLimit(minutes: 1))
struct WebArchiveTests {
    let navigations = Navigations()

    func archive(of view: WKWebView) async throws -> [String: Any] {
        let data = try await withCheckedThrowingContinuation { continuation in
            view.createWebArchiveData { continuation.resume(with: $0) }
        }
        #expect(data.prefix(8) == Data("bplist00".utf8))
        return try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    }

    @Test func `an archive has the document as it is now, its frames in order, and the resources that it has loaded`()
        async throws
    {
        let pages = Pages()
        pages["/"] = """
            <!DOCTYPE html><title>Archived</title><link rel=stylesheet href=style.css><script src=script.js></script>
            <p id=text>before</p><iframe name=first src=first.html></iframe><iframe srcdoc="<p>second</p>"></iframe>
            """
        pages["/first.html"] = "<p>first</p><img src=picture.svg>"
        pages.on("/style.css") { $0.answer("p { color: red }", type: "text/css") }
        pages.on("/script.js") { $0.answer("var ran = true", type: "text/javascript") }
        pages.on("/picture.svg") { $0.answer("<svg xmlns='http://www.w3.org/2000/svg'/>", type: "image/svg+xml") }
        pages.on("/data.json") { $0.answer("{}", type: "application/json") }
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        try await view.call("text.textContent = 'after'; await (await fetch('data.json')).text()")
        let asked = pages.started.count
        let archive = try await archive(of: view)
        #expect(pages.started.count == asked)
        let main = try #require(archive["WebMainResource"] as? [String: Any])
        #expect(main["WebResourceURL"] as? String == "app://host/")
        #expect(main["WebResourceMIMEType"] as? String == "text/html")
        #expect(main["WebResourceTextEncodingName"] as? String == "UTF-8")
        #expect(main["WebResourceFrameName"] as? String == "")
        let html = String(decoding: try #require(main["WebResourceData"] as? Data), as: UTF8.self)
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("<p id=\"text\">after</p>"))
        let resources = try #require(archive["WebSubresources"] as? [[String: Any]])
        let contents = resources.map { resource in
            let text = String(decoding: resource["WebResourceData"] as? Data ?? Data(), as: UTF8.self)
            return "\(resource["WebResourceURL"] ?? "") \(resource["WebResourceMIMEType"] ?? "") \(text)"
        }
        #expect(
            Set(contents) == [
                "app://host/style.css text/css p { color: red }",
                "app://host/script.js text/javascript var ran = true",
            ])
        let frames = try #require(archive["WebSubframeArchives"] as? [[String: Any]])
        let mains = frames.compactMap { $0["WebMainResource"] as? [String: Any] }
        #expect(mains.map { $0["WebResourceFrameName"] as? String } == ["first", ""])
        #expect(mains.map { $0["WebResourceURL"] as? String } == ["app://host/first.html", "about:srcdoc"])
        let pictures = frames.first?["WebSubresources"] as? [[String: Any]]
        #expect(pictures?.first?["WebResourceURL"] as? String == "app://host/picture.svg")
    }

    @Test func `an archive of a page from a server has the bytes that the server sent`() async throws {
        let picture = "<svg xmlns='http://www.w3.org/2000/svg'/>"
        let answers: @Sendable (LocalServer.Received) async throws -> LocalServer.Answer = { request in
            request.path == "/a.svg"
                ? .init(headers: ["Content-Type": "image/svg+xml"], body: picture) : .init(body: "<img src=a.svg>")
        }
        try await LocalServer.with(answers) { server in
            let view = makeView(Pages(), navigations)
            await view.open(server.origin + "/", navigations)
            let resources = try await archive(of: view)["WebSubresources"] as? [[String: Any]]
            #expect(resources?.first?["WebResourceData"] as? Data == Data(picture.utf8))
            #expect(server.received.count { $0.path == "/a.svg" } == 1)
        }
    }

    @Test func `an archive cannot be made after the web process has ended`() async throws {
        let pages = Pages()
        pages["/"] = "<p>page</p>"
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        view.terminateWebProcess()
        await navigations.over()
        await #expect(throws: WKError.self) { _ = try await archive(of: view) }
    }
}
