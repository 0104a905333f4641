import Testing
import WebKit

/// Tests that applications can subclass the data classes, override every property, and call `super.init()`, as their tests do.
///
/// The module is imported as an application imports it, without its internals.
@MainActor
struct SubclassingTests {
    final class Message: WKScriptMessage {
        override var name: String { "mock" }
        override var body: Any { 42 }
        override var frameInfo: WKFrameInfo { Frame() }
        override var world: WKContentWorld { .defaultClient }
    }

    final class Frame: WKFrameInfo {
        override var isMainFrame: Bool { false }
        override var securityOrigin: WKSecurityOrigin { Origin() }
    }

    final class Origin: WKSecurityOrigin {
        override var `protocol`: String { "mock" }
        override var host: String { "host" }
    }

    final class Action: WKNavigationAction {
        private let own: URLRequest
        init(_ request: URLRequest) {
            own = request
            super.init()
        }
        override var request: URLRequest { own }
        override var targetFrame: WKFrameInfo? { nil }
        override var navigationType: WKNavigationType { .linkActivated }
    }

    final class Response: WKNavigationResponse {
        override var isForMainFrame: Bool { true }
        override var canShowMIMEType: Bool { true }
    }

    @Test func `overrides of subclasses are seen through the base class`() throws {
        let message: WKScriptMessage = Message()
        #expect(message.name == "mock" && message.body as? Int == 42)
        #expect(message.frameInfo.securityOrigin.protocol == "mock")
        #expect(message.world === WKContentWorld.defaultClient)
        let url = try #require(URL(string: "mock://host"))
        let action: WKNavigationAction = Action(URLRequest(url: url))
        #expect(action.request.url == url && action.navigationType == .linkActivated)
        let response: WKNavigationResponse = Response()
        #expect(response.isForMainFrame && response.canShowMIMEType)
    }
}
