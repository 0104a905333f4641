// Other modules use these members.
extension WKWebView {
    /// The address of the page that is shown, as WebKit knows it, whatever is being loaded; nil before the first one.
    package var documentURL: URL? { shownPage.committedURL }

    /// The address of the last load that failed; not every error names it.
    package var failedURL: URL? { shownPage.failedURL }

    /// Loads the page again after its web process ended, unless the limit is reached.
    package func relaunchPage() {
        if shownPage.relaunches.begin(at: .now) { reload() }
    }
}
