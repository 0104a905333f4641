import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Worlds with configurations, and the objects of pages that the application holds.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ContentWorldTests {
    let navigations = Navigations()
    let pages = Pages()
    let view: WKWebView
    let world: WKContentWorld

    init() {
        pages.on("/") {
            $0.answer(
                "<title>page</title><div id=a class=c title='x<y'>text<b>bold</b></div><iframe src=/frame></iframe>")
        }
        pages.on("/frame") { $0.answer("<p>frame") }
        view = makeView(pages, navigations)
        let configuration = WKContentWorld.Configuration()
        configuration.jsHandleCreationEnabled = true
        configuration.nodeSerializationEnabled = true
        world = WKContentWorld(configuration: configuration)
    }

    private func handle(_ script: String) async throws -> WKJSHandle {
        try #require(try await view.evaluateJavaScript(script, contentWorld: world) as? WKJSHandle)
    }

    @Test func `a handle is the object again in its world, and undefined in others and in another document`()
        async throws
    {
        await view.open("app://a/", navigations)
        let element = try await handle("webkit.createJSHandle(document.querySelector('#a'))")
        #expect(element.world === world && element.frame.isMainFrame)
        let body = "return element === document.querySelector('#a') ? element.className : typeof element"
        let own = try await view.callAsyncJavaScript(body, arguments: ["element": element], contentWorld: world)
        #expect(own as? String == "c")
        for other in [WKContentWorld.page, .defaultClient] {
            let seen = try await view.callAsyncJavaScript(body, arguments: ["element": element], contentWorld: other)
            #expect(seen as? String == "undefined")
        }
        await view.open("app://a/frame", navigations)
        let later = try await view.callAsyncJavaScript(body, arguments: ["element": element], contentWorld: world)
        #expect(later as? String == "undefined")
    }

    @Test func `handles are found inside of arrays and objects, and functions have them too`() async throws {
        await view.open("app://a/", navigations)
        let value = try await view.callAsyncJavaScript(
            "return { list: [1, webkit.createJSHandle((a) => a + 1)], node: webkit.serializeNode(document.body) }",
            contentWorld: world)
        let members = try #require(value as? [String: Any])
        let list = try #require(members["list"] as? [Any])
        let function = try #require(list.last as? WKJSHandle)
        #expect(list.first as? Int == 1 && members["node"] is WKJSSerializedNode)
        let sum = try await view.callAsyncJavaScript(
            "return list[0](41)", arguments: ["list": [function]], contentWorld: world)
        #expect(sum as? Int == 42)
        await #expect(throws: WKError.self) {
            try await view.evaluateJavaScript("webkit.createJSHandle(5)", contentWorld: world)
        }
    }

    @Test func `an object is let go with its handle`() async throws {
        await view.open("app://a/", navigations)
        var element: WKJSHandle? = try await handle("webkit.createJSHandle(self.held = { alive: 1 })")
        let kind = "typeof (\(try #require(element).expression))"
        #expect(try await view.evaluateJavaScript(kind, contentWorld: world) as? String == "object")
        element = nil
        #expect(try await view.evaluateJavaScript(kind, contentWorld: world) as? String == "undefined")
    }

    @Test func `a serialized node is a new node in another page and world`() async throws {
        await view.open("app://a/", navigations)
        let shallow = try await view.evaluateJavaScript("webkit.serializeNode(a)", contentWorld: world)
        let deep = try await view.evaluateJavaScript("webkit.serializeNode(a, { deep: true })", contentWorld: world)
        await view.open("app://a/frame", navigations)
        let body = "document.body.append(node); return document.body.lastChild.outerHTML"
        for (node, html) in [
            (shallow, #"<div id="a" class="c" title="x&lt;y"></div>"#),
            (deep, #"<div id="a" class="c" title="x&lt;y">text<b>bold</b></div>"#),
        ] {
            let node = try #require(node as? WKJSSerializedNode)
            let made = try await view.callAsyncJavaScript(body, arguments: ["node": node], contentWorld: .page)
            #expect((made as? String)?.replacing("&lt;", with: "<") == html.replacing("&lt;", with: "<"))
        }
    }

    @Test func `only configured worlds have the functions, and pages see nothing of them`() async throws {
        await view.open("app://a/", navigations)
        _ = try await handle("webkit.createJSHandle(document)")
        let plain = WKContentWorld(configuration: WKContentWorld.Configuration())
        let script =
            "typeof (self.webkit?.createJSHandle) + Reflect.ownKeys(self).some((key) => String(key).startsWith('swwebview'))"
        for other in [WKContentWorld.page, .defaultClient, plain] {
            #expect(try await view.evaluateJavaScript(script, contentWorld: other) as? String == "undefinedfalse")
        }
        #expect(plain !== world && plain.name == nil)
    }

    @Test func `user scripts and messages of the world have handles, also in frames`() async throws {
        let messages = Messages()
        let controller = view.configuration.userContentController
        controller.add(messages, contentWorld: world, name: "app")
        controller.addUserScript(
            WKUserScript(
                source:
                    "webkit.messageHandlers.app.postMessage({ path: location.pathname, body: webkit.createJSHandle(document) })",
                injectionTime: .atDocumentEnd, forMainFrameOnly: false, in: world))
        await view.open("app://a/", navigations)
        await messages.wait(for: 2)
        for message in messages.received {
            let members = try #require(message.body as? [String: Any])
            let document = try #require(members["body"] as? WKJSHandle)
            #expect(document.frame.isMainFrame == (members["path"] as? String == "/"))
            let path = try await view.callAsyncJavaScript(
                "return d === document ? d.location.pathname : 'none'", arguments: ["d": document],
                in: message.frameInfo,
                contentWorld: world)
            #expect(path as? String == members["path"] as? String)
        }
    }

    @Test func `a window's handle names its frame`() async throws {
        await view.open("app://a/", navigations)
        let window = try await handle("webkit.createJSHandle(self)")
        #expect(await window.windowProxyFrameInfo()?.isMainFrame == true)
        let element = try await handle("webkit.createJSHandle(document.body)")
        #expect(await element.windowProxyFrameInfo() == nil)
    }
}
