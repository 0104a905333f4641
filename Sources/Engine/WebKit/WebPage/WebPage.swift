public import Observation

/// A web page without a view of its own, for Swift: it loads, tells of its navigations, and runs scripts. Apple API. Main actor only.
///
/// ```swift
/// let page = WebPage()
/// for try await event in page.load(URL(string: "https://app.example/")) where event == .finished {
///     print(page.title)
/// }
/// ```
///
/// Its properties can be observed with the module `Observation`. The page is laid out 1024 points wide and 768 points high.
///
/// Source: https://developer.apple.com/documentation/webkit/webpage
@MainActor @Observable
public final class WebPage {
    /// The configuration that the page was made with.
    let configuration: Configuration
    @ObservationIgnored let navigationAdapter: PageNavigationAdapter
    @ObservationIgnored let dialogAdapter: PageDialogAdapter
    @ObservationIgnored let events = NavigationEvents()
    @ObservationIgnored private var changesKey = 0

    /// The view that has the page.
    @ObservationIgnored private(set) lazy var view = makeView()

    /// The latest event of a navigation; nil before the first. Of the first version of Apple's API: later ones have ``navigations``.
    public internal(set) var currentNavigationEvent: NavigationEvent?

    /// Makes a page whose navigations and dialogs are decided by the application. Apple API.
    public convenience init(
        configuration: Configuration = Configuration(), navigationDecider: some NavigationDeciding,
        dialogPresenter: some DialogPresenting
    ) { self.init(configuration, navigationDecider, dialogPresenter) }

    /// Makes a page whose dialogs are decided by the application. Apple API.
    public convenience init(configuration: Configuration = Configuration(), dialogPresenter: some DialogPresenting) {
        self.init(configuration, nil, dialogPresenter)
    }

    /// Makes a page whose navigations are decided by the application. Apple API.
    public convenience init(
        configuration: Configuration = Configuration(), navigationDecider: some NavigationDeciding
    ) { self.init(configuration, navigationDecider, nil) }

    /// Makes a page that allows each navigation, and cancels each dialog. Apple API.
    public convenience init(configuration: Configuration = Configuration()) { self.init(configuration, nil, nil) }

    private init(
        _ configuration: Configuration, _ decider: (any NavigationDeciding)?, _ presenter: (any DialogPresenting)?
    ) {
        self.configuration = configuration
        navigationAdapter = PageNavigationAdapter(decider)
        dialogAdapter = PageDialogAdapter(presenter, configuration.deviceSensorAuthorization)
        navigationAdapter.page = self
        dialogAdapter.page = self
    }

    isolated deinit { events.endAll() }

    private func makeView() -> WKWebView {
        let view = WKWebView(
            frame: CGRect(x: 0, y: 0, width: 1024, height: 768), configuration: configuration.viewConfiguration)
        view.navigationDelegate = navigationAdapter
        view.uiDelegate = dialogAdapter
        changesKey = view.propertyChanges.add { [weak self] in self?.changed($0) }
        return view
    }

    /// Returns whether WebKit loads URLs of the scheme itself, so that no handler can be set for it. Apple API.
    public class func handlesURLScheme(_ urlScheme: String) -> Bool { WKWebView.handlesURLScheme(urlScheme) }

    /// The user agent that replaces the usual one; nil restores that. Apple API.
    public var customUserAgent: String? {
        get { view.customUserAgent }
        set { view.customUserAgent = newValue }
    }

    /// Whether the Web Inspector may look into the page. Apple API.
    public var isInspectable: Bool {
        get { view.isInspectable }
        set { view.isInspectable = newValue }
    }
}
