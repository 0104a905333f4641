import Testing

@testable import WebKit

@MainActor
struct WKContentWorldTests {
    @Test func `built-in worlds are single objects without a name`() {
        #expect(WKContentWorld.page === WKContentWorld.page)
        #expect(WKContentWorld.defaultClient === WKContentWorld.defaultClient)
        #expect(WKContentWorld.page !== WKContentWorld.defaultClient)
        #expect(WKContentWorld.page.name == nil && WKContentWorld.defaultClient.name == nil)
        #expect(WKContentWorld.page.worldName == nil)
        #expect(WKContentWorld.defaultClient.worldName != nil)
    }

    @Test func `worlds of the same name are the same object`() {
        let world = WKContentWorld.world(name: "tests")
        #expect(WKContentWorld.world(name: "tests") === world)
        #expect(WKContentWorld.world(name: "others") !== world)
        #expect(world.name == "tests" && world.worldName == "tests")
    }

    @Test func `a user script keeps its world, and has the page world by default`() {
        let world = WKContentWorld.world(name: "scripts")
        let script = WKUserScript(source: "1", injectionTime: .atDocumentEnd, forMainFrameOnly: true, in: world)
        #expect(script.contentWorld === world)
        #expect(script.isForMainFrameOnly && script.injectionTime == .atDocumentEnd && script.source == "1")
        #expect(script.copy() as? WKUserScript === script)
        let plain = WKUserScript(source: "", injectionTime: .atDocumentStart, forMainFrameOnly: false)
        #expect(plain.contentWorld === WKContentWorld.page)
    }
}
