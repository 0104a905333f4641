import TestSupport
import Testing
import WebKit

@testable import SWWebView
@testable import ViewTestSupport

/// Tests for the tap, which reports the traffic of a bridge.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct BridgeTapTests {
    @Test func `the bridge observer sees commands, replies and events`() async throws {
        try await LocalServer.with(pages: ["/": "<title>Home</title>"]) { server in
            let view = makeBridgedView()
            view.bridgeTransport = .events
            var messages: [BridgeMessage] = []
            let subscription = view.bridgeMessages.add { messages.append($0) }
            defer { subscription.end() }
            await view.open(server.origin + "/", Navigations())
            _ = try await view.call("return await SWWebView.send('/ping', {secret: 'heron'})")
            let up = messages.filter { $0.direction == .toHost }.map(\.text)
            #expect(up.contains { $0.contains("/ping") && $0.contains("heron") })
            let down = messages.filter { $0.direction == .toPage }
            #expect(down.contains { $0.event == nil && $0.text.contains("heron") && !$0.text.contains("data:") })
            #expect(down.contains { $0.event == "eventstream" && $0.text.hasPrefix("{") })
        }
    }
}
