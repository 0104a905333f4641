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

/// A line that a service worker prints.
package struct ServiceWorkerOutput: Sendable {
    /// The method of `console`, such as `warn`.
    package let level: String
    /// The name of the script, and what it prints.
    package let text: String
}

/// A service worker's change to another state, or its failed installation.
package struct ServiceWorkerChange: Sendable {
    /// The worker's id.
    package let id: String
    /// The address of its script.
    package let script: URL
    /// The state, as `ServiceWorker.state` has it.
    package let state: String
    /// The error of a worker that does not install; nil for a change of the state.
    package let failure: String?
}
