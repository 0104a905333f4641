/// The parts of a view that an archive keeps, as on iOS: settings of the view and its configuration.
///
/// Scripts, handlers, delegates and the page are not among them.
package struct ArchivedView: ArchivedSettings {
    package static let key = "WKWebView"

    package private(set) var frame = CGRect.zero
    package private(set) var customUserAgent: String?
    private var allowsBackForwardNavigationGestures = false
    private var allowsLinkPreview = true
    private var isInspectable = false
    private var settings = ArchivedConfiguration()

    /// The settings of a new view.
    package init() {}

    @MainActor
    init(_ view: WKWebView) {
        frame = view.frame
        customUserAgent = view.customUserAgent
        allowsBackForwardNavigationGestures = view.allowsBackForwardNavigationGestures
        allowsLinkPreview = view.allowsLinkPreview
        isInspectable = view.isInspectable
        settings = ArchivedConfiguration(view.liveConfiguration)
    }

    /// Gives a new view the settings that are not its configuration's.
    @MainActor
    package func restore(_ view: WKWebView) {
        view.allowsBackForwardNavigationGestures = allowsBackForwardNavigationGestures
        view.allowsLinkPreview = allowsLinkPreview
        view.isInspectable = isInspectable
    }

    /// A configuration with the settings.
    @MainActor package var configuration: WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        settings.apply(to: configuration)
        return configuration
    }
}
