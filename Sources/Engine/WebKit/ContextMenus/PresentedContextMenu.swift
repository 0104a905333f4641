public import UIKitSubset

/// A context menu that the view presents. Nobody sees it here: a test or a program chooses for the person. Not of Apple's API.
///
/// ```swift
/// webView.presentedContextMenu?.choose(webView.presentedContextMenu?.menu?.children.first as? UIAction)
/// ```
@MainActor
public final class PresentedContextMenu {
    /// The element that the menu belongs to.
    public let elementInfo: WKContextMenuElementInfo
    /// The menu that the delegate has made; nil for a preview alone.
    public let menu: UIMenu?
    /// The controller of the preview; nil without one.
    public let preview: UIViewController?
    private weak var webView: WKWebView?

    init(_ configuration: UIContextMenuConfiguration, _ elementInfo: WKContextMenuElementInfo, in webView: WKWebView) {
        self.elementInfo = elementInfo
        self.webView = webView
        let open = elementInfo.linkURL.map { url in
            UIAction(title: "Open") { [weak webView] _ in _ = webView?.loadForPage(URLRequest(url: url)) }
        }
        preview = configuration.previewProvider?()
        menu = configuration.actionProvider?(open.map { [$0] } ?? [])
    }

    /// Ends the menu and runs an action; nil only ends it.
    public func choose(_ action: UIAction?) {
        end()
        if let webView { action?.run(by: webView) }
    }

    /// Ends the menu as a touch of its preview does.
    public func choosePreview() {
        guard let webView, let preview else { return }
        end()
        let commit = PreviewCommit(preview)
        webView.uiDelegate?.webView(webView, contextMenuForElement: elementInfo, willCommitWithAnimator: commit)
        commit.run()
    }

    private func end() {
        guard let webView, webView.presentedContextMenu === self else { return }
        webView.presentedContextMenu = nil
        webView.uiDelegate?.webView(webView, contextMenuDidEndForElement: elementInfo)
    }
}

extension WKWebView {
    /// The context menu that was asked for last; nil after its end. Not of Apple's API.
    public internal(set) var presentedContextMenu: PresentedContextMenu? {
        get { attachments[ObjectIdentifier(PresentedContextMenu.self)] as? PresentedContextMenu }
        set { attachments[ObjectIdentifier(PresentedContextMenu.self)] = newValue }
    }

    /// Asks the delegate for the menu of a link or an image.
    func contextMenuAsked(link: URL?, isImage: Bool) {
        guard let uiDelegate, allowsLinkPreview, link != nil || isImage else { return }
        let info = WKContextMenuElementInfo(linkURL: hooks.shownAddress.flatMap { map in link.map(map) } ?? link)
        let question = CompletionHandler<UIContextMenuConfiguration?>(
            uiDelegate, "webView:contextMenuConfigurationForElement:completionHandler:", unanswered: nil
        ) { [weak self] configuration in
            guard let self, let configuration else { return }
            presentedContextMenu?.choose(nil)
            presentedContextMenu = PresentedContextMenu(configuration, info, in: self)
            self.uiDelegate?.webView(self, contextMenuWillPresentForElement: info)
        }
        uiDelegate.webView(
            self, contextMenuConfigurationForElement: info, completionHandler: question.closure())
    }
}
