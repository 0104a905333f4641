/// The closures and objects by which other modules take part in a view; nil where none does.
@MainActor
package struct ViewHooks {
    /// Returns the address that the application sees in place of WebKit's, for a kind of view that loads under a scheme of its own.
    package var shownAddress: (@MainActor (URL) -> URL)?
    /// Returns the address that such a view loads for an address of the application.
    package var loadedAddress: (@MainActor (URL) -> URL)?
    /// Called when a navigation is about to begin, before the delegate is asked: finding out its frame can take a moment.
    package var navigationAsked: (@MainActor () -> Void)?
    /// Returns whether the application takes a page's navigation or window away. Called before the delegate, with its own loads, too.
    package var takesNavigation: (@MainActor (_ action: WKNavigationAction, _ isRequested: Bool) -> Bool)?
    /// Called with each document of the store's extension, before anything of its scripts arrives.
    package var documentBegan: (@MainActor (EngineDocument) -> Void)?
    /// Called when the preferences or ``WKWebView/isInspectable`` have changed.
    package var preferencesApplied: (@MainActor () -> Void)?
    /// The closures that take navigations to a scheme, by the scheme in lower case.
    package var linkHandlers: [String: @MainActor (URL) -> Bool] = [:]
    /// Stands between the view and its delegate, for a kind of view that overrides `navigationDelegate`.
    package weak var navigationDelegate: (any WKNavigationDelegate)?
    /// Brings bodies of custom schemes to pages in place of the view.
    package weak var bodyTakers: (any BodyTakers)?
    /// Gives the loader for intercepted http(s) requests, in place of ``WKWebViewConfiguration/networkLoader``.
    package weak var interceptionSource: (any InterceptionSource)?
    /// Watches the view's loads.
    package weak var resourceLoads: ResourceLoads?
}
