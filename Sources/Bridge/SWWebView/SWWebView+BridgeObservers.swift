import Foundation
import WebKit

extension SWWebView {
    /// The observers of every message between this view's pages and the bridge, in their order. Add one before loading.
    package var bridgeMessages: ObserverList<BridgeMessage> { bridgeTap.observers }

    /// The observers of every message between service workers of the view's data store and the host, in their order. The realm of a
    /// message is the worker's id.
    package var serviceWorkerMessages: ObserverList<BridgeMessage> { services.tap.observers }

    /// The observers of the states of service workers of the view's data store, and of the errors of those that do not install.
    package var serviceWorkerStates: ObserverList<ServiceWorkerChange> { services.announcements.states }

    /// The observers of what service workers of the view's data store print. While there are any, the log does not have it.
    package var serviceWorkerConsole: ObserverList<ServiceWorkerOutput> { services.console }

    /// The observers of text that a script of ``WKWebViewConfiguration/realms`` sends from a worker of the view's data store.
    package var realmScriptMessages: ObserverList<String> { services.realmScriptMessages }
}
