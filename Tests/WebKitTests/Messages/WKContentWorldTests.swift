import Testing

@testable import WebKit

@MainActor
struct WKContentWorldTests {
    @Test func builtInWorldsAreSingleAndNameless() {
        #expect(WKContentWorld.page === WKContentWorld.page)
        #expect(WKContentWorld.defaultClient === WKContentWorld.defaultClient)
        #expect(WKContentWorld.page !== WKContentWorld.defaultClient)
        #expect(WKContentWorld.page.name == nil && WKContentWorld.defaultClient.name == nil)
        #expect(WKContentWorld.page.worldName == nil)
        #expect(WKContentWorld.defaultClient.worldName != nil)
    }

    @Test func theSameNameGivesTheSameObject() {
        let world = WKContentWorld.world(name: "tests")
        #expect(WKContentWorld.world(name: "tests") === world)
        #expect(WKContentWorld.world(name: "others") !== world)
        #expect(world.name == "tests" && world.worldName == "tests")
    }

    @Test func scriptsKeepTheirWorld() {
        let world = WKContentWorld.world(name: "scripts")
        let script = WKUserScript(source: "1", injectionTime: .atDocumentEnd, forMainFrameOnly: true, in: world)
        #expect(script.contentWorld === world)
        #expect(script.isForMainFrameOnly && script.injectionTime == .atDocumentEnd && script.source == "1")
        #expect(script.copy() as? WKUserScript === script)
        let plain = WKUserScript(source: "", injectionTime: .atDocumentStart, forMainFrameOnly: false)
        #expect(plain.contentWorld === WKContentWorld.page)
    }
}
