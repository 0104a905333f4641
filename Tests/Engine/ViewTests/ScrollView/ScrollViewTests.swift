import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// The scroll view of a web view.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ScrollViewTests {
    /// Notes what a scroll view tells its delegate.
    final class Scrolls: NSObject, UIScrollViewDelegate {
        var offsets: [Double] = []
        let animationEnd = Gate()

        func scrollViewDidScroll(_ scrollView: UIScrollView) { offsets.append(Double(scrollView.contentOffset.y)) }
        func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { animationEnd.open() }
    }

    let pages = Pages()
    let navigations = Navigations()
    let scrolls = Scrolls()

    init() { pages["/"] = "<!doctype html><body style='margin: 0'><div id='page' style='height: 3000px'>page</div>" }

    private func openView() async -> WKWebView {
        let view = makeView(pages, navigations)
        view.scrollView.delegate = scrolls
        await view.open("app://host/", navigations)
        await wait(for: \.contentSize, of: view.scrollView) { $0.height >= 3000 }
        return view
    }

    /// Waits until a property of a scroll view has a value.
    private func wait<Value: Equatable & Sendable>(
        for path: KeyPath<UIScrollView, Value>, of scrollView: UIScrollView, _ isThere: (Value) -> Bool
    ) async {
        let (values, continuation) = AsyncStream<Value>.makeStream()
        let observation = scrollView.observe(path, options: [.initial, .new]) { _, change in
            if let value = change.newValue { continuation.yield(value) }
        }
        for await value in values where isThere(value) { break }
        withExtendedLifetime(observation) {}
    }

    @Test func `a page that scrolls itself moves the offset, and the delegate is told once`() async throws {
        let view = await openView()
        #expect(view.scrollView.contentOffset == .zero)
        #expect(view.scrollView.contentSize == CGSize(width: try await pageWidth(of: view), height: 3000))
        try await view.call("scrollTo(0, 500)")
        await wait(for: \.contentOffset, of: view.scrollView) { $0.y == 500 }
        #expect(scrolls.offsets == [500])
    }

    private func pageWidth(of view: WKWebView) async throws -> Double {
        try #require(try await view.call("return document.documentElement.clientWidth") as? Double)
    }

    @Test func `the content's size follows the document`() async throws {
        let view = await openView()
        try await view.call("page.style.height = '5000px'")
        await wait(for: \.contentSize, of: view.scrollView) { $0.height == 5000 }
        #expect(view.scrollView.contentSize.height == 5000)
    }

    @Test func `an offset that is set scrolls the page, as far as the content goes`() async throws {
        let view = await openView()
        view.scrollView.contentOffset = CGPoint(x: 0, y: 700)
        #expect(view.scrollView.contentOffset.y == 700)
        #expect(try await view.call("return scrollY") as? Double == 700)
        view.scrollView.setContentOffset(CGPoint(x: 0, y: 1e6), animated: false)
        let end = try #require(
            try await view.call("return document.documentElement.scrollHeight - innerHeight") as? Double)
        let offset = Double(view.scrollView.contentOffset.y)
        #expect(offset == end, "\(offset.bitPattern) \(end.bitPattern)")
        #expect(try await view.call("return scrollY") as? Double == end)
        #expect(scrolls.offsets == [700, end])
    }

    @Test func `an animated scroll passes offsets, and its end is told`() async throws {
        let view = await openView()
        view.scrollView.setContentOffset(CGPoint(x: 0, y: 900), animated: true)
        #expect(view.scrollView.contentOffset.y == 0)
        await scrolls.animationEnd.pass()
        #expect(view.scrollView.contentOffset.y == 900)
        #expect(scrolls.offsets.count > 1 && scrolls.offsets == scrolls.offsets.sorted())
    }

    @Test func `another frame that scrolls leaves the offset alone, and neither it nor the page can report one`()
        async throws
    {
        pages["/inner"] = """
            <!doctype html><div style='height: 4000px'>inner</div><script>
            const seen = typeof self.webkit?.messageHandlers?.swwebviewScrolling;
            addEventListener("message", () => {
                scrollTo(0, 400);
                requestAnimationFrame(() => requestAnimationFrame(() => parent.postMessage(`${scrollY} ${seen}`, "*")));
            });
            </script>
            """
        let view = await openView()
        let inner = try await view.call(
            """
            const frame = document.createElement("iframe");
            frame.src = "app://other/inner";
            document.body.prepend(frame);
            await new Promise((resolve) => { frame.onload = resolve; });
            const answer = new Promise((resolve) => { onmessage = ({ data }) => resolve(data); });
            frame.contentWindow.postMessage("scroll", "*");
            return await answer;
            """)
        #expect(inner as? String == "400 undefined")
        #expect(
            try await view.call("return typeof self.webkit?.messageHandlers?.swwebviewScrolling") as? String
                == "undefined")
        try await view.call("scrollTo(0, 100)")
        await wait(for: \.contentOffset, of: view.scrollView) { $0.y == 100 }
        #expect(scrolls.offsets == [100])
    }

    @Test func `a new page begins at the top`() async throws {
        pages["/next"] = "<!doctype html><div style='height: 2000px'>next</div>"
        let view = await openView()
        view.scrollView.contentOffset = CGPoint(x: 0, y: 600)
        await view.open("app://host/next", navigations)
        await wait(for: \.contentOffset, of: view.scrollView) { $0 == .zero }
        #expect(try await view.call("return scrollY") as? Double == 0)
    }

    @Test func `without scrolling by the user the root has no scroll bar, and the program still scrolls`() async throws
    {
        let view = await openView()
        view.scrollView.isScrollEnabled = false
        let overflow = "return getComputedStyle(document.documentElement).overflowY"
        #expect(try await view.call(overflow) as? String == "hidden")
        view.scrollView.contentOffset = CGPoint(x: 0, y: 300)
        #expect(try await view.call("return scrollY") as? Double == 300)
        view.scrollView.isScrollEnabled = true
        #expect(try await view.call(overflow) as? String == "visible")
    }

    @Test func `a page that was shown before the scroll view was used reports its offset`() async throws {
        let view = makeView(pages, navigations)
        await view.open("app://host/", navigations)
        try await view.call("scrollTo(0, 250)")
        await wait(for: \.contentOffset, of: view.scrollView) { $0.y == 250 }
        #expect(view.scrollView.contentSize.height == 3000)
    }

    @Test func `another property of a scroll view cannot be observed`() {
        let view = makeView(pages, navigations)
        let misuse = WKException.recording {
            _ = view.scrollView.observe(\.zoomScale) { _, _ in }
            _ = UIScrollView(frame: .zero).observe(\.contentOffset) { _, _ in }
        }
        #expect(misuse.map(\.name) == [.undefinedKeyException, .undefinedKeyException])
    }
}
