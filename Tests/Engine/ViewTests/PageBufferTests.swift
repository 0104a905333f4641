import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Bytes that the application offers to scripts.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct PageBufferTests {
    let pages = Pages()
    let navigations = Navigations()

    init() { pages["/"] = "<p>page" }

    @Test func `the scripts of a world read a buffer as Latin-1 and as UTF-16, until it is removed`() async throws {
        let world = WKContentWorld.world(name: "buffers")
        let view = makeView(pages, navigations)
        let controller = view.configuration.userContentController
        controller.addBuffer(([0x61, 0xE9, 0x62] as [UInt8]).span.bytes, name: "odd", to: .page)
        controller.addBuffer(([0x61, 0x62, 0x3D, 0xD8] as [UInt8]).span.bytes, name: "even", to: .page)
        controller.addBuffer(([0x63] as [UInt8]).span.bytes, name: "other", to: world)
        await view.open("app://host/", navigations)
        let texts = try await view.call(
            """
            const { odd, even, other } = webkit.buffers;
            let name = "";
            try { odd.asUTF16String() } catch (error) { name = error.name }
            const units = even.asUTF16String();
            return [odd.asLatin1String(), name, units.length, units.charCodeAt(0), units.charCodeAt(1), typeof other];
            """)
        #expect(
            texts as? [AnyHashable] == ["a\u{E9}b", "RangeError", 2.0, Double(0x6261), Double(0xD83D), "undefined"])
        let other = try await view.callAsyncJavaScript(
            "return webkit.buffers.other.asLatin1String() + typeof webkit.buffers.odd", contentWorld: world)
        #expect(other as? String == "cundefined")
        controller.removeBuffer(named: "odd", from: .page)
        view.reload()
        await navigations.over()
        #expect(try await view.call("return Object.keys(webkit.buffers)") as? [String] == ["even"])
    }

    @Test func `handlers and buffers of a world share its namespace`() async throws {
        let messages = Messages()
        let view = makeView(pages, navigations) {
            $0.userContentController.addBuffer(([0x61] as [UInt8]).span.bytes, name: "a", to: .page)
            $0.userContentController.add(messages, name: "x")
        }
        await view.open("app://host/", navigations)
        try await view.call("webkit.messageHandlers.x.postMessage(webkit.buffers.a.asLatin1String())")
        await messages.wait(for: 1)
        #expect(messages.bodies == ["a"])
    }
}
