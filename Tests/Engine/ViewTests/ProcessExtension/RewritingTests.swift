import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// http(s) addresses of permitted hosts that the bridge's pages ask for, and what a page can see of the extension.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct RewritingTests {
    let pages = MarkedPages()
    let navigations = Navigations()

    @Test func `requests for permitted http hosts go to sw`() async throws {
        pages["/"] = """
            <img src="http://app.example/a.png?x=1"><script src="https://cdn.example:8443/b.js"></script>
            <img src="http://APP.example:99/c.png"><iframe src="https://app.example/frame#part"></iframe>
            """
        pages["/b.js"] = "window.hasScript = true"
        pages["/frame"] = "<title>Frame</title>"
        let view = try makeMarkedView(pages, hosts: ["app.example", "CDN.example:8443"])
        await view.open("sw://app.example/", navigations)
        for address in [
            "sw://app.example/a.png?x=1", "sw://cdn.example:8443/b.js", "sw://app.example:99/c.png",
            "sw://app.example/frame",
        ] {
            #expect(pages.request(address) != nil, "\(address)")
        }
        #expect(try await view.evaluateJavaScript("hasScript") as? Bool == true)
        #expect(
            try await view.evaluateJavaScript("frames[0].location.href") as? String == "sw://app.example/frame#part")
        let text = try await view.call("return await (await fetch('http://app.example/b.js')).text()")
        #expect(text as? String == "window.hasScript = true")
    }

    @Test func `requests for other hosts or ports are not rewritten`() async throws {
        pages["/"] = "<title>Home</title>"
        let view = try makeMarkedView(pages, hosts: ["app.example:8080"])
        await view.open("sw://app.example/", navigations)
        try await view.call(
            """
            await Promise.all(["http://app.example:1/a", "http://sub.app.example:1/b", "http://127.0.0.1:1/c"].map(
                (url) => fetch(url).catch(() => {})));
            """)
        #expect(pages.requests.map(\.url) == ["sw://app.example/"])
    }

    @Test func `the list of rewritten hosts can change while a page is open`() async throws {
        pages["/"] = "<title>Home</title>"
        pages["/data"] = "data"
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        view.configuration.websiteDataStore.rewrittenHosts = ["app.example"]
        let text = try await view.call("return await (await fetch('https://app.example/data')).text()")
        #expect(text as? String == "data")
    }

    @Test func `a page sees no mark in its URLs, entries or errors`() async throws {
        pages["/"] = """
            <h1 id=part>Part</h1><style>:target { color: rgb(1, 2, 3) }</style><img id=image src=a.svg>
            <iframe src=frame#sub></iframe><script type=module src=module.js></script>
            <script>addEventListener("error", (event) => { window.file = event.filename })</script>
            <script src=error.js></script>
            """
        pages["/a.svg"] = "<svg xmlns='http://www.w3.org/2000/svg'/>"
        pages["/frame"] = "<p id=sub>Sub"
        pages["/module.js"] = "window.module = import.meta.url"
        pages["/error.js"] = "throw new Error()"
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/#part", navigations)
        let base = "sw://app.example/"
        let expectations = [
            "location.href": base + "#part", "document.URL": base + "#part", "location.hash": "#part",
            "getComputedStyle(part).color": "rgb(1, 2, 3)", "image.currentSrc": base + "a.svg",
            "frames[0].location.href": base + "frame#sub", "frames[0].document.querySelector(':target').id": "sub",
            "module": base + "module.js", "file": base + "error.js",
            "performance.getEntriesByType('navigation')[0].name": base + "#part",
        ]
        for (expression, value) in expectations {
            #expect(try await view.evaluateJavaScript(expression) as? String == value, "\(expression)")
        }
        let response = try await view.call("return (await fetch('/a.svg')).url")
        #expect(response as? String == base + "a.svg")
        #expect(view.url?.absoluteString == base + "#part")
        #expect(pages.requests.allSatisfy { !$0.url.contains("___") })
    }

    @Test func `other request headers stay as they are`() async throws {
        pages["/"] = "<title>Home</title>"
        let view = try makeMarkedView(pages)
        await view.open("sw://app.example/", navigations)
        try await view.call(
            "await fetch('/data', {method: 'POST', body: '{}', headers: {'X-Name': 'Zoë', 'Content-Type': 'text/x'}})")
        let headers = try #require(pages.request("sw://app.example/data")?.headers)
        #expect(headers["X-Name"] == "Zoë")
        #expect(headers["Content-Type"] == "text/x")
    }
}
