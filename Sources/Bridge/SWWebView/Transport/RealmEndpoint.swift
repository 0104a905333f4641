import Fetch
import Foundation
import ServiceWorkers
import WebKit

/// The endpoint of the view that shows a realm, as realms and the directories of a data store use it.
@MainActor
protocol RealmEndpoint: AnyObject {
    /// The loading that answers the requests of the view's realms.
    var loading: ViewSources { get }
    /// The observation point of messages between the realms and the host.
    var tap: BridgeTap { get }
    /// The view; nil for the endpoint of a hidden page, and for a view that has gone.
    var webView: (any BridgedView)? { get }

    /// The page that requests of the view's documents and workers are made for.
    var firstParty: FirstParty { get }

    /// Takes a message, see ``BridgeEndpoint``.
    @discardableResult
    func receive(
        _ text: UnsafeRawBufferPointer?, _ bytes: Data, from sender: Realm?, over channel: (any RealmChannel)?
    ) -> Bool

    /// Returns the realm of a document or worker after its first message; nil for one that the view does not show.
    func realm(arriving id: String) async -> Realm?

    /// Closes the event stream of a realm that has gone.
    func close(_ realm: Realm)

    /// Navigates a frame. Calls `found` when the document that comes next is there, or its load has failed.
    func navigate(_ realm: Realm, to url: URL, _ found: @escaping Successors.Found)

    /// Returns the referrer of the document that an address will show; nil where none was noted.
    func referrer(of url: URL) -> String?

    /// Returns whether the view shows a frame of an origin.
    func shows(_ key: StorageKey) -> Bool

    /// Returns whether the view's page has sent a message.
    func hasSent(_ message: CommandMessage) -> Bool
}

/// A view with a bridge, as its endpoint uses it.
@MainActor
protocol BridgedView: WKWebView {
    var bridgeTransport: BridgeTransport { get }
    /// Has documents ask whether they are cross-origin isolated.
    func askIsolation()
    /// Gives documents that begin from now on the state of the web app.
    func followWebApp()

    /// Has documents ask for their address. A redirect has led to a document.
    func askAddress()
}
