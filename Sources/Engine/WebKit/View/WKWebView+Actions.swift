// The forms of navigation for buttons and menus.
extension WKWebView {
    /// Goes to the page before, for a button or a menu. Apple API.
    public func goBack(_ sender: Any?) { _ = goBack() }

    /// Goes to the page after, for a button or a menu. Apple API.
    public func goForward(_ sender: Any?) { _ = goForward() }

    /// Loads the page again, for a button or a menu. Apple API.
    public func reload(_ sender: Any?) { _ = reload() }

    /// Loads the page again without using caches, for a button or a menu. Apple API.
    public func reloadFromOrigin(_ sender: Any?) { _ = reloadFromOrigin() }

    /// Ends every load, for a button or a menu. Apple API.
    public func stopLoading(_ sender: Any?) { stopLoading() }
}
