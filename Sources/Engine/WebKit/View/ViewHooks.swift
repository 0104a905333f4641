/// The closures and objects by which other modules change what a view does, nil where none does, and the observers of its engine.
@MainActor
package struct ViewHooks {
    /// Returns the address that the application sees in place of WebKit's, for a kind of view that loads under a scheme of its own.
    package var shownAddress: (@MainActor (URL) -> URL)?
    /// Returns the address that such a view loads for an address of the application.
    package var loadedAddress: (@MainActor (URL) -> URL)?
    /// The observers of navigations that are about to begin, before the view looks up the frame and asks the delegate.
    package let askedNavigations = ObserverList<Void>()
    /// The observers of navigations and new windows, also the application's own, before the delegate is asked. Each may cancel one.
    package let proposedNavigations = ObserverList<ProposedNavigation>()
    /// The observers of documents of the store's extension, before anything of their scripts arrives.
    package let documents = ObserverList<EngineDocument>()
    /// The observers of frames that get a document, of any origin. One of the store's extension is reported next.
    package let frames = ObserverList<EngineFrame>()
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
    package weak var resourceLoads: LoadCounter?
}

/// A navigation or a new window before the delegate is asked.
@MainActor
package final class ProposedNavigation {
    /// The action, with the address that the application sees.
    package let action: WKNavigationAction
    /// Whether the application itself loads the address, in place of a page.
    package let isRequested: Bool
    /// Whether an observer cancels the navigation: it does not happen, and the delegate is not asked.
    package var isCancelled = false

    init(_ action: WKNavigationAction, isRequested: Bool) { (self.action, self.isRequested) = (action, isRequested) }
}
