import FoundationNetworking
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Requests to and from the pages of an application's scheme.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SchemeRequestTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<title>Home</title><p>page" }

    func openView(_ address: String = "app://host/") async -> WKWebView {
        let view = makeView(pages, navigations)
        await view.open(address, navigations)
        return view
    }

    /// Returns the text of a response, or the name of the error.
    static let fetching =
        "try { return await (await fetch(address, options)).text() } catch (error) { return error.name }"

    func fetch(_ address: String, _ options: [String: Any] = [:], in view: WKWebView) async throws -> String? {
        try await view.call(Self.fetching, ["address": address, "options": options]) as? String
    }

    @Test func `an address without slashes is loaded by its scheme's handler`() async {
        var asked: [String] = []
        pages.on("path") { task in
            asked.append(task.request.url?.absoluteString ?? "")
            task.answer("<title>Path</title>")
        }
        pages.on("") { task in
            asked.append(task.request.url?.absoluteString ?? "")
            task.answer("<title>Path</title>")
        }
        let view = await openView("app:path")
        #expect(asked == ["app:path"])
        #expect(view.title == "Path")
    }

    @Test func `a page with an https address loads a script and an image of an application's scheme`() async throws {
        pages.on("/script.js") { $0.answer("var ran = true", type: "text/javascript") }
        pages.on("/image.svg") {
            $0.answer("<svg xmlns='http://www.w3.org/2000/svg' width='3' height='3'/>", type: "image/svg+xml")
        }
        let view = makeView(pages, navigations)
        view.loadHTMLString(
            "<script src=app://host/script.js></script><img src=app://host/image.svg>",
            baseURL: URL("https://page.example/"))
        await navigations.over()
        #expect(try await view.evaluateJavaScript("ran && document.images[0].naturalWidth") as? Int == 3)
        #expect(pages.started.sorted() == ["/image.svg", "/script.js"])
    }

    @Test func `a task of a synchronous request is stopped when its view is released`() async {
        let asked = Gate()
        pages.on("/never") { _ in asked.open() }
        do {
            let view = await openView()
            view.evaluateJavaScript(
                "const request = new XMLHttpRequest(); request.open('GET', '/never', false); request.send()",
                completionHandler: nil)
            await asked.pass()
        }
        await pages.firstStop()
        #expect(pages.stopped == ["/never"])
    }

    @Test func `the body of a document is its serialisation, and that of a form its parts`() async throws {
        var bodies: [String] = []
        var types: [String] = []
        pages.on("/post") { task in
            bodies.append(String(decoding: task.request.httpBody ?? Data(), as: UTF8.self))
            types.append(task.request.value(forHTTPHeaderField: "Content-Type") ?? "")
            task.answer("ok")
        }
        let view = await openView()
        try await view.call(
            """
            const send = (body) => new Promise((resolve) => {
                const request = new XMLHttpRequest();
                request.open("POST", "/post");
                request.onloadend = resolve;
                request.send(body);
            });
            await send(new DOMParser().parseFromString("<a><b/></a>", "application/xml"));
            const form = new FormData();
            form.append("name", "value");
            await send(form);
            """)
        #expect(bodies.count == 2)
        #expect(bodies.first?.hasSuffix("<a><b/></a>") == true)
        let boundary = try #require(types.last?.components(separatedBy: "boundary=").last)
        #expect(bodies.last?.hasPrefix("--\(boundary)\r\nContent-Disposition: form-data; name=\"name\"") == true)
        #expect(bodies.last?.contains("\r\n\r\nvalue\r\n") == true)
    }

    @Test func `a module is preloaded and imported with the origin of its page`() async throws {
        var origins: [String: String] = [:]
        for path in ["/preloaded.js", "/imported.js"] {
            pages.on(path) { task in
                origins[path] = task.request.value(forHTTPHeaderField: "Origin")
                task.respond(type: "text/javascript", headers: ["Access-Control-Allow-Origin": "*"])
                task.didReceive(Data("export default 1".utf8))
                task.didFinish()
            }
        }
        pages["/modules"] = """
            <link rel=modulepreload href=app://other/preloaded.js>
            <script type=module>import one from "app://other/imported.js"; window.imported = one;</script>
            """
        let view = await openView("app://host/modules")
        #expect(try await view.evaluateJavaScript("imported") as? Int == 1)
        #expect(origins == ["/preloaded.js": "app://host", "/imported.js": "app://host"])
    }

    @Test func `frames of four hosts within one another load`() async throws {
        for (index, next) in [(1, 2), (2, 3), (3, 4)] {
            pages["/\(index)"] = "<iframe src=app://host\(next)/\(next)></iframe>"
        }
        pages["/4"] = "<p>innermost</p>"
        let view = await openView("app://host1/1")
        #expect(pages.started == ["/1", "/2", "/3", "/4"])
        #expect(try await view.evaluateJavaScript("frames[0].frames[0].frames.length") as? Int == 1)
    }

    @Test func `an image of another host taints a canvas`() async throws {
        pages.on("/image.svg") {
            $0.answer("<svg xmlns='http://www.w3.org/2000/svg' width='3' height='3'/>", type: "image/svg+xml")
        }
        let view = await openView()
        let script = """
            const image = new Image();
            image.src = address;
            await image.decode();
            const canvas = document.createElement("canvas");
            canvas.getContext("2d").drawImage(image, 0, 0);
            try { canvas.toDataURL(); return "clean" } catch (error) { return error.name }
            """
        #expect(try await view.call(script, ["address": "app://host/image.svg"]) as? String == "clean")
        #expect(try await view.call(script, ["address": "app://other/image.svg"]) as? String == "SecurityError")
    }

    @Test func `a page whose response has no type is not shown, and its task is stopped once`() async {
        pages.on("/typeless") { task in
            guard let url = task.request.url else { return }
            task.didReceive(URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil))
            task.didReceive(Data("<title>Typeless</title>".utf8))
        }
        let view = await openView()
        view.navigationDelegate = nil
        view.load(URLRequest(url: URL("app://host/typeless")))
        await pages.firstStop()
        #expect(pages.stopped == ["/typeless"])
        #expect(view.title == "Home")
    }

    // MARK: Servers

    func withServer(_ headers: [String: String], _ body: @MainActor (LocalServer, WKWebView) async throws -> Void)
        async throws
    {
        let view = await openView()
        let fields = headers.merging(["Content-Type": "text/javascript"]) { given, _ in given }
        try await LocalServer.with({ _ in .init(headers: fields, body: "self.ran = true") }) { server in
            try await body(server, view)
        }
    }

    @Test func `a server is read only with a header that allows it, and with credentials only by name`() async throws {
        try await withServer([:]) { server, view in
            let text = try await fetch(server.origin, in: view)
            #expect(text == "TypeError")
        }
        try await withServer(["Access-Control-Allow-Origin": "*"]) { server, view in
            let text = try await fetch(server.origin, in: view)
            #expect(text == "self.ran = true")
            let withCredentials = try await fetch(server.origin, ["credentials": "include"], in: view)
            #expect(withCredentials == "TypeError")
        }
        let named = ["Access-Control-Allow-Origin": "app://host", "Access-Control-Allow-Credentials": "true"]
        try await withServer(named) { server, view in
            let text = try await fetch(server.origin, ["credentials": "include"], in: view)
            #expect(text == "self.ran = true")
        }
    }

    @Test func `a script with the crossorigin attribute needs a header of its server`() async throws {
        let script = """
            const element = document.createElement("script");
            element.crossOrigin = "anonymous";
            element.src = address;
            const outcome = new Promise((resolve) => (element.onload = element.onerror = ({ type }) => resolve(type)));
            document.head.append(element);
            return await outcome;
            """
        for (headers, expected) in [([:], "error"), (["Access-Control-Allow-Origin": "*"], "load")] {
            try await withServer(headers) { server, view in
                let text = try await view.call(script, ["address": server.origin + "/a.js"]) as? String
                #expect(text == expected)
            }
        }
    }

    @Test func `an answer with a resource policy of the same origin is refused`() async throws {
        try await withServer(["Cross-Origin-Resource-Policy": "same-origin"]) { server, view in
            let text = try await fetch(server.origin, ["mode": "no-cors"], in: view)
            #expect(text == "TypeError")
        }
        try await withServer([:]) { server, view in
            let text = try await fetch(server.origin, ["mode": "no-cors"], in: view)
            #expect(text == "")
        }
    }
}
