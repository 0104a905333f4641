import CWebKitGTK

extension WKWebView: ScrolledPage {
    /// Whether style sheets are to be changed so that pages see the safe area.
    package var simulatesSafeArea: Bool { liveConfiguration.safeAreaInsets != nil }

    func applySafeArea() {
        setNeedsLayout()
        if simulatesSafeArea { applyUserStyle() }
    }

    /// Has style sheets meet the media features anew: WebKitGTK reports a change of `prefers-reduced-motion` to scripts alone.
    package func updateMediaStyles() {
        guard let handle, userContent?.isInstalled ?? true else { return }
        // A change of the user's style sheets has WebKit evaluate those of the page again.
        cwk_view_set_user_styles(handle, "/**/", nil)
        applyUserStyle()
    }

    /// Hands the style sheets of the safe area and of the scroll view to WebKit. A window has those of its opener.
    func applyUserStyle() {
        guard let handle, userContent?.isInstalled ?? true else { return }
        let safeArea = simulatesSafeArea ? SafeAreaStyle.sheet(safeAreaInsets) : nil
        cwk_view_set_user_styles(handle, safeArea, pageScrollView?.rootStyle)
    }
}
