import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// The colours that a page names for the views around it.
@MainActor @Suite(.hangLimit(minutes: 1))
struct PageColorTests {
    let pages = Pages()
    let navigations = Navigations()

    /// Waits until a view's colour is `color`.
    private func wait<Color: Equatable>(for color: Color, of view: WKWebView, at path: KeyPath<WKWebView, Color>) async
    {
        let (values, continuation) = AsyncStream<Void>.makeStream()
        let observation = view.observe(path, options: [.initial]) { _, _ in continuation.yield() }
        for await _ in values where view[keyPath: path] == color { break }
        withExtendedLifetime(observation) {}
    }

    private func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> UIColor {
        UIColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
    }

    @Test func `the theme colour follows the page's meta element`() async throws {
        pages["/"] =
            "<meta name=theme-color media='(max-width: 1px)' content=red><meta name=theme-color content='#336699'>"
        pages["/plain"] = "<p>no colour"
        let view = makeView(pages, navigations)
        #expect(view.themeColor == nil)
        await view.open("app://host/", navigations)
        await wait(for: color(0x33, 0x66, 0x99), of: view, at: \.themeColor)
        try await view.call("document.querySelectorAll('meta')[1].content = 'rgb(1, 2, 3)'")
        await wait(for: color(1, 2, 3), of: view, at: \.themeColor)
        try await view.call("document.querySelectorAll('meta')[1].remove()")
        await wait(for: nil, of: view, at: \.themeColor)
        await view.open("app://host/", navigations)
        await wait(for: color(0x33, 0x66, 0x99), of: view, at: \.themeColor)
        await view.open("app://host/plain", navigations)
        await wait(for: nil, of: view, at: \.themeColor)
    }

    @Test func `the colour under the page is the page's background, unless the application sets one`() async throws {
        pages["/"] = "<body style='background: rgb(10, 20, 30)'>"
        let view = makeView(pages, navigations)
        #expect(view.underPageBackgroundColor == .white)
        await view.open("app://host/", navigations)
        await wait(for: color(10, 20, 30), of: view, at: \.underPageBackgroundColor)
        try await view.call("document.body.style.background = 'rgb(40, 50, 60)'")
        await wait(for: color(40, 50, 60), of: view, at: \.underPageBackgroundColor)
        view.underPageBackgroundColor = .red
        #expect(view.underPageBackgroundColor == .red)
        view.underPageBackgroundColor = nil
        #expect(view.underPageBackgroundColor == color(40, 50, 60))
    }
}
