import Foundation
import ServiceWorkers
import TestSupport
import Testing
import URLInterception

@testable import SWWebView

/// Tests for opaque responses, and for responses that came over redirects.
@MainActor @Suite(.serialized, .hangLimit(minutes: 5))
struct WorkerHostFilteringTests {
    private let world = WorkerWorld()

    @Test(arguments: ["sw://other.example/secret", "https://other.example/secret", "http://other.example/secret"])
    func `an opaque response hides its content from the worker and reaches the page whole`(address: String) async throws
    {
        world.network["/secret"] = { request, _ in
            try LoadedResource(
                url: request.url ?? URL(fileURLWithPath: "/"), status: 203, headers: ["Content-Type": "text/x"],
                body: BodyStream(Data("hidden".utf8)))
        }
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith((async () => {
                const response = await fetch('\(address)', {mode: 'no-cors'});
                if (event.request.url.endsWith('copy')) return response.clone();
                if (event.request.url.endsWith('pass')) return response;
                return new Response(`${response.type} ${response.status} ${response.url} ${response.body} ${await response.text()}`);
            })());
            """)
        #expect(try await world.text("/", of: worker) == "opaque 0  null ")
        for path in ["/pass", "/copy"] {
            let response = try world.response(try await world.fetch(path, of: worker))
            #expect(response.head.type == .opaque)
            #expect(response.head.status == 203)
            #expect(response.head.urlList.map(\.absoluteString) == [address])
            #expect(try await response.body?.collect() == Data("hidden".utf8))
        }
    }

    @Test func `redirect modes follow, keep or refuse a redirect`() async throws {
        world.network["/moved"] = { request, _ in
            try LoadedResource(
                url: try #require(request.url), status: 302, headers: ["Location": "/new"], body: .empty)
        }
        world.network["/new"] = { request, _ in
            try LoadedResource(url: try #require(request.url), status: 200, headers: [:], body: .empty)
        }
        let worker = try await world.run(
            """
            onfetch = (event) => event.respondWith((async () => {
                const manual = await fetch('/moved?manual', {redirect: 'manual'});
                if (event.request.url.endsWith('pass')) return manual;
                const {url, redirected, type, headers} = await fetch('/moved');
                const error = await fetch('/moved?manual', {redirect: 'error'}).catch((error) => error.name);
                return new Response([url, redirected, type, headers.has('swwebview-response'), manual.type, manual.status, error].join(' '));
            })());
            """)
        #expect(
            try await world.text("/", of: worker)
                == "https://app.example/new true basic false opaqueredirect 0 TypeError")
        let passed = try world.response(try await world.fetch("/pass", of: worker))
        #expect(passed.head.type == .opaqueredirect)
        #expect(passed.head.headers["Location"] == "/new")
    }
}
