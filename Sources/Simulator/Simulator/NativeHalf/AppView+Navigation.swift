import Foundation
import SWWebView
import WebKit

// The navigations and new windows of pages, as the framework's navigation delegate decides about them.
extension AppView {
    /// Asks the framework about the navigations of a view.
    func watchNavigations(of view: WKWebView) {
        navigations = view.hooks.proposedNavigations.add { [weak self] navigation in
            guard let self, !navigation.isCancelled else { return }
            let isOfClient = half.beginsClientNavigation(navigation.action, in: webView)
            navigation.isCancelled = takes(navigation.action, isRequested: navigation.isRequested || isOfClient)
        }
    }

    /// Returns whether an address belongs to an origin that the app itself has loaded.
    func isOwn(_ url: URL) -> Bool { ownOrigins.contains(Self.origin(of: url)) }

    private static func origin(of url: URL) -> String {
        let port = url.port.map { ":\($0)" } ?? ""
        return "\(url.scheme?.lowercased() ?? "")://\(url.host?.lowercased() ?? "")\(port)"
    }

    private func takes(_ action: WKNavigationAction, isRequested: Bool) -> Bool {
        guard let bridge, let url = action.request.url ?? URL(string: "about:blank") else { return false }
        if isRequested {
            ownOrigins.insert(Self.origin(of: url))
            return false
        }
        let isDecided = url == pageLoad
        if isDecided { pageLoad = nil }
        switch isForeign(action, to: url) ? .refuse : isDecided ? .load : bridge.decision(on: action, to: url) {
        case .load: return false
        case .ignore: break
        case .refuse: refuse(url)
        case .replace: load(action.request)
        case .browser:
            half.phone.openBrowser(url.absoluteString)
            half.hear(.warning("The app opened \(url.absoluteString) in a browser"))
        case .system:
            // The system has an app for none of these schemes.
            guard !isOwn(url), !["about", "blob", "data", "javascript"].contains(url.scheme) else {
                refuse(url)
                break
            }
            half.phone.openedURLs.append(url.absoluteString)
            half.hear(.warning("The app opened \(url.absoluteString) outside of the app"))
        }
        return true
    }

    /// Loads an address that the page chose. Its origin does not become the app's own.
    func load(_ request: URLRequest) {
        guard let webView, let url = request.url else { return }
        guard webView.loadForPage(request) != nil else { return refuse(url) }
        pageLoad = url
    }

    private func refuse(_ url: URL) {
        half.hear(.warning("The app did not load \(url.absoluteString.prefix(200))"))
    }

    /// Returns whether a frame of another origin navigates the page to a file or another internal path of the app, which would then be
    /// a document of the app. The view itself refuses documents in frames.
    private func isForeign(_ action: WKNavigationAction, to url: URL) -> Bool {
        guard action.isTopLevel, let view = webView as? SWWebView, view.hasEndpoint(at: url) else { return false }
        return NativeFrame(action.sourceFrame).origin != Self.origin(of: url)
    }
}

extension WKNavigationAction {
    /// Whether a navigation replaces the main frame's document, or opens a window.
    var isTopLevel: Bool { targetFrame?.isMainFrame ?? true }
}
