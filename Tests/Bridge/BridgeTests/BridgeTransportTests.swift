import TestSupport
import Testing
import WebKit

@testable import SWWebView
@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct BridgeTransportTests {
    private let navigations = Navigations()

    @Test(arguments: BridgeTransport.allCases)
    func `commands, messages and caches work over each transport`(_ transport: BridgeTransport) async throws {
        try await LocalServer.with(LostStreamTests.answers) { server in
            let view = makeBridgedView()
            view.bridgeTransport = transport
            await view.open(server.origin + "/", navigations)
            try await view.call(LostStreamTests.begin)
            #expect(try await view.call(LostStreamTests.goOn) as? String == "true 1 true before,after 7")
            let cached = try await view.call(
                """
                const cache = await caches.open("a");
                await cache.put("/x", new Response("kept"));
                return (await cache.match("/x")).text();
                """)
            #expect(cached as? String == "kept")
            #expect(view.bridgeStatus.eventStreams == (transport == .channel ? 0 : 1))
        }
    }

    @Test func `a page from the back-forward cache gets its events over the channel again`() async throws {
        try await LocalServer.with(LostStreamTests.answers) { server in
            let view = makeBridgedView()
            view.bridgeTransport = .channel
            await view.open(server.origin + "/", navigations)
            try await view.call(LostStreamTests.begin)
            await view.open(server.origin + "/?next", navigations)
            view.goBack()
            await navigations.over()
            #expect(try await view.call(LostStreamTests.goOn) as? String == "true 1 true before,after 7")
            #expect(view.bridgeStatus.eventStreams == 0)
        }
    }
}
