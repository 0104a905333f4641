import CWebKitGTK

/// The user agents and layouts of ``WKWebpagePreferences/preferredContentMode``.
///
/// Source: https://developer.apple.com/videos/play/wwdc2019/203/
enum ContentModeEffects {
    /// The width that a page for computers is laid out with at least, in CSS pixels. It is the usual width of a viewport on iOS.
    static let desktopWidth = 980.0

    /// The start of a user agent on a Mac, as it is on an iPad.
    static let desktop = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"

    /// Returns the user agent of a phone or tablet in place of the usual one, which is returned where it is one already.
    static func mobile(usual: String) -> String {
        if usual.contains("Mobile/") { return usual }
        let device = usual.contains("Macintosh") ? "iPad; CPU OS" : "iPhone; CPU iPhone OS"
        return "Mozilla/5.0 (\(device) 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
    }

    /// Returns the scale that shows a page for computers in a view of a width. WebKit rounds the width of the page down.
    static func scale(width: Double) -> Double { width < desktopWidth ? width / (desktopWidth + 0.01) : 1 }
}

extension WKWebView {
    /// Sets the content mode of the navigation that begins.
    func apply(_ mode: WKWebpagePreferences.ContentMode) {
        guard mode != shownPage.contentMode else { return }
        shownPage.contentMode = mode
        if let handle { cwk_view_correct_user_agents(handle) }
        applyUserAgent()
    }

    /// Lays the page that arrives out for its content mode.
    func applyLayout() {
        guard let handle else { return }
        let isDesktop = shownPage.contentMode == .desktop
        shownPage.layoutScale = isDesktop ? ContentModeEffects.scale(width: Double(viewSize.0)) : 1
        cwk_view_set_zoom(handle, Double(pageZoom) * shownPage.layoutScale)
    }

    /// The mode that a page comes in: the one that is preferred, else the device's.
    var effectiveContentMode: WKWebpagePreferences.ContentMode {
        guard shownPage.contentMode == .recommended else { return shownPage.contentMode }
        return liveConfiguration.customUserAgent?.contains("Macintosh") == true ? .desktop : .mobile
    }

    /// Returns the user agent for the content mode. One of the application's own stays.
    func agent(usual: String) -> String {
        if let customUserAgent, customUserAgent != liveConfiguration.customUserAgent { return usual }
        switch shownPage.contentMode {
        case .recommended: return usual
        case .mobile: return ContentModeEffects.mobile(usual: usual)
        case .desktop: return usual.contains("Macintosh") ? usual : ContentModeEffects.desktop
        }
    }
}
