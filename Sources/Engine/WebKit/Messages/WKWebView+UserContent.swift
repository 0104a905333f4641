import CWebKitGTK

extension WKWebView {
    /// Whether WebKit has given the view the user content of the view that opened it.
    var sharesUserContent: Bool { handle.map { cwk_view_shares_content($0) } ?? false }

    /// Returns whether messages of both views' pages reach the handlers of both.
    package func sharesUserContent(with other: WKWebView) -> Bool {
        userContent.map { $0.shared === other.userContent?.shared } ?? false
    }

    var userContent: ViewUserContent? {
        liveConfiguration.userContentController.content(of: self) as? ViewUserContent
    }

    /// Gives the view the scripts, handlers and rule lists of its controller.
    func attachUserContent() {
        let opener = sharesUserContent ? liveConfiguration.opener : nil
        let controller = liveConfiguration.userContentController
        let content = ViewUserContent(view: self, controller: controller, shared: opener?.userContent?.shared)
        controller.attach(content, of: self)
    }

    /// Replaces the scripts that the view's own kind puts into its pages; they run in every document loaded from now on.
    package func replaceHostScripts(_ scripts: [WKUserScript]) {
        liveConfiguration.hostContent.scripts = scripts
        userContent?.replaceHostScripts(scripts)
        liveConfiguration.userContentController.reinstallScripts()
    }

    /// Runs a watch in the page that is shown, and in every one to come.
    func watchPages(with watch: PageWatch) { userContent?.add(watch) }
}
