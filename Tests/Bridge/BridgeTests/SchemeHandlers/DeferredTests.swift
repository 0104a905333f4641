import SchemeHandlers
import TestSupport
import Testing
import WebKit
import WebViewTesting

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct DeferredTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<p>page" }

    private func openView(_ work: @escaping DeferredSchemeHandler.Work) async -> WKWebView {
        let view = makeView(pages, navigations) {
            $0.setURLSchemeHandler(DeferredSchemeHandler(work: work), forURLScheme: "work")
        }
        // Documents that are loaded from now on have `fetchDeferred`.
        view.dispatchEvent("hello")
        await view.open("app://host/", navigations)
        return view
    }

    @Test func `progress is reported in order before the result`() async throws {
        let view = await openView { request, progress in
            for percent in [10, 50] { try progress.report(["percent": percent]) }
            return ["method": request.httpMethod ?? "", "url": request.url?.absoluteString ?? ""]
        }
        let outcome =
            try await view.call(
                """
                const seen = [], events = [];
                addEventListener('deferred', ({ detail }) => events.push(detail.state));
                const result = await fetchDeferred('work://all?x=1', { method: 'POST', onprogress: ({ percent }) => seen.push(percent) });
                return JSON.stringify([result.method, result.url, seen, events]);
                """) as? String
        #expect(outcome == #"["POST","work://all?x=1",[10,50],["progress","progress","result"]]"#)
    }

    @Test func `requests are answered with 202 while their work and other work is under way`() async throws {
        let gate = Gate()
        let view = await openView { request, _ in
            if request.url?.host == "x" { await gate.pass() }
            return "done"
        }
        let statuses = try await view.call(
            """
            window.later = fetchDeferred('work://x');
            return [(await fetch('work://x')).status, (await fetch('work://y')).status];
            """)
        #expect(statuses as? [Int] == [202, 202])
        gate.open()
        #expect(try await view.call("return await later") as? String == "done")
    }

    @Test func `an error of the work rejects the promise with its name, message and status`() async throws {
        struct Odd: Error {}
        let view = await openView { request, _ in
            if request.url?.host == "known" { throw DeferredError(name: "QuotaError", message: "Full", status: 507) }
            throw Odd()
        }
        let known = try await view.call(
            "try { await fetchDeferred('work://known') } catch (e) { return `${e instanceof Error} ${e.name} ${e.message} ${e.status}` }"
        )
        #expect(known as? String == "true QuotaError Full 507")
        let odd = try await view.call("try { await fetchDeferred('work://odd') } catch (e) { return e.name }")
        #expect(odd as? String == "Odd")
    }

    @Test func `an abort rejects the promise and cancels the work`() async throws {
        let (stream, ends) = AsyncStream<String>.makeStream()
        let view = await openView { request, _ in
            await withTaskCancellationHandler {
                await Gate().pass()
            } onCancel: {
                ends.yield(request.url?.host ?? "")
            }
            return ""
        }
        let error = try await view.call(
            """
            const controller = new AbortController();
            const promise = fetchDeferred('work://aborted', { signal: controller.signal });
            await fetch('work://other');
            controller.abort();
            try { await promise } catch (error) { return error.name }
            """)
        #expect(error as? String == "AbortError")
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == "aborted")
    }

    @Test func `a view that is released cancels its work`() async throws {
        let (stream, ends) = AsyncStream<String>.makeStream()
        var view: WKWebView? = await openView { _, _ in
            await withTaskCancellationHandler {
                await Gate().pass()
            } onCancel: {
                ends.yield("cancelled")
            }
            return ""
        }
        _ = try await view?.call("await fetch('work://x')")
        view = nil
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == "cancelled")
    }

    @Test func `a frame of another origin hears nothing of the work of its page`() async throws {
        pages["/outer"] = """
            <script>window.told = []; addEventListener('message', ({ data }) => told.push(data));</script>
            <iframe src="app://elsewhere/inner"></iframe>
            """
        pages["/inner"] = """
            <script>
                addEventListener('deferred', () => parent.postMessage('overheard', '*'));
                addEventListener('end', () => parent.postMessage('end', '*'));
            </script>
            """
        let view = await openView { _, _ in 1 }
        await view.open("app://host/outer", navigations)
        _ = try await view.call("return await fetchDeferred('work://x')")
        view.dispatchEvent("end")
        let told = try await view.call(
            "while (told.at(-1) !== 'end') await new Promise((resolve) => addEventListener('message', resolve, { once: true })); return told"
        )
        #expect(told as? [String] == ["end"])
    }

    /// Makes a request in each way, and posts the results.
    private static let asking = """
        <script>
        const read = (method) => {
            const request = new XMLHttpRequest();
            request.open(method, "work://all", false);
            try { request.send(); } catch {}
            return `${request.status}`;
        };
        const fetched = fetch("work://all", { method: "PUT" }).then(({ status }) => `${status}`, () => "refused");
        fetched.then((text) => parent.postMessage([read("GET"), read("POST"), text], "*"));
        </script>
        """

    private func answers(at address: String, in element: String, _ origins: PageOrigins) async throws -> ([String], Int)
    {
        var begun = 0
        let handler = DeferredSchemeHandler(origins: origins) { _, _ in
            begun += 1
            return 1
        }
        let view = makeView(pages, navigations) { $0.setURLSchemeHandler(handler, forURLScheme: "work") }
        await view.open(address, navigations)
        let answers = try await view.call(
            """
            const said = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
            document.body.insertAdjacentHTML("beforeend", element);
            return await said;
            """, ["element": element])
        return (try #require(answers as? [String]), begun)
    }

    private static let sandboxed =
        "<iframe sandbox=allow-scripts srcdoc=\"\(asking.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))\"></iframe>"

    @Test func `an origin that is not included is answered with 403, and no work begins`() async throws {
        let (answers, begun) = try await answers(at: "app://host/", in: Self.sandboxed, .applications)
        #expect(answers == ["403", "403", "refused"])
        #expect(begun == 0)
        try await LocalServer.with(pages: ["/": "<title>Web</title>", "/frame": Self.asking]) { server in
            let (ofTheWeb, begunByIt) = try await self.answers(
                at: server.origin, in: "<iframe src='\(server.origin)/frame'></iframe>", .applications)
            #expect(ofTheWeb == ["403", "403", "refused"])
            #expect(begunByIt == 0)
        }
    }

    @Test func `an origin that is included is answered with 202`() async throws {
        var origins = PageOrigins.applications
        origins.includesOpaqueOrigins = true
        let (answers, _) = try await answers(at: "app://host/", in: Self.sandboxed, origins)
        #expect(answers == ["202", "202", "202"])
        pages["/frame"] = Self.asking
        let frame = "<iframe src='app://other/frame'></iframe>"
        let (ofOne, _) = try await self.answers(at: "app://host/", in: frame, .only(["app://other"]))
        #expect(ofOne == ["202", "202", "202"])
        let (ofNone, begun) = try await self.answers(at: "app://host/", in: frame, .only(["app://host"]))
        #expect(ofNone == ["403", "403", "refused"])
        #expect(begun == 0)
    }

    @Test func `a preflight request is answered with 204 and begins no work`() async throws {
        var begun = 0
        let handler = DeferredSchemeHandler { _, _ in
            begun += 1
            return 1
        }
        var request = URLRequest(url: URL("work://all"))
        request.httpMethod = "OPTIONS"
        request.setValue("app://host", forHTTPHeaderField: "Origin")
        request.setValue("PUT", forHTTPHeaderField: "Access-Control-Request-Method")
        let exchange = try await handler.exchange(request)
        #expect(exchange.statusCode == 204)
        #expect(begun == 0)
    }
}
