import SchemeHandlers
import Testing
import WebKit

@MainActor @Suite(.serialized, .timeLimit(.minutes(1)))
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

    @Test func theResultComesAfterTheProgress() async throws {
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

    @Test func theAnswerComesBeforeTheWorkIsDone() async throws {
        let gate = Gate()
        let view = await openView { request, _ in
            if request.url?.host == "x" { await gate.pass() }
            return "done"
        }
        let status = try await view.call(
            "window.later = fetchDeferred('work://x'); return (await fetch('work://y')).status")
        #expect(status as? Int == 202)
        gate.open()
        #expect(try await view.call("return await later") as? String == "done")
    }

    @Test func anErrorRejectsThePromise() async throws {
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

    @Test func anAbortCancelsTheWork() async throws {
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

    @Test func aViewThatGoesAwayCancelsTheWork() async throws {
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

    @Test func onlyTheOriginThatAskedHears() async throws {
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
}
