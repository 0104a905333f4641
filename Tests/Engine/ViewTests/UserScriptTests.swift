import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct UserScriptTests {
    let pages = Pages()
    let navigations = Navigations()
    let log = Messages()

    static func script(
        _ name: String, _ time: WKUserScriptInjectionTime, mainFrameOnly: Bool, _ world: WKContentWorld = .page
    ) -> WKUserScript {
        WKUserScript(
            source:
                "webkit.messageHandlers.log.postMessage(`\(name) ${location.pathname} ${!!document.querySelector('p')}`)",
            injectionTime: time, forMainFrameOnly: mainFrameOnly, in: world)
    }

    @Test func `user scripts run at the start or end of documents, in all frames or the main one`() async {
        pages["/"] = "<p>main</p><iframe src=/frame></iframe>"
        pages["/frame"] = "<p>frame</p>"
        let view = makeView(pages, navigations) {
            $0.userContentController.add(log, name: "log")
            $0.userContentController.addUserScript(Self.script("start", .atDocumentStart, mainFrameOnly: false))
            $0.userContentController.addUserScript(Self.script("end", .atDocumentEnd, mainFrameOnly: false))
            $0.userContentController.addUserScript(Self.script("main", .atDocumentEnd, mainFrameOnly: true))
        }
        await view.open("app://host/", navigations)
        await log.wait(for: 5)
        #expect(
            Set(log.bodies) == ["start / false", "end / true", "main / true", "start /frame false", "end /frame true"])
        #expect(log.bodies.first == "start / false")
        let frames = log.received.map { "\($0.frameInfo.isMainFrame) \($0.frameInfo.request.url?.path ?? "")" }
        #expect(Set(frames) == ["true /", "false /frame"])
    }

    @Test func `a user script runs again after a reload, and not after its removal`() async throws {
        pages["/"] = "<p>main</p>"
        let view = makeView(pages, navigations) {
            $0.userContentController.addUserScript(
                WKUserScript(
                    source: "window.count = (window.count ?? 0) + 1", injectionTime: .atDocumentEnd,
                    forMainFrameOnly: true))
        }
        await view.open("app://host/", navigations)
        #expect(try await view.evaluateJavaScript("count") as? Int == 1)
        view.reload()
        await navigations.over()
        #expect(try await view.evaluateJavaScript("count") as? Int == 1)
        view.configuration.userContentController.removeAllUserScripts()
        #expect(try await view.evaluateJavaScript("count") as? Int == 1)
        view.reload()
        await navigations.over()
        #expect(try await view.evaluateJavaScript("typeof count") as? String == "undefined")
    }

    @Test func `a user script that is added after a load runs in the next document`() async throws {
        pages["/"] = "<p>main</p>"
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        view.configuration.userContentController.addUserScript(
            WKUserScript(source: "window.late = 1", injectionTime: .atDocumentStart, forMainFrameOnly: true))
        #expect(try await view.evaluateJavaScript("typeof late") as? String == "undefined")
        view.reload()
        await navigations.over()
        #expect(try await view.evaluateJavaScript("late") as? Int == 1)
    }

    @Test func `a world's variables are invisible in other worlds, and the document is shared`() async throws {
        pages["/"] = "<p>main</p><script>window.mine = 'page'</script>"
        let (one, other) = (WKContentWorld.world(name: "one"), WKContentWorld.world(name: "other"))
        let view = makeView(pages, navigations) {
            $0.userContentController.addUserScript(
                WKUserScript(
                    source: "window.mine = 'one'", injectionTime: .atDocumentStart, forMainFrameOnly: true, in: one))
        }
        await view.open("app://host/", navigations)
        func mine(_ world: WKContentWorld) async throws -> String? {
            try await view.evaluateJavaScript(
                "`${window.mine} ${document.body.textContent.trim()}`", contentWorld: world) as? String
        }
        #expect(try await mine(.page)?.hasPrefix("page main") == true)
        #expect(try await mine(one)?.hasPrefix("one main") == true)
        #expect(try await mine(other)?.hasPrefix("undefined main") == true)
        #expect(try await mine(.defaultClient)?.hasPrefix("undefined main") == true)
        try await view.callAsyncJavaScript("window.mine = n", arguments: ["n": "called"], contentWorld: other)
        #expect(try await mine(other)?.hasPrefix("called") == true)
        #expect(try await mine(one)?.hasPrefix("one") == true)
    }
}
