import TestSupport
import Testing

@testable import ViewTestSupport
@testable import WebKit

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SchemeTaskTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<title>Home</title><p>page" }

    func openView() async -> WKWebView {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        return view
    }

    enum Call: String, CaseIterable, Sendable {
        case response, data, finish, failure

        @MainActor
        func make(on task: any WKURLSchemeTask) {
            switch self {
            case .response: task.respond(type: "text/plain")
            case .data: task.didReceive(Data("data".utf8))
            case .finish: task.didFinish()
            case .failure: task.didFailWithError(URLError(.unknown))
            }
        }
    }

    /// The calls, how many of the last ones are misuse, and the text the page gets; nil for a network error.
    struct Row: CustomTestStringConvertible, Sendable {
        let calls: [Call]
        let misuse: [Bool]
        let text: String?
        var testDescription: String { calls.map(\.rawValue).joined(separator: ", ") }
    }

    nonisolated static let rows = [
        Row(calls: [.response, .data, .finish], misuse: [false, false, false], text: "data"),
        Row(calls: [.response, .finish], misuse: [false, false], text: ""),
        Row(
            calls: [.response, .response, .data, .data, .finish], misuse: .init(repeating: false, count: 5),
            text: "datadata"),
        Row(
            calls: [.data, .finish, .response, .data, .finish], misuse: [true, true, false, false, false], text: "data"),
        Row(calls: [.response, .data, .response, .finish], misuse: [false, false, true, false], text: "data"),
        Row(calls: [.failure], misuse: [false], text: nil),
        Row(
            calls: [.failure, .failure, .response, .data, .finish], misuse: [false, true, true, true, true], text: nil),
        Row(calls: [.response, .failure], misuse: [false, false], text: nil),
        Row(
            calls: [.response, .data, .finish, .finish, .data, .response, .failure],
            misuse: [false, false, false, true, true, true, true], text: "data"),
    ]

    @Test(arguments: rows)
    func `calls on a task out of order raise exceptions, and the page gets the others`(_ row: Row) async throws {
        var misuse: [Bool] = []
        pages.on("/task") { task in
            for call in row.calls { misuse.append(!WKException.recording { call.make(on: task) }.isEmpty) }
        }
        let view = await openView()
        let text = try await view.call(
            "try { return await (await fetch('/task')).text() } catch (error) { return error.name }")
        #expect(misuse == row.misuse)
        #expect(text as? String == row.text ?? "TypeError")
    }

    @Test func `every call on a task that was stopped raises an exception`() async throws {
        var stalled: (any WKURLSchemeTask)?
        pages.on("/stall") {
            $0.respond(type: "text/plain")
            $0.didReceive(Data("x".utf8))
            stalled = $0
        }
        let view = await openView()
        try await view.call(
            "const c = new AbortController(); const r = await fetch('/stall', {signal: c.signal}); await r.body.getReader().read(); c.abort()"
        )
        await pages.firstStop()
        let task = try #require(stalled)
        for call in Call.allCases {
            let misuse = WKException.recording { call.make(on: task) }
            #expect(misuse.map(\.reason) == ["This task has already been stopped"], "\(call)")
        }
        #expect(pages.stopped == ["/stall"])
    }

    @Test func `a task without an answer is stopped when its page is replaced`() async throws {
        pages.on("/never") { _ in }
        pages["/next"] = "<title>Next</title>"
        let view = await openView()
        try await view.evaluateJavaScript("fetch('/never').catch(() => {}); 0")
        try await view.call("await (await fetch('/next')).text()")
        #expect(pages.started.contains("/never"))
        await view.open("app://host/next", navigations)
        await pages.firstStop()
        #expect(pages.stopped == ["/never"])
    }

    @Test func `a task is stopped when the web process ends`() async throws {
        pages.on("/never") { _ in }
        let view = await openView()
        try await view.evaluateJavaScript("fetch('/never').catch(() => {}); 0")
        try await view.call("await (await fetch('/')).text()")
        view.terminateWebProcess()
        await navigations.over()
        #expect(pages.stopped == ["/never"])
    }

    @Test func `a response that is sent from another thread reaches the page`() async throws {
        pages.on("/thread") { task in
            let sent = Unchecked(task)
            DispatchQueue.global().async {
                let task = sent.value
                guard let url = task.request.url else { return }
                task.didReceive(
                    URLResponse(url: url, mimeType: "text/plain", expectedContentLength: -1, textEncodingName: nil))
                for piece in ["a", "b", "c"] { task.didReceive(Data(piece.utf8)) }
                task.didFinish()
            }
        }
        let view = await openView()
        #expect(try await view.call("return await (await fetch('/thread')).text()") as? String == "abc")
    }

    @Test func `the last reference to a task can be dropped on another thread`() async throws {
        let dropped = AsyncStream<Void>.makeStream()
        do {
            var held: (any WKURLSchemeTask)?
            pages.on("/never") { held = $0 }
            let view = await openView()
            try await view.evaluateJavaScript("fetch('/never').catch(() => {}); 0")
            try await view.call("await (await fetch('/')).text()")
            let last = Unchecked(try #require(held))
            held = nil
            DispatchQueue.global().async {
                _ = last.value.request
                dropped.continuation.finish()
            }
        }
        for await _ in dropped.stream {}
    }

    @Test func `a synchronous request gets its text, or a network error`() async throws {
        pages.on("/sync") { $0.answer("\($0.request.httpMethod ?? "") text", type: "text/plain") }
        pages.on("/fail") { $0.didFailWithError(URLError(.unknown)) }
        let view = await openView()
        let script = """
            (() => {
                const request = new XMLHttpRequest();
                request.open("POST", PATH, false);
                try { request.send("body"); return request.responseText } catch (error) { return `${error}` }
            })()
            """
        let text = try await view.evaluateJavaScript(script.replacingOccurrences(of: "PATH", with: "'/sync'"))
        #expect(text as? String == "POST text")
        let error = try await view.evaluateJavaScript(script.replacingOccurrences(of: "PATH", with: "'/fail'"))
        #expect((error as? String)?.contains("NetworkError") == true)
    }

    @Test(arguments: [
        ("'foo=bar'", "foo=bar"), ("new Uint8Array([102, 0x6f, 111]).buffer", "foo"),
        ("new URLSearchParams({a: 'é'})", "a=%C3%A9"), ("new Uint8Array([1, 0x62, 3]).subarray(1, 2)", "b"),
    ])
    func `bodies of text, buffers and parameters reach the handler`(_ body: String, _ expected: String) async throws {
        var seen: [URLRequest] = []
        pages.on("/post") {
            seen.append($0.request)
            $0.answer("ok")
        }
        let view = await openView()
        try await view.call(
            """
            const request = new XMLHttpRequest();
            request.open("POST", "/post");
            await new Promise((resolve) => { request.onloadend = resolve; request.send(\(body)); });
            """)
        #expect(seen.count == 1)
        #expect(seen.first?.httpBody == Data(expected.utf8))
    }

    @Test func `a page's request of its own address keeps its method while a reload waits for its decision`()
        async throws
    {
        var methods: [String] = []
        pages.on("/") { task in
            methods.append(task.request.httpMethod ?? "")
            task.answer("<title>Home</title>")
        }
        let view = await openView()
        let (asked, decision) = (Gate(), Gate())
        navigations.decideAction = { _ in
            asked.open()
            return .allow
        }
        navigations.decisionGate = decision
        view.reload()
        await asked.pass()
        try await view.call("await (await fetch(location.href, { method: 'POST', body: 'a' })).text()")
        decision.open()
        await navigations.over()
        #expect(methods == ["GET", "POST", "GET"])
    }

    @Test func `an address keeps its percent escapes and gets those that it lacks`() async throws {
        var asked: [String] = []
        pages.on("/list") { task in
            asked.append(task.request.url?.absoluteString ?? "")
            task.answer("")
        }
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        try await view.call("await fetch('/list?tag[0]=a%20b|c&d=^%5B'); await fetch('/list?a=%41')")
        #expect(asked == ["app://host/list?tag%5B0%5D=a%20b%7Cc&d=%5E%5B", "app://host/list?a=%41"])
        #expect(URL(address: "http://[::1]:80/?a[0]=%20")?.absoluteString == "http://[::1]:80/?a%5B0%5D=%20")
    }

    @Test func `a fetch of another host of the scheme needs CORS headers`() async throws {
        pages.on("/plain") {
            if let url = $0.request.url {
                $0.didReceive(
                    URLResponse(url: url, mimeType: "text/plain", expectedContentLength: 2, textEncodingName: nil))
            }
            $0.didReceive(Data("no".utf8))
            $0.didFinish()
        }
        pages.on("/open") {
            $0.respond(type: "text/plain", headers: ["Access-Control-Allow-Origin": "*"])
            $0.didReceive(Data("yes".utf8))
            $0.didFinish()
        }
        let view = await openView()
        let script = "try { return await (await fetch(address)).text() } catch (error) { return error.name }"
        #expect(try await view.call(script, ["address": "app://other/plain"]) as? String == "TypeError")
        #expect(try await view.call(script, ["address": "app://other/open"]) as? String == "yes")
        #expect(try await view.call(script, ["address": "app://host/plain"]) as? String == "no")
    }

    @Test func `a page of an application's scheme has an origin with its port, in a secure context`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host:1234/", navigations)
        #expect(try await view.evaluateJavaScript("origin") as? String == "app://host:1234")
        #expect(try await view.evaluateJavaScript("isSecureContext") as? Bool == true)
        #expect(try await view.evaluateJavaScript("new URL('app://x:9/y').origin") as? String == "app://x:9")
    }

    @Test func `a page finishes when its images fail`() async throws {
        pages["/images"] = "<title>Images</title><img src=/bad><img src=/missing>"
        pages.on("/bad") { $0.didFailWithError(URLError(.unknown)) }
        let view = makeView(pages, navigations)
        await view.open("app://host/images", navigations)
        #expect(navigations.log.last == "finish")
        #expect(view.title == "Images")
        #expect(pages.started == ["/images", "/bad", "/missing"])
        #expect(pages.stopped.isEmpty)
    }

    @Test func `a view keeps its scheme handler until the view is released`() async throws {
        weak var handler: Pages?
        var view: WKWebView?
        do {
            let pages = Pages()
            pages["/"] = "<title>Held</title>"
            handler = pages
            view = makeView(pages, navigations)
        }
        #expect(handler != nil)
        await view?.open("app://host/", navigations)
        #expect(view?.title == "Held")
        view = nil
        #expect(handler == nil)
    }
}

/// A value that a test hands to another thread by itself.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
