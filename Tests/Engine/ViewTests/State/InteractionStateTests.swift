import Foundation
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// A view's state that another view goes on with.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct InteractionStateTests {
    let pages = Pages()
    let navigations = Navigations()

    init() {
        pages["/one"] = "<title>One</title>"
        pages["/two"] = "<title>Two</title><div style='height: 3000px'>two</div>"
    }

    private func stateOfTwoPages() async throws -> Any {
        let view = makeView(pages, navigations)
        await view.open("app://host/one", navigations)
        await view.open("app://host/two", navigations)
        return try #require(view.interactionState)
    }

    @Test func `a view that is given another's state shows its page and has its history`() async throws {
        let state = try await stateOfTwoPages()
        let view = makeView(pages, navigations)
        view.interactionState = state
        await navigations.over()
        #expect(view.title == "Two")
        #expect(view.backForwardList.backList.map(\.url) == [URL("app://host/one")])
        view.goBack()
        await navigations.over()
        #expect(view.title == "One")
        #expect(view.canGoForward)
    }

    @Test func `what is no state changes nothing`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/one", navigations)
        view.interactionState = Data("no state".utf8)
        view.interactionState = 17
        view.interactionState = nil
        #expect(view.url == URL("app://host/one"))
        #expect(try await view.call("return document.title") as? String == "One")
        #expect(!view.canGoBack)
    }

    @Test func `a page of a custom scheme has no certificates and is not secure`() async {
        let view = makeView(pages, navigations)
        await view.open("app://host/one", navigations)
        #expect(view.serverTrust == nil)
        #expect(!view.hasOnlySecureContent)
    }
}
