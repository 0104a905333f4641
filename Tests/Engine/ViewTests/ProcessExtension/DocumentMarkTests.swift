import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Which document asks for what, as the web-process extension tells it.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct DocumentMarkTests {
    let pages = MarkedPages()
    let navigations = Navigations()
    nonisolated static let id = "window.___swwebviewDocument"

    func id(in view: WKWebView, of window: String = "window") async throws -> String {
        try #require(try await view.evaluateJavaScript("\(window).___swwebviewDocument") as? String)
    }

    /// The mark of a request of an element.
    func mark(_ document: String, _ destination: String, from page: String = "/") -> [String: String] {
        ["document": document, "destination": destination, "referrer": "sw://app.example\(page)"]
    }

    @Test func `a document has an id that is not enumerable and that scripts can delete`() async throws {
        pages["/"] = "<title>Home</title>"
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        let id = try await self.id(in: view)
        #expect(id.count == 32 && id.allSatisfy(\.isHexDigit))
        #expect(
            try await view.evaluateJavaScript("Object.keys(window).includes('___swwebviewDocument')") as? Bool == false)
        #expect(try await view.evaluateJavaScript("delete \(Self.id) && \(Self.id) === undefined") as? Bool == true)
        await view.open("sw://app.example/", navigations)
        #expect(try await view.evaluateJavaScript(Self.id) as? String != id)
    }

    @Test func `the id is there before user scripts run`() async throws {
        pages["/"] = "<title>Home</title>"
        let view = try makeMarkedView(pages) {
            $0.userContentController.addUserScript(
                WKUserScript(
                    source: "window.early = \(Self.id)", injectionTime: .atDocumentStart, forMainFrameOnly: false))
        }
        await view.open("sw://app.example/", navigations)
        #expect(try await view.evaluateJavaScript("typeof early") as? String == "string")
    }

    @Test func `a page of another scheme has no document id`() async throws {
        let view = try makeMarkedView(pages) { $0.setURLSchemeHandler(Pages(), forURLScheme: "app") }
        await view.open("app://host/", navigations)
        #expect(try await view.evaluateJavaScript("typeof \(Self.id)") as? String == "undefined")
    }

    @Test func `requests of one frame are marked with its document and their destination`() async throws {
        pages["/"] = """
            <link rel=stylesheet href=a.css><script src=b.js></script><script type=module src=c.js></script>
            <img src=d.png><link rel=preload as=font href=e.woff2 crossorigin><video src=f></video>
            """
        pages["/c.js"] = "import './g.js'"
        pages["/g.js"] = ""
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        let id = try await self.id(in: view)
        #expect(pages.request("sw://app.example/")?.mark == ["destination": "document"])
        let destinations = [
            "a.css": "style", "b.js": "script", "c.js": "script", "d.png": "image", "e.woff2": "font", "g.js": "script",
        ]
        for (file, destination) in destinations {
            #expect(pages.request("sw://app.example/\(file)")?.mark == mark(id, destination), "\(file)")
        }
    }

    @Test func `requests of frames for files of the same name are marked with the right documents`() async throws {
        pages["/"] = "<iframe src=/one/frame></iframe><iframe src=/two/frame></iframe><img src=top.png>"
        for folder in ["/one/", "/two/"] {
            pages[folder + "frame"] = "<script src=app.js></script><link rel=stylesheet href=app.css><img src=app.png>"
            pages[folder + "app.js"] = ""
            pages[folder + "app.css"] = "body { color: red }"
        }
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        let top = try await id(in: view)
        for (index, folder) in ["one", "two"].enumerated() {
            #expect(
                pages.request("sw://app.example/\(folder)/frame")?.mark
                    == mark(top, "iframe").merging(["origin": "sw://app.example"]) { $1 })
            let id = try await self.id(in: view, of: "frames[\(index)]")
            for (file, destination) in ["app.js": "script", "app.css": "style", "app.png": "image"] {
                let request = pages.request("sw://app.example/\(folder)/\(file)")
                #expect(request?.mark == mark(id, destination, from: "/\(folder)/frame"), "\(folder)/\(file)")
            }
        }
        #expect(pages.request("sw://app.example/top.png")?.mark["document"] == top)
    }

    @Test func `requests of frames for the same address are marked with the right documents`() async throws {
        pages["/"] = "<title>Top</title>"
        pages["/frame"] = "<img src=/shared.png>"
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        let ids = try await view.call(
            """
            const ids = [];
            for (const name of ["a", "b"]) {
                const frame = document.createElement("iframe");
                frame.src = `/frame?${name}`;
                await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
                ids.push(frame.contentWindow.___swwebviewDocument);
            }
            return ids;
            """)
        #expect(
            pages.requests(for: "sw://app.example/shared.png").compactMap { $0.mark["document"] } == ids as? [String])
    }

    @Test func `a srcdoc frame is marked, and a sandboxed one as elsewhere`() async throws {
        pages["/"] = """
            <iframe srcdoc="<img src=/inner.png>"></iframe><iframe sandbox srcdoc="<img src=/sandboxed.png>"></iframe>
            """
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        let id = try await self.id(in: view, of: "frames[0]")
        #expect(pages.request("sw://app.example/inner.png")?.mark == mark(id, "image"))
        // The bridge serves no document without an origin.
        #expect(pages.request("sw://app.example/sandboxed.png")?.mark == ["elsewhere": "1", "destination": "image"])
    }

    @Test func `requests for internal paths of any scheme are marked with the origin that asks`() async throws {
        pages["/"] = """
            <img src=/___x___/own.png><img src=/ordinary.png>
            <iframe sandbox=allow-scripts srcdoc="<img src=app://host/___x___/foreign.png>"></iframe>
            """
        let view = try makeMarkedView(pages) { $0.setURLSchemeHandler(pages, forURLScheme: "app") }
        await view.open("app://host/", navigations)
        #expect(pages.request("app://host/___x___/own.png")?.mark == ["destination": "image", "origin": "app://host"])
        // The engine can ask for the image before the frame has its element: the origin is then unknown.
        #expect(["null", nil].contains(pages.request("app://host/___x___/foreign.png")?.mark["origin"]))
        #expect(pages.request("app://host/ordinary.png")?.mark == [:])
        // The frame's script could have made this request as well.
        try await view.call("await fetch('/___x___/script', { headers: { 'X-SWWebView-Mark': 'origin=app://host' } })")
        #expect(pages.request("app://host/___x___/script")?.mark["origin"] == nil)
        try await view.call("document.querySelector('iframe').remove(); await fetch('/___x___/alone')")
        #expect(pages.request("app://host/___x___/alone")?.mark["origin"] == "app://host")
    }

    @Test func `a view without a bridge marks no request`() async throws {
        pages["/"] = "<img src=/___x___/own.png>"
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(pages, forURLScheme: "app")
        let view = WKWebView(frame: .zero, configuration: configuration)
        await view.open("app://host/", navigations)
        #expect(pages.request("app://host/___x___/own.png")?.mark == [:])
    }

    @Test func `a page from the back-forward cache keeps its id`() async throws {
        pages["/"] = "<script>onpageshow = (event) => { window.isBack = event.persisted }</script>"
        pages["/next"] = "<title>Next</title>"
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        let id = try await self.id(in: view)
        await view.open("sw://app.example/next", navigations)
        view.goBack()
        await navigations.over()
        try #require(try await view.evaluateJavaScript("isBack") as? Bool == true)
        try await view.call(
            "await new Promise((done) => { const i = new Image(); i.onerror = done; i.src = '/late.png' })")
        #expect(pages.request("sw://app.example/late.png")?.mark == mark(id, "image"))
    }

    @Test func `a mark written by the page is passed on as part of the URL and not believed`() async throws {
        pages["/"] = "<title>Home</title>"
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        try await view.call("await (await fetch('/data#___sw?document=1&destination=')).text()")
        #expect(pages.requests.last?.url == "sw://app.example/data#___sw?document=1&destination=")
        #expect(pages.requests.last?.mark == [:])
    }

    /// WebKit asks for fonts and background pictures while it lays the page out, when no script may run.
    @Test func `fonts and background images requested during layout are marked`() async throws {
        pages["/"] = """
            <style>@font-face { font-family: F; src: url(f.woff2) } body { font-family: F; background: url(g.png) }</style>
            <iframe srcdoc=one></iframe><p>text<script type=module>
                document.body.append(document.createElement("iframe"));
                await null;
                window.width = document.body.offsetWidth;
            </script>
            """
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        let id = try await self.id(in: view)
        #expect(navigations.terminations == 0)
        #expect(pages.request("sw://app.example/f.woff2")?.mark == mark(id, "font"))
        #expect(pages.request("sw://app.example/g.png")?.mark == mark(id, "image"))
    }
}
