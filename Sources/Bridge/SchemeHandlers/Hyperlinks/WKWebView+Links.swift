public import WebKit

/// Links to an application's own scheme, which iOS hands to the application.
///
/// ```swift
/// view.handleLinks(toScheme: router.scheme) { router.handle($0) }
/// router.openURL = { view.load(URLRequest(url: $0)) }
/// ```
extension WKWebView {
    /// Has navigations to a scheme handled by the application, in any frame and for new windows: before the navigation delegate is
    /// asked. Main actor only.
    ///
    /// The scheme's case does not matter. A scheme that has a `WKURLSchemeHandler` is loaded from it as soon as `handle`
    /// returns false.
    /// - Parameter handle: returns whether it has taken the URL; else the navigation goes on as without it. Nil takes an earlier
    ///   one away.
    public func handleLinks(toScheme scheme: String, _ handle: (@MainActor (URL) -> Bool)?) {
        hooks.linkHandlers[scheme.lowercased()] = handle
    }
}
