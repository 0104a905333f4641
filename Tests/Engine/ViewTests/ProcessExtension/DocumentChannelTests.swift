import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The channel between documents and the host.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
final class DocumentChannelTests {
    private let pages = MarkedPages()
    private let navigations = Navigations()
    private var channels: [DocumentChannel] = []
    private var received: [(document: String, text: String, bytes: Data)] = []
    private var closed: [String] = []
    private var waiters: [(isThere: @MainActor () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    private func makeView() throws -> WKWebView {
        try makeMarkedView(pages, opened: { [weak self] in self?.add($0) })
    }

    private func add(_ channel: DocumentChannel) {
        channels.append(channel)
        let document = channel.document
        channel.received = { [weak self] text, bytes in
            self?.received.append((document, String(decoding: text, as: UTF8.self), Data(bytes)))
            self?.wake()
        }
        channel.closed = { [weak self] in
            self?.closed.append(document)
            self?.wake()
        }
        wake()
    }

    private func wake() {
        let ready = waiters.filter { $0.isThere() }
        waiters.removeAll { $0.isThere() }
        for waiter in ready { waiter.continuation.resume() }
    }

    private func until(_ isThere: @escaping @MainActor () -> Bool) async {
        if !isThere() { await withCheckedContinuation { waiters.append((isThere, $0)) } }
    }

    /// The page in which every frame opens its channel, and keeps its messages in `heard`.
    private static let opening = """
        <script>
        window.heard = [];
        window.hears = new Promise((resolve) => { window.wake = resolve });
        ___swwebviewChannel.hear((text, bytes) => {
            heard.push([text, bytes && bytes.length, bytes && bytes.every((byte, index) => byte === index % 251)]);
            wake();
        });
        </script>
        """

    @Test func `texts and bytes go both ways in order`() async throws {
        pages["/"] = Self.opening
        let view = try makeView()
        await view.open("sw://app.example/", navigations)
        let sizes = [0, 1, 70_000, 3_000_000]
        try await view.call(
            """
            for (const size of sizes) {
                const bytes = Uint8Array.from({ length: size }, (_, index) => index % 251);
                ___swwebviewChannel.post(`a\\u0000ü👋 ${size}`, bytes.buffer);
                ___swwebviewChannel.post('next');
            }
            """, ["sizes": sizes])
        await until { self.received.count == 8 }
        #expect(received.map(\.text) == sizes.flatMap { ["a\u{0}ü👋 \($0)", "next"] })
        #expect(received.map(\.bytes.count) == sizes.flatMap { [$0, 0] })
        #expect(received[6].bytes.enumerated().allSatisfy { Int($1) == $0 % 251 })
        let channel = try #require(channels.first)
        #expect(channel.document == received[0].document)
        for size in sizes {
            let bytes = Data((0..<size).map { UInt8($0 % 251) })
            _ = Array("b\tü👋 \(size)".utf8).withUnsafeBytes { channel.send($0, bytes) }
        }
        let heard = try await view.call(
            "while (heard.length < 4) { await hears; hears = new Promise(r => wake = r) } return heard")
        let rows = try #require(heard as? [[Any]])
        #expect(rows.map { $0[0] as? String } == sizes.map { "b\tü👋 \($0)" })
        #expect(rows.map { $0[1] as? Int } == [nil, 1, 70_000, 3_000_000])
        #expect(rows.dropFirst().allSatisfy { $0[2] as? Bool == true })
    }

    /// Tests messages that are larger than those read in place, and small enough that several arrive with one read.
    @Test func `large messages that arrive with one read are delivered one by one`() async throws {
        pages["/"] = Self.opening
        let view = try makeView()
        await view.open("sw://app.example/", navigations)
        await until { self.channels.count == 1 }
        let channel = try #require(channels.first)
        let sizes = Array(repeating: 66_000, count: 9)
        for size in sizes { _ = Array("large".utf8).withUnsafeBytes { channel.send($0, Data(count: size)) } }
        let heard = try await view.call(
            "while (heard.length < 9) { await hears; hears = new Promise(r => wake = r) } return heard.map(row => row[1])"
        )
        #expect(heard as? [Int] == sizes)
        #expect(closed.isEmpty)
    }

    @Test func `every frame has a channel of its own, closed with the frame`() async throws {
        pages["/"] = Self.opening + "<iframe src=frame></iframe>"
        pages["/frame"] = Self.opening
        let view = try makeView()
        await view.open("sw://app.example/", navigations)
        await until { self.channels.count == 2 }
        try await view.call("___swwebviewChannel.post('page'); frames[0].___swwebviewChannel.post('frame')")
        await until { self.received.count == 2 }
        let page = try await view.evaluateJavaScript("___swwebviewDocument") as? String
        let frame = try await view.evaluateJavaScript("frames[0].___swwebviewDocument") as? String
        #expect(received.map(\.document) == [page, frame])
        try await view.call("document.querySelector('iframe').remove()")
        await until { self.closed.count == 1 }
        #expect(closed == [frame])
    }

    @Test func `a channel closes with its document or its process`() async throws {
        pages["/"] = Self.opening
        let view = try makeView()
        await view.open("sw://app.example/", navigations)
        await view.open("sw://app.example/", navigations)
        await until { self.closed.count == 1 }
        #expect(closed == [channels[0].document])
        view.terminateWebProcess()
        await until { self.closed.count == 2 }
        await navigations.over()
        // Messages to a document that has gone have no effect.
        for channel in channels { _ = Array("late".utf8).withUnsafeBytes { channel.send($0) } }
    }

    @Test func `a page without a listener can post nothing`() async throws {
        pages["/"] = "<title>Home</title>"
        let view = try makeView()
        await view.open("sw://app.example/", navigations)
        #expect(try await view.evaluateJavaScript("___swwebviewChannel.post('early')") as? Bool == false)
        #expect(try await view.evaluateJavaScript("___swwebviewChannel.post()") as? Bool == false)
        #expect(
            try await view.evaluateJavaScript("___swwebviewChannel.hear(1); ___swwebviewChannel.post('x')") as? Bool
                == false)
        #expect(channels.isEmpty)
    }

    @Test func `a message that is too large is refused and the channel goes on`() async throws {
        pages["/"] = Self.opening
        let view = try makeView()
        await view.open("sw://app.example/", navigations)
        let sent = try await view.evaluateJavaScript("___swwebviewChannel.post('x'.repeat(1 << 28))") as? Bool
        #expect(sent == false)
        let channel = try #require(channels.first)
        let isSent = Array(repeating: UInt8(ascii: "x"), count: 1 << 28).withUnsafeBytes { channel.send($0) }
        #expect(!isSent)
        try await view.evaluateJavaScript("___swwebviewChannel.post('on')")
        await until { self.received.count == 1 }
        #expect(received[0].text == "on")
    }
}
