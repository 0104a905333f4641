import SWWebView
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests of loads whose responses the application supplies.
@MainActor @Suite(.hangLimit(minutes: 2))
struct SimulatedLoadTests {
    let pages = Pages()
    let navigations = Navigations()
    let request = URLRequest(url: URL("https://app.example/page?x=1"))

    func makeView() -> WKWebView {
        pages["/one"] = "<title>one</title>"
        return ViewTestSupport.makeView(pages, navigations)
    }

    func response(_ status: Int, _ type: String) throws -> HTTPURLResponse {
        try #require(
            HTTPURLResponse(
                url: request.url ?? URL("https://app.example/"), statusCode: status, httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": type, "X-Mine": "yes"]))
    }

    @Test func `HTML is shown at the request's address, with the events of a load and an entry in the list`()
        async throws
    {
        let view = makeView()
        let navigation = view.loadSimulatedRequest(request, responseHTML: "<title>Grüße</title>")
        #expect(view.isLoading && view.url == request.url)
        #expect(navigations.log.isEmpty)
        await navigations.over()
        #expect(
            navigations.log == ["action main https://app.example/page?x=1", "start", "response 0", "commit", "finish"])
        #expect(navigations.navigations.count == 3 && navigations.navigations.allSatisfy { $0 === navigation })
        #expect(navigations.actions.first?.navigationType == .other)
        #expect(navigations.responses.first?.response.mimeType == "text/html")
        #expect(view.title == "Grüße" && !view.isLoading && view.url == request.url)
        let facts = try await view.evaluateJavaScript("[document.URL, origin, document.contentType].join()")
        #expect(facts as? String == "https://app.example/page?x=1,https://app.example,text/html")
        #expect(view.backForwardList.currentItem?.url == request.url)
    }

    @Test func `the delegate decides about the application's response`() async throws {
        let view = makeView()
        let response = try response(404, "application/json; charset=utf-8")
        view.loadSimulatedRequest(request, response: response, responseData: Data(#"{"a": "é"}"#.utf8))
        await navigations.over()
        #expect(navigations.log.dropFirst() == ["start", "response 404", "commit", "finish"])
        #expect(navigations.responses.first?.response === response)
        #expect(navigations.responses.first?.isForMainFrame == true)
        #expect(navigations.responses.first?.canShowMIMEType == true)
        let facts = try await view.evaluateJavaScript("document.contentType + document.body.textContent")
        #expect(facts as? String == #"application/json{"a": "é"}"#)
        #expect(view.url == request.url)
    }

    @Test(arguments: ["iso-8859-1", "utf-16le"])
    func `HTML is decoded with the response's encoding`(encoding: String) async throws {
        let view = makeView()
        let text = "<title>é</title>"
        let data = try #require(text.data(using: encoding == "utf-16le" ? .utf16LittleEndian : .isoLatin1))
        view.loadSimulatedRequest(
            request, response: try response(200, "text/html; charset=\(encoding)"), responseData: data)
        await navigations.over()
        #expect(view.title == "é")
    }

    @Test func `empty data and HTML with a null character load`() async throws {
        let view = makeView()
        for html in ["", "<title>a</title>\0<p>b"] {
            view.loadSimulatedRequest(request, responseHTML: html)
            await navigations.over()
            #expect(navigations.log.last == "finish")
            #expect(try await view.evaluateJavaScript("document.URL") as? String == request.url?.absoluteString)
        }
        #expect(view.title == "a")
    }

    @Test func `the page causes no request, and its subresources come from the server`() async throws {
        try await LocalServer.with(pages: ["/data": "real", "/page": "<title>Real</title>"]) { server in
            let view = makeView()
            let request = URLRequest(url: try #require(URL(string: server.origin + "/page")))
            view.loadSimulatedRequest(request, responseHTML: "<title>Simulated</title>")
            await navigations.over()
            #expect(server.received.isEmpty)
            #expect(try await view.call("return await (await fetch('/data')).text()") as? String == "real")
            #expect(server.received.map(\.path) == ["/data"])
            view.reload()
            await navigations.over()
            #expect(view.title == "Real")
            #expect(server.received.map(\.path) == ["/data", "/page"])
        }
    }

    @Test func `a simulated page has a list entry, and a step forward loads the page from its server`() async throws {
        pages["/two"] = "<title>two</title>"
        let view = makeView()
        await view.open("app://host/one", navigations)
        view.loadSimulatedRequest(URLRequest(url: URL("app://host/two")), responseHTML: "<title>Simulated</title>")
        await navigations.over()
        #expect(view.title == "Simulated" && view.canGoBack)
        #expect(view.backForwardList.backList.map(\.url) == [URL("app://host/one")])
        view.goBack()
        await navigations.over()
        #expect(view.title == "one")
        #expect(pages.started.allSatisfy { $0 == "/one" })
    }

    @Test func `an action that the delegate cancels shows no page and reports no failure`() async throws {
        let view = makeView()
        await view.open("app://host/one", navigations)
        let asked = Gate()
        navigations.decideAction = {
            guard $0.request.url?.host == "app.example" else { return .allow }
            asked.open()
            return .cancel
        }
        let before = navigations.log.count
        view.loadSimulatedRequest(request, responseHTML: "<title>Simulated</title>")
        await asked.pass()
        await view.open("app://host/one", navigations)
        #expect(
            navigations.log.dropFirst(before).filter { !$0.hasPrefix("action") } == [
                "start", "response 200", "commit", "finish",
            ])
        #expect(view.title == "one" && !view.isLoading)
    }

    @Test func `a response that the delegate cancels fails the load`() async throws {
        let view = makeView()
        await view.open("app://host/one", navigations)
        let response = try response(200, "application/x-none")
        view.loadSimulatedRequest(request, response: response, responseData: Data("?".utf8))
        await navigations.over()
        #expect(navigations.log.suffix(3) == ["start", "response 200", "failProvisional"])
        #expect(navigations.error?.domain == WebKitErrorDomain)
        #expect(navigations.error?.code == WebKitErrorFrameLoadInterruptedByPolicyChange)
        #expect(view.url?.absoluteString == "app://host/one" && view.title == "one" && !view.isLoading)
        await view.open("app://host/one", navigations)
        #expect(navigations.log.suffix(4) == ["start", "response 200", "commit", "finish"])
    }

    @Test func `a later load, simulated or not, replaces a simulated load`() async throws {
        let view = makeView()
        let first = view.loadSimulatedRequest(request, responseHTML: "<title>first</title>")
        let second = view.loadSimulatedRequest(request, responseHTML: "<title>second</title>")
        await navigations.over()
        #expect(view.title == "second")
        let third = view.loadSimulatedRequest(request, responseHTML: "<title>third</title>")
        await view.open("app://host/one", navigations)
        #expect(view.title == "one")
        #expect(!navigations.navigations.contains { $0 === first || $0 === third })
        #expect(navigations.navigations.contains { $0 === second })
    }

    @Test func `a simulated load replaces a load without a response`() async throws {
        let started = Gate()
        pages.on("/never") { _ in started.open() }
        let view = makeView()
        let slow = view.load(URLRequest(url: URL("app://host/never")))
        await started.pass()
        let simulated = view.loadSimulatedRequest(request, responseHTML: "<title>Simulated</title>")
        await navigations.over()
        #expect(navigations.error?.code == NSURLErrorCancelled)
        await navigations.over()
        #expect(view.title == "Simulated")
        #expect(navigations.navigations.first === slow && navigations.navigations.last === simulated)
        #expect(navigations.log.suffix(4) == ["start", "response 0", "commit", "finish"])
    }

    @Test func `a load that is stopped during the delegate's decision fails with cancelled`() async throws {
        let view = makeView()
        navigations.decideResponse = { _ in
            view.stopLoading()
            return .allow
        }
        view.loadSimulatedRequest(request, responseHTML: "<title>Simulated</title>")
        await navigations.over()
        #expect(navigations.log.suffix(3) == ["start", "response 0", "failProvisional"])
        #expect(navigations.error?.code == NSURLErrorCancelled)
        #expect(!view.isLoading)
    }

    @Test func `a request without an address shows no page`() async throws {
        let view = makeView()
        var request = request
        request.url = nil
        view.loadSimulatedRequest(request, responseHTML: "<title>Simulated</title>")
        #expect(!view.isLoading)
        await view.open("app://host/one", navigations)
        #expect(navigations.log.first == "action main app://host/one")
    }

    @Test func `a permitted address is simulated under the bridge's scheme`() async throws {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = SWWebView(frame: .zero, configuration: configuration)
        view.serviceWorkerPermittedDomains = ["app.example"]
        view.navigationDelegate = navigations
        view.loadSimulatedRequest(request, responseHTML: "<title>Bridged</title>")
        await navigations.over()
        #expect(view.title == "Bridged")
        #expect(view.url == request.url)
        #expect(navigations.askedFor == ["https://app.example/page?x=1"])
        #expect(try await view.evaluateJavaScript("location.href") as? String == "sw://app.example/page?x=1")
    }
}
