import TestSupport
import Testing
import UIKitSubset
import WebKit

@testable import ViewTestSupport

/// Menus and previews of links and images.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ContextMenuTests {
    let pages = Pages()
    let navigations = Navigations()

    init() {
        pages["/"] = """
            <body style="margin: 0"><a href=/next style="display: block; height: 100px">next</a>
            <div style="height: 100px" id=plain>plain</div>
            <img style="display: block" width=50 height=50
                src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='50' height='50'/>">
            """
        pages["/next"] = "<title>Next</title>"
    }

    /// Makes menus, and records.
    final class Desk: NSObject, WKUIDelegate {
        var log: [String] = []
        let shown = Gate()

        func webView(
            _ webView: WKWebView, contextMenuConfigurationForElement elementInfo: WKContextMenuElementInfo,
            completionHandler: @escaping @MainActor (UIContextMenuConfiguration?) -> Void
        ) {
            log.append("configuration \(elementInfo.linkURL?.absoluteString ?? "nil")")
            completionHandler(
                UIContextMenuConfiguration(identifier: NSString(string: "menu"), previewProvider: nil) { suggested in
                    let own = UIAction(title: "Own") { [weak self] _ in self?.log.append("own") }
                    return UIMenu(title: "Link", children: suggested + [own])
                })
        }

        func webView(_ webView: WKWebView, contextMenuWillPresentForElement elementInfo: WKContextMenuElementInfo) {
            log.append("present")
            shown.open()
        }

        func webView(_ webView: WKWebView, contextMenuDidEndForElement elementInfo: WKContextMenuElementInfo) {
            log.append("end")
        }
    }

    /// Previews links as older applications do.
    final class Previewer: NSObject, WKUIDelegate {
        var log: [String] = []
        let shown = Gate()

        func webView(_ webView: WKWebView, shouldPreviewElement elementInfo: WKPreviewElementInfo) -> Bool {
            log.append("should \(elementInfo.linkURL?.path ?? "nil")")
            return true
        }

        func webView(
            _ webView: WKWebView, previewingViewControllerForElement elementInfo: WKPreviewElementInfo,
            defaultActions previewActions: [any WKPreviewActionItem]
        ) -> UIViewController? {
            log.append("preview \(previewActions.map(\.identifier) == [WKPreviewActionItemIdentifierOpen])")
            return UIViewController()
        }

        func webView(_ webView: WKWebView, contextMenuWillPresentForElement elementInfo: WKContextMenuElementInfo) {
            shown.open()
        }

        func webView(_ webView: WKWebView, commitPreviewingViewController previewingViewController: UIViewController) {
            log.append("commit \(previewingViewController.view != nil)")
        }
    }

    /// Opens previews with an animator.
    final class Committer: NSObject, WKUIDelegate {
        var log: [String] = []
        let shown = Gate()

        func webView(
            _ webView: WKWebView, contextMenuConfigurationForElement elementInfo: WKContextMenuElementInfo,
            completionHandler: @escaping @MainActor (UIContextMenuConfiguration?) -> Void
        ) { completionHandler(UIContextMenuConfiguration(previewProvider: { UIViewController() })) }

        func webView(_ webView: WKWebView, contextMenuWillPresentForElement elementInfo: WKContextMenuElementInfo) {
            shown.open()
        }

        func webView(
            _ webView: WKWebView, contextMenuForElement elementInfo: WKContextMenuElementInfo,
            willCommitWithAnimator animator: any UIContextMenuInteractionCommitAnimating
        ) {
            animator.preferredCommitStyle = .pop
            animator.addCompletion { self.log.append("completion") }
            animator.addAnimations { self.log.append("animation") }
            log.append("commit \(elementInfo.linkURL?.path ?? "nil") \(animator.previewViewController != nil)")
        }

        func webView(_ webView: WKWebView, commitPreviewingViewController previewingViewController: UIViewController) {
            log.append("older method")
        }
    }

    func openView(_ delegate: any WKUIDelegate) async -> WKWebView {
        let view = makeView(pages, navigations)
        view.uiDelegate = delegate
        await view.open("app://host/", navigations)
        return view
    }

    func ask(_ view: WKWebView, _ y: CGFloat) {
        view.click(at: CGPoint(x: 10, y: y), button: 3)
    }

    @Test func `a link's menu has the suggested and the delegate's own actions, which run`() async throws {
        let desk = Desk()
        let view = await openView(desk)
        ask(view, 20)
        await desk.shown.pass()
        let shown = try #require(view.presentedContextMenu)
        #expect(shown.menu?.title == "Link" && shown.menu?.children.map(\.title) == ["Open", "Own"])
        #expect(shown.elementInfo.linkURL?.absoluteString == "app://host/next")
        shown.choose(shown.menu?.children.last as? UIAction)
        #expect(desk.log == ["configuration app://host/next", "present", "end", "own"])
        #expect(view.presentedContextMenu == nil)
        shown.choose(shown.menu?.children.first as? UIAction)
        await navigations.over()
        #expect(view.title == "Next")
    }

    @Test func `an image has a menu without a link`() async throws {
        let desk = Desk()
        let view = await openView(desk)
        ask(view, 220)
        await desk.shown.pass()
        #expect(desk.log == ["configuration nil", "present"])
    }

    @Test func `the older methods of a delegate preview a link`() async throws {
        let previewer = Previewer()
        let view = await openView(previewer)
        ask(view, 20)
        await previewer.shown.pass()
        let shown = try #require(view.presentedContextMenu)
        #expect(shown.menu == nil && shown.preview != nil)
        shown.choosePreview()
        #expect(previewer.log == ["should /next", "preview true", "commit true"])
    }

    @Test func `the touch of a preview runs the closures of its animator, and no older method`() async throws {
        let committer = Committer()
        let view = await openView(committer)
        ask(view, 20)
        await committer.shown.pass()
        try #require(view.presentedContextMenu).choosePreview()
        #expect(committer.log == ["commit /next true", "animation", "completion"])
    }

    @Test func `a view without link previews asks the delegate for no menu`() async throws {
        let desk = Desk()
        let view = await openView(desk)
        view.allowsLinkPreview = false
        try await view.evaluateJavaScript("self.asked = new Promise((resolve) => { oncontextmenu = resolve; }); 0")
        ask(view, 20)
        // The reply follows the message that would have asked.
        try await view.call("await asked")
        try await view.evaluateJavaScript("0")
        #expect(desk.log.isEmpty && view.presentedContextMenu == nil)
        view.allowsLinkPreview = true
        ask(view, 20)
        await desk.shown.pass()
        #expect(desk.log == ["configuration app://host/next", "present"])
    }
}
