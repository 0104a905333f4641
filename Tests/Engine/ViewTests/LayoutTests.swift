import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// A web view as a view among others.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct WebViewLayoutTests {
    let pages = Pages()
    let navigations = Navigations()
    let container = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))

    init() { pages["/"] = "<p>page" }

    func openView() async -> WKWebView {
        let view = makeView(pages, navigations)
        container.addSubview(view)
        await view.open("app://host/", navigations)
        return view
    }

    /// Waits until the page has the width, and returns its size.
    func pageSize(of view: WKWebView, whenWidthIs width: Int) async throws -> [Int]? {
        try await view.call(
            """
            while (innerWidth !== width) await new Promise((resolve) => addEventListener("resize", resolve, { once: true }));
            return [innerWidth, innerHeight];
            """, ["width": width]) as? [Int]
    }

    @Test(arguments: [false, true])
    func `a page that is loaded right after a resize begins with the new size`(isOnScreen: Bool) async throws {
        pages["/"] = "<script>const begun = [innerWidth, innerHeight]</script>"
        let view = makeView(pages, navigations) { $0.isOnScreen = isOnScreen }
        await view.open("app://host/", navigations)
        // The display server's answer to a resize can give a window on the screen its earlier size for a moment, after the next resize.
        for width in isOnScreen ? [300] : [300, 350, 450, 500, 550, 600, 650, 700] {
            view.frame.size = CGSize(width: width, height: 200)
            await view.open("app://host/", navigations)
            #expect(try await view.call("return begun") as? [Int] == [width, 200])
        }
    }

    @Test func `a page follows its superview's size by the mask`() async throws {
        let view = await openView()
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        container.frame.size = CGSize(width: 500, height: 350)
        #expect(view.frame.size == CGSize(width: 500, height: 350))
        #expect(try await pageSize(of: view, whenWidthIs: 500) == [500, 350])
    }

    @Test func `a page follows constraints, and a change of the superview's size without a call for layout`()
        async throws
    {
        let view = await openView()
        view.translatesAutoresizingMaskIntoConstraints = false
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: container.topAnchor, constant: 20),
            view.leadingAnchor.constraint(equalTo: container.leadingAnchor),
            view.trailingAnchor.constraint(equalTo: container.trailingAnchor, constant: -50),
            view.bottomAnchor.constraint(equalTo: container.bottomAnchor),
        ])
        #expect(try await pageSize(of: view, whenWidthIs: 350) == [350, 280])
        container.frame.size = CGSize(width: 300, height: 200)
        #expect(try await pageSize(of: view, whenWidthIs: 250) == [250, 180])
    }

    @Test func `a page is drawn over white, or over the background of a view that is not opaque`() async {
        let view = await openView()
        #expect(view.pageBackgroundColor == .white)
        view.backgroundColor = .red
        #expect(view.pageBackgroundColor == .white)
        view.isOpaque = false
        #expect(view.pageBackgroundColor == .red)
        view.backgroundColor = .clear
        #expect(view.pageBackgroundColor == .clear)
    }

    @Test func `a page is drawn over the background colour of the view's look, whichever is set first`() {
        let view = makeView(pages, navigations)
        view.isOpaque = false
        view.backgroundColor = .systemBackground
        #expect(view.pageBackgroundColor == .white)
        view.overrideUserInterfaceStyle = .dark
        #expect(view.pageBackgroundColor == .black)
        view.overrideUserInterfaceStyle = .unspecified
        #expect(view.pageBackgroundColor == .white)
        container.overrideUserInterfaceStyle = .dark
        container.addSubview(view)
        #expect(view.pageBackgroundColor == .black)
    }

    @Test func `a configuration that draws no background makes views that are not opaque`() {
        let view = makeView(pages, navigations) { $0.setValue(false, forKey: "drawsBackground") }
        #expect(!view.isOpaque && view.pageBackgroundColor == .clear)
    }

    @Test func `a web view can become the first responder`() async {
        let view = await openView()
        #expect(view.becomeFirstResponder() && view.isFirstResponder && view.next === container)
    }
}
