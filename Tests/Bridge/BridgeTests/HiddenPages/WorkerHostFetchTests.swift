import Foundation
import ServiceWorkers
import TestSupport
import Testing
import URLInterception

@testable import SWWebView

/// Fetch events and their answers.
@MainActor @Suite(.serialized, .hangLimit(minutes: 5))
struct WorkerHostFetchTests {
    private let world = WorkerWorld()

    @Test func `a response arrives with its status, headers and body`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith(new Response('grüße', {
                status: 201, statusText: 'Made', headers: {'content-type': 'text/x', 'x-a': 'b'}
            }));
            """)
        let response = try world.response(try await world.fetch("/", of: worker))
        #expect(response.head.status == 201)
        #expect(response.head.statusText == "Made")
        #expect(response.head.type == .default)
        #expect(response.head.urlList == [])
        #expect(response.head.headers["X-A"] == "b")
        #expect(response.head.headers["Content-Type"] == "text/x")
        #expect(try await response.body?.collect() == Data("grüße".utf8))
    }

    @Test func `a response without a body differs from one with an empty body`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith(
                event.request.url.endsWith('204') ? new Response(null, {status: 204}) : new Response(''));
            """)
        #expect(try world.response(try await world.fetch("/204", of: worker)).body == nil)
        #expect(try await world.response(try await world.fetch("/", of: worker)).body?.collect() == Data())
    }

    @Test(arguments: [
        ("new Response('x')", "x"), ("Promise.resolve(new Response('y'))", "y"),
        ("new Response(new Blob(['bl', 'ob']))", "blob"), ("new Response(new URLSearchParams({a: 'b c'}))", "a=b+c"),
        ("new Response(new Uint8Array([65, 66]))", "AB"), ("new Response('z').clone()", "z"),
        ("Response.json({a: 1})", "{\"a\":1}"),
        (
            "new Response(new ReadableStream({start(c) { c.enqueue(new Uint8Array([72, 105])); setTimeout(() => c.close(), 20) }}))",
            "Hi"
        ), ("(() => { const r = new Response('seen'); r.body; return r })()", "seen"),
    ])
    func `a response body of any kind arrives`(expression: String, text: String) async throws {
        let worker = try await world.run("onfetch = (event) => event.respondWith(\(expression));")
        #expect(try await world.text("/", of: worker) == text)
    }

    @Test(arguments: [
        "'text'", "Promise.reject(new Error('mine'))", "Response.error()", "undefined",
        "(async () => { const r = new Response('x'); await r.text(); return r })()",
        "(() => { const r = new Response('x'); r.body.getReader(); return r })()",
    ])
    func `respondWith fails with a value that is no usable response`(expression: String) async throws {
        let worker = try await world.run("onfetch = (event) => event.respondWith(\(expression));")
        let result = try await world.fetch("/", of: worker)
        guard case .failed = result.respondWith else { throw Unexpected("\(result)") }
    }

    @Test func `an event without respondWith is not entered, or canceled by preventDefault`() async throws {
        let worker = try await world.run(
            "onfetch = (event) => { if (event.request.url.endsWith('no')) event.preventDefault() };")
        let plain = try await world.fetch("/", of: worker)
        guard case .notEntered = plain.respondWith else { throw Unexpected("\(plain)") }
        #expect(!plain.canceled)
        #expect(try await world.fetch("/no", of: worker).canceled)
    }

    @Test func `the event has the request of the page, with immutable headers`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => {
                const {url, method, mode, destination, credentials, cache, redirect, referrer, referrerPolicy, integrity,
                    isReloadNavigation} = event.request.clone();
                let guard = 'open';
                try { event.request.headers.set('a', 'b') } catch (error) { guard = error.name }
                event.respondWith(new Response([url, method, mode, destination, credentials, cache, redirect, referrer,
                    referrerPolicy, integrity, isReloadNavigation, guard, event.request.headers.get('cookie'),
                    event.clientId, event.resultingClientId, event.request instanceof Request].join('|')));
            };
            """)
        let text = try await world.text("/a?b#c", of: worker) {
            $0.mode = .navigate
            $0.destination = .document
            $0.credentials = .include
            $0.cache = .noCache
            $0.redirect = .manual
            $0.referrer = "sw://app.example/from"
            $0.referrerPolicy = .origin
            $0.isReload = true
            $0.headers = ["Cookie": "x=y"]
        }
        #expect(
            text
                == "https://app.example/a?b#c|GET|navigate|document|include|no-cache|manual|https://app.example/from|origin||true|TypeError|x=y|client||true"
        )
    }

    @Test(arguments: [10, 100_000, 3_000_000])
    func `a request body of any size arrives whole`(size: Int) async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith((async () => {
                const bytes = new Uint8Array(await event.request.arrayBuffer());
                return new Response(`${bytes.length} ${bytes.reduce((sum, byte) => sum + byte, 0)}`);
            })());
            """)
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let pieces = stride(from: 0, to: size, by: 40_000).map { data[$0..<min($0 + 40_000, size)] }
        let box = PieceBox(pieces: pieces.map { Data($0) })
        let text = try await world.text("/", of: worker, body: BodyStream(next: { await box.next() })) {
            $0.method = "POST"
        }
        #expect(text == "\(size) \(data.reduce(0) { $0 + Int($1) })")
    }

    @Test func `a streamed response arrives chunk by chunk`() async throws {
        let worker = try await world.run(
            """
            let controller;
            onfetch = (event) => {
                if (event.request.url.endsWith('more')) { controller.enqueue(new Uint8Array([66])); controller.close(); return }
                event.respondWith(new Response(new ReadableStream({start(c) { controller = c; c.enqueue(new Uint8Array([65])) }})));
            };
            """)
        let response = try world.response(try await world.fetch("/", of: worker))
        #expect(try await response.body?.next() == Data("A".utf8))
        _ = try await world.fetch("/more", of: worker)
        #expect(try await response.body?.next() == Data("B".utf8))
        #expect(try await response.body?.next() == nil)
    }

    /// More chunks come at once than there are pieces under way, and then none for long.
    @Test func `a stream that pauses keeps no chunk back`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith(new Response(new ReadableStream({
                start(c) { for (let number = 65; number < 75; number++) c.enqueue(new Uint8Array([number])) }
            })));
            """)
        let response = try world.response(try await world.fetch("/", of: worker))
        var text = Data()
        while text.count < 10, let piece = try await response.body?.next() { text.append(piece) }
        #expect(String(decoding: text, as: UTF8.self) == "ABCDEFGHIJ")
    }

    @Test func `stopping a worker fails the bodies it was sending`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith(new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array([65])) } })));
            """)
        let response = try world.response(try await world.fetch("/", of: worker))
        #expect(try await response.body?.next() == Data("A".utf8))
        await world.host.terminate(worker)
        await #expect(throws: URLError(.networkConnectionLost)) { try await response.body?.next() }
    }

    @Test func `a request body that the worker does not read is cancelled when the event ends`() async throws {
        let worker = try await world.run("onfetch = (event) => event.respondWith(new Response('answered'));")
        let (dropped, continuation) = AsyncStream.makeStream(of: Void.self)
        let text = try await world.text(
            "/", of: worker, body: BodyStream(next: { Data(count: 100_000) }, cancel: { continuation.finish() })
        ) { $0.method = "POST" }
        #expect(text == "answered")
        for await _ in dropped {}
    }

    @Test(arguments: ["new Response(bytes)", "new Response(new Blob([bytes]).stream())"])
    func `a response of 5 MB arrives whole`(expression: String) async throws {
        let worker = try await world.run(
            """
            const bytes = new Uint8Array(5e6).map((_, index) => index * 3);
            onfetch = (event) => event.respondWith(\(expression));
            """)
        let response = try world.response(try await world.fetch("/", of: worker))
        let data = try await response.body?.collect() ?? Data()
        #expect(data == Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 3) }))
    }

    @Test func `a response body that nobody holds is cancelled in the worker`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => {
                event.respondWith(new Response(new ReadableStream({
                    pull: (c) => c.enqueue(new Uint8Array(100000)), cancel: () => console.log('canceled'),
                })));
            };
            """)
        var response: FetchResponse? = try world.response(try await world.fetch("/", of: worker))
        _ = try await response?.body?.next()
        response = nil
        await world.logs("log: canceled")
    }

    @Test func `a stream that fails in the worker throws at the reader`() async throws {
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith(new Response(new ReadableStream({
                start(c) { c.enqueue(new Uint8Array([1])); setTimeout(() => c.error(new Error('broken')), 20) }
            })));
            """)
        let response = try world.response(try await world.fetch("/", of: worker))
        await #expect(throws: (any Error).self) { try await response.body?.collect() }
    }

    @Test func `a worker fetches with methods and bodies, and passes a fetched response on`() async throws {
        world.network["/data"] = { request, body in
            let text = "\(request.httpMethod ?? "") \(String(decoding: body, as: UTF8.self))"
            return try LoadedResource(
                url: request.url ?? URL(fileURLWithPath: "/"), status: 200, headers: ["Content-Type": "text/plain"],
                body: BodyStream(Data(text.utf8)))
        }
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith((async () => {
                if (event.request.url.endsWith('data')) return fetch(event.request);
                const a = await (await fetch('/data')).text();
                const b = await (await fetch('data', {method: 'POST', body: new Blob(['blob'])})).text();
                const c = await fetch('/none').catch((error) => error.name);
                return new Response(`${a}|${b}|${c}`);
            })());
            """)
        #expect(try await world.text("/", of: worker) == "GET |POST blob|TypeError")
        let passed = try world.response(
            try await world.fetch("/data", of: worker) {
                $0.mode = .navigate
                $0.redirect = .manual
            })
        #expect(passed.head.type == .basic)
        #expect(passed.head.urlList.map(\.absoluteString) == ["sw://app.example/data"])
        #expect(try await passed.body?.collect() == Data("GET ".utf8))
    }
}

/// Pieces of a body, handed out one by one.
actor PieceBox {
    private var pieces: [Data]
    init(pieces: [Data]) { self.pieces = pieces }
    func next() -> Data? { pieces.isEmpty ? nil : pieces.removeFirst() }
}
