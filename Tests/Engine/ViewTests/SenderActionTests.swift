import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// The forms of navigation for buttons, and what a click says about its mouse and keys.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SenderActionTests {
    let pages = Pages()
    let navigations = Navigations()

    init() {
        pages["/"] =
            "<title>First</title><body style='margin: 0'><a href=/second style='display: block; height: 200px'>second</a>"
        pages["/second"] = "<title>Second</title>"
    }

    @Test func `goBack, goForward, reload and reloadFromOrigin navigate for a sender`() async {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        await view.open("app://host/second", navigations)
        view.goBack(nil)
        await navigations.over()
        #expect(view.title == "First")
        view.goForward(self)
        await navigations.over()
        #expect(view.title == "Second")
        for load in [view.reload(_:), view.reloadFromOrigin(_:)] {
            load(nil)
            await navigations.over()
        }
        #expect(navigations.actions.suffix(2).map(\.navigationType) == [.reload, .reload])
    }

    @Test func `stopLoading for a sender ends a load`() async {
        let view = makeView(pages, navigations)
        pages.on("/endless") { _ in view.stopLoading(nil) }
        await view.open("app://host/endless", navigations)
        #expect(navigations.error?.code == NSURLErrorCancelled)
    }

    @Test func `the action of a click has the keys that were held and the button of the mouse`() async {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        #expect(navigations.actions.last?.modifierFlags == [] && navigations.actions.last?.buttonNumber == [])
        view.click(at: CGPoint(x: 20, y: 20), modifiers: [.alt])
        await navigations.over()
        #expect(view.title == "Second")
        #expect(navigations.actions.last?.modifierFlags == .alternate)
        #expect(navigations.actions.last?.buttonNumber == .primary)
    }
}
