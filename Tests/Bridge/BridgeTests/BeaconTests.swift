import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests for `navigator.sendBeacon` to other origins, which the host sends in place of WebKit.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct BeaconTests {
    private func until(_ path: String, _ app: HostileFrames) async throws {
        while !app.asked.contains(path) { _ = try await app.view.evaluateJavaScript("0") }
    }

    @Test func `a JSON beacon to another origin is not sent without a permitted preflight`() async throws {
        try await HostileFrames.with { app in
            try await app.view.call(
                """
                navigator.sendBeacon(`${server}/session`, new Blob(["{}"], { type: "application/json" }));
                navigator.sendBeacon(`${server}/last`, "text");
                """, ["server": app.server.origin])
            try await until("POST /last", app)
            try await until("OPTIONS /session", app)
            #expect(!app.asked.contains("POST /session"))
            let last = app.server.received.first { $0.path == "/last" }
            #expect(last?.headers["origin"] == "sw://app.example")
            #expect(last?.headers["content-type"] == "text/plain;charset=UTF-8")
        }
    }

    @Test func `a JSON beacon is sent when the preflight permits it`() async throws {
        let permission = LocalServer.Answer(
            status: 204,
            headers: [
                "Access-Control-Allow-Origin": "sw://app.example", "Access-Control-Allow-Headers": "content-type",
                "Access-Control-Allow-Credentials": "true",
            ])
        try await HostileFrames.with(["OPTIONS /json": permission]) { app in
            try await app.view.call(
                "navigator.sendBeacon(`${server}/json`, new Blob(['{}'], { type: 'application/json' }))",
                ["server": app.server.origin])
            try await until("POST /json", app)
            let sent = app.server.received.last { $0.path == "/json" }
            #expect(sent?.headers["origin"] == "sw://app.example")
            #expect(sent?.body == Data("{}".utf8))
        }
    }

    @Test func `a beacon message from an unknown document is refused`() async throws {
        try await HostileFrames.with { app in
            let refused = app.view.bridgeStatus.refusedMessages
            try await app.view.call(
                """
                const post = (document) => webkit.messageHandlers.SWWebView.postMessage(JSON.stringify({
                    document, path: "/Navigator/sendBeacon", body: { url: `${server}/nobody`, data: "" } }));
                post(undefined);
                post("made up");
                """, ["server": app.server.origin])
            while app.view.bridgeStatus.refusedMessages < refused + 2 {
                _ = try await app.view.evaluateJavaScript("0")
            }
            #expect(!app.asked.contains("POST /nobody"))
        }
    }
}
