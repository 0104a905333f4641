import CWebKitGTK

// Other modules use these members.
extension WKWebView {
    /// The number that WebKit gives the view's page, also in its web process; nil for a view that has ended.
    package var pageNumber: UInt64? { handle.map { cwk_view_page_number($0) } }

    /// The address of the page that is shown, as WebKit knows it, whatever is being loaded; nil before the first one.
    package var documentURL: URL? { shownPage.committedURL }

    /// The address of the last load that failed; not every error names it.
    package var failedURL: URL? { shownPage.failedURL }

    /// Loads the page again after its web process ended, unless the limit is reached.
    package func relaunchPage() {
        if shownPage.relaunches.begin(at: .now) { reload() }
    }
}
