import TestSupport
import Testing
import WebKit

@testable import SWWebView
@testable import ViewTestSupport

/// Requests that reach the host before the first message of their document.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct DocumentArrivalTests {
    /// The id of a frame that has not reported to the host.
    private static let frame = String(repeating: "5", count: 32)
    let navigations = Navigations()
    let configuration = WKWebViewConfiguration()

    init() { configuration.websiteDataStore = .nonPersistent() }

    /// Opens a page, and hands its host over with a function that tells the host of the frame.
    private func withHost(
        _ body: (SWWebView, BridgeEndpoint, _ arrive: @MainActor () -> Void) async throws -> Void
    ) async throws {
        try await LocalServer.with(pages: ["/": "<title>Home</title>"]) { server in
            let view = SWWebView(frame: .zero, configuration: configuration)
            view.serviceWorkerPermittedDomains = ["127.0.0.1"]
            await view.open(server.origin + "/", navigations)
            try await view.call("await SWWebView.send('/ping', 0)")
            let origin = "sw://127.0.0.1:\(server.port)"
            let host = try #require(view.services.views.showing(.init(rawValue: origin)).first as? BridgeEndpoint)
            try await body(view, host) {
                host.clients.note(
                    EngineDocument(
                        id: Self.frame, url: origin + "/frame", origin: origin, creator: nil, isMainFrame: false,
                        hasOpener: false))
                host.clients.ready(PageClients.Description(document: Self.frame))
            }
        }
    }

    @Test func `an event stream that comes before its document waits and becomes the channel of the document`()
        async throws
    {
        try await withHost { (view, host, arrive) async throws in
            let opened = Task {
                try await view.call(
                    """
                    window.source = new EventSource("/___events___?document=\(Self.frame)");
                    await new Promise((resolve) => source.addEventListener("eventstream", resolve));
                    return true;
                    """) as? Bool
            }
            while host.clients.arrivals.awaited == 0 { await Task.yield() }
            arrive()
            #expect(try await opened.value == true)
            #expect(host.clients.realm(of: Self.frame)?.channel is EventStream)
        }
    }

    @Test func `a fetch that comes before its document waits and is attributed to the document`() async throws {
        try await withHost { (_, host, arrive) async throws in
            let asking = Task.immediate {
                await host.clients.asking(RequestMark(pairs: "document=\(Self.frame)"), origin: nil)?.id
            }
            #expect(host.clients.arrivals.awaited == 1)
            arrive()
            #expect(await asking.value == Self.frame)
        }
    }

    @Test func `a question for the controller that comes before its document waits and is answered`() async throws {
        try await withHost { (view, host, arrive) async throws in
            let asked = Task {
                try await view.call("return (await fetch('/___client___?document=\(Self.frame)')).status") as? Int
            }
            while host.clients.arrivals.awaited == 0 { await Task.yield() }
            arrive()
            #expect(try await asked.value == 200)
        }
    }
}
