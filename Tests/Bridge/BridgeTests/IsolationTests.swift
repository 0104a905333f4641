import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Cross-origin isolation of pages under `sw://`, which their headers ask for.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct IsolationTests {
    let navigations = Navigations()

    nonisolated private static let isolating = [
        "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp",
    ]
    nonisolated private static let scripts = [
        "/worker.js": """
        onmessage = ({data}) => {
            const cells = new Int32Array(data);
            Atomics.store(cells, 0, 7);
            postMessage([crossOriginIsolated, typeof SharedArrayBuffer]);
        };
        """,
        "/plain-worker.js": "postMessage([crossOriginIsolated, typeof SharedArrayBuffer])",
        "/coi-worker.js": """
        oninstall = () => skipWaiting();
        onactivate = (event) => event.waitUntil(clients.claim());
        onfetch = (event) => event.respondWith(fetch(event.request).then((response) => {
            const headers = new Headers(response.headers);
            headers.set("Cross-Origin-Embedder-Policy", "credentialless");
            headers.set("Cross-Origin-Opener-Policy", "same-origin");
            return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
        }));
        """,
    ]

    nonisolated private static func answer(_ request: LocalServer.Received) -> LocalServer.Answer {
        if let script = scripts[request.path] {
            return .init(headers: ["Content-Type": "text/javascript"], body: script)
        }
        var headers = ["Content-Type": "text/html"]
        if request.path.hasPrefix("/isolated") { headers.merge(isolating) { $1 } }
        return .init(headers: headers, body: "<title>Page</title>")
    }

    private func withView(_ body: @MainActor (SWWebView) async throws -> Void) async throws {
        try await LocalServer.with({ Self.answer($0) }) { server in
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            let view = SWWebView(frame: .zero, configuration: configuration)
            view.loader = MappedLoader(map: try OriginMap(["sw://app.example=\(server.origin)"]))
            try await body(view)
        }
    }

    private func state(of view: SWWebView) async throws -> [String] {
        try await view.call(
            "return [`${crossOriginIsolated}`, typeof SharedArrayBuffer, `${'SharedArrayBuffer' in self}`]")
            as? [String]
            ?? []
    }

    @Test func `a cross-origin isolated page shares memory with its workers`() async throws {
        try await withView { view in
            await view.open("sw://app.example/isolated", navigations)
            #expect(try await state(of: view) == ["true", "function", "true"])
            let shared = try await view.call(
                """
                const memory = new SharedArrayBuffer(4);
                const worker = new Worker("/worker.js");
                worker.postMessage(memory);
                const seen = await new Promise((resolve) => { worker.onmessage = ({data}) => resolve(data); });
                return [...seen, Atomics.load(new Int32Array(memory), 0)].join();
                """)
            #expect(shared as? String == "true,function,7")
            let frames = try await view.call(
                """
                const states = [];
                for (const address of ["/isolated/frame", "/frame", "about:blank"]) {
                    const frame = document.createElement("iframe");
                    frame.src = address;
                    await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
                    states.push(frame.contentWindow.crossOriginIsolated);
                }
                return states.join();
                """)
            #expect(frames as? String == "true,false,true")
        }
    }

    @Test func `a page without the headers is not isolated and has no SharedArrayBuffer`() async throws {
        try await withView { view in
            for path in ["/page", "/isolated", "/page"] {
                await view.open("sw://app.example\(path)", navigations)
            }
            #expect(try await state(of: view) == ["false", "undefined", "false"])
            let worker = try await view.call(
                """
                const worker = new Worker("/plain-worker.js");
                return (await new Promise((resolve) => { worker.onmessage = ({data}) => resolve(data); })).join();
                """)
            #expect(worker as? String == "false,undefined")
        }
    }

    @Test func `a service worker can add the headers that isolate its page`() async throws {
        try await withView { view in
            await view.open("sw://app.example/page", navigations)
            #expect(try await state(of: view).first == "false")
            try await view.call(
                """
                const controlled = new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
                await navigator.serviceWorker.register("/coi-worker.js");
                await controlled;
                """)
            view.reload()
            await navigations.over()
            #expect(try await state(of: view) == ["true", "function", "true"])
        }
    }
}
