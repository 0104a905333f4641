import Fetch
import Foundation
import ServiceWorkers
import URLInterception
import WebKit

/// The navigations of one view's frames that have begun, each with the client that its document will be.
@MainActor
final class PageNavigations {
    private struct Reservation {
        var client: Client
        let address: String
        /// Whether the navigation got a document that only redirects.
        var isRedirect = false
    }

    /// A document that leads a page to another one.
    struct Leader {
        /// Its address, which the page may see; nil where the leader opened a window, perhaps without a referrer.
        let url: URL?
        let origin: Origin
        /// The referrer policy that an element names; nil for none.
        let policy: ReferrerPolicy?
    }

    /// A redirect to another origin, which a document in its place follows.
    private struct Redirected {
        let from: String
        let address: String
        let request: OutgoingRequest
        /// Whether that document has begun to navigate.
        var hasBegun = false
    }

    /// The most navigations that are remembered.
    private static let most = 64

    private let services: WorkerStore
    private var reserved: [Reservation] = []
    /// Clients whose navigations were redirected within their origin, by the next address.
    private var redirected: [(address: String, id: ClientID)] = []
    private var repeated: [(address: String, type: WKNavigationType)] = []

    /// The documents that lead pages to an address, by address.
    private var leaders: [(address: String, leader: Leader)] = []
    /// The referrers of documents that are on their way, by address.
    private var referrers: [(address: String, referrer: String)] = []
    /// The redirects to other origins that are on their way.
    private var redirects: [Redirected] = []

    /// The loads of documents that are on their way, by address.
    private var timings: [(address: String, timing: ResourceTiming)] = []

    init(services: WorkerStore) { self.services = services }

    /// Makes a client for a navigation that has begun.
    func reserve(_ url: URL, isTopLevel: Bool) -> Client {
        let address = url.textWithoutFragment
        // A redirect within an origin keeps the client.
        let known = redirected.firstIndex { $0.address == address }.map { redirected.remove(at: $0).id }
        let client = Client(
            id: known ?? ClientID(rawValue: UUID().uuidString.lowercased()), url: url,
            frameType: isTopLevel ? .topLevel : .nested, isExecutionReady: false)
        reserved.append(Reservation(client: client, address: address))
        services.container?.assumeIsolated { $0.addClient(client) }
        return client
    }

    /// Removes the client of a navigation that came to nothing.
    func release(_ id: ClientID) {
        guard let index = reserved.firstIndex(where: { $0.client.id == id }) else { return }
        reserved.remove(at: index)
        services.realms.abandon(id)
        services.container?.assumeIsolated { $0.removeClient(id) }
    }

    /// Removes the client of the navigation to an address whose answer makes no document.
    func abandon(_ url: URL?) {
        guard let address = url?.textWithoutFragment,
            let reservation = reserved.last(where: { $0.address == address && !$0.isRedirect })
        else { return }
        release(reservation.client.id)
    }

    /// Removes the clients of all navigations but the oldest to an address.
    ///
    /// - Returns: whether there is one to the address.
    func releaseAll(besides address: String?) -> Bool {
        let kept = reserved.first { $0.address == address }?.client.id
        for reservation in reserved where reservation.client.id != kept { release(reservation.client.id) }
        return kept != nil
    }

    /// Moves the client of a navigation that was redirected within its origin to the next address.
    ///
    /// Source: HTML, [create navigation params by fetching](https://html.spec.whatwg.org/multipage/browsing-the-web.html#create-navigation-params-by-fetching)
    func follow(_ client: Client, to url: URL) -> Client {
        guard let index = reserved.firstIndex(where: { $0.client.id == client.id }) else { return client }
        reserved[index].client = Client(
            id: client.id, url: url, frameType: client.frameType, isExecutionReady: false)
        let moved = reserved[index].client
        services.container?.assumeIsolated { container in
            container.removeClient(moved.id)
            container.addClient(moved)
        }
        return moved
    }

    /// Notes the address of the document that an address will show, after redirects within its origin.
    ///
    /// - Returns: whether WebKit has another one.
    func arrive(_ asked: URL, at final: URL) -> Bool {
        guard services.finalAddresses.note(final, of: asked) else { return false }
        if let referrer = referrer(of: asked) { noteReferrer(referrer, of: final) }
        return true
    }

    /// Notes that the navigation to an address got a document that only redirects to `target`.
    ///
    /// - Parameter request: the request that goes on there; nil where WebKit loads the target.
    func redirect(_ url: URL, to target: URL, as request: OutgoingRequest?) {
        let address = url.textWithoutFragment
        redirects.removeAll { $0.from == address }
        if let request {
            if redirects.count >= Self.most { redirects.removeFirst() }
            redirects.append(Redirected(from: address, address: target.textWithoutFragment, request: request))
        }
        guard let index = reserved.firstIndex(where: { $0.address == address && !$0.isRedirect }) else {
            return
        }
        reserved[index].isRedirect = true
        let id = reserved[index].client.id
        if StorageKey(of: url) == StorageKey(of: target) {
            if redirected.count >= Self.most { services.realms.abandon(redirected.removeFirst().id) }
            redirected.append((target.textWithoutFragment, id))
        } else {
            services.realms.abandon(id)
        }
        services.container?.assumeIsolated { $0.removeClient(id) }
    }

    /// Returns the request of a navigation that a redirect to another origin has led to an address; nil for none.
    func takeRedirected(to url: URL) -> OutgoingRequest? {
        let address = url.textWithoutFragment
        return redirects.firstIndex { $0.hasBegun && $0.address == address }.map { redirects.remove(at: $0).request }
    }

    /// Forgets the oldest navigation to an address that got a document which only redirects.
    ///
    /// - Returns: whether there was one.
    func takeRedirect(_ address: String) -> Bool {
        guard let index = reserved.firstIndex(where: { $0.address == address && $0.isRedirect }) else { return false }
        reserved.remove(at: index)
        return true
    }

    /// Returns the client of the oldest navigation to an address, which becomes the frame's client.
    func claim(_ address: String) -> ClientID? {
        while reserved.count > Self.most { release(reserved[0].client.id) }
        return reserved.firstIndex { $0.address == address }.map { reserved.remove(at: $0).client.id }
    }

    /// Notes the type of a navigation, which its request does not tell.
    ///
    /// - Parameters:
    ///   - opener: the frame that opened the view as a window; nil for none.
    ///   - url: the address that is loaded.
    func note(_ action: WKNavigationAction, openedBy opener: WKFrameInfo?, loading url: URL?) {
        guard let address = url?.textWithoutFragment else { return }
        repeated.removeAll { $0.address == address }
        leaders.removeAll { $0.address == address }
        let type = action.navigationType
        noteLeader(action, openedBy: opener, to: address)
        let source = action.sourceFrame.request.url?.textWithoutFragment
        for index in redirects.indices where redirects[index].address == address {
            redirects[index].hasBegun = redirects[index].from == source
        }
        guard type == .reload || type == .backForward || type == .formResubmitted else { return }
        if repeated.count >= Self.most { repeated.removeFirst() }
        repeated.append((address, type))
    }

    /// Notes the document that leads a page to an address. The application and the history lead to any address.
    private func noteLeader(_ action: WKNavigationAction, openedBy opener: WKFrameInfo?, to address: String) {
        guard action.targetFrame?.isMainFrame ?? true, !action.isApplicationLoad,
            ![.reload, .backForward].contains(action.navigationType)
        else { return }
        let policy = action.referrerPolicy.flatMap { ReferrerPolicy(rawValue: $0.lowercased()) }
        let leader: Leader
        if let url = action.sourceFrame.request.url, let origin = Origin(of: url) {
            leader = Leader(url: url, origin: origin, policy: policy)
        } else if let origin = opener?.request.url.flatMap({ Origin(of: $0) }) {
            // The document that a window begins with has no origin of its own.
            leader = Leader(url: nil, origin: origin, policy: policy)
        } else {
            return
        }
        if leaders.count >= Self.most { leaders.removeFirst() }
        leaders.append((address, leader))
    }

    /// Returns the document that leads a page to an address; nil for none.
    func takeLeader(of url: URL) -> Leader? {
        let address = url.textWithoutFragment
        return leaders.firstIndex { $0.address == address }.map { leaders.remove(at: $0).leader }
    }

    /// Notes the referrer of the document that an address will show.
    func noteReferrer(_ referrer: String, of url: URL) {
        let address = url.textWithoutFragment
        referrers.removeAll { $0.address == address }
        if referrers.count >= Self.most { referrers.removeFirst() }
        referrers.append((address, referrer))
    }

    /// Returns the referrer of the document that an address will show; nil where none was noted.
    func referrer(of url: URL) -> String? {
        let address = url.textWithoutFragment
        return referrers.last { $0.address == address }?.referrer
    }

    /// Notes the load of the document that an address will show.
    func note(_ timing: ResourceTiming, of url: URL) {
        if timings.count >= Self.most { timings.removeFirst() }
        timings.append((url.textWithoutFragment, timing))
    }

    /// Returns the latest load of the document that an address shows.
    func takeTiming(of url: URL) -> ResourceTiming? {
        let address = url.textWithoutFragment
        return timings.lastIndex { $0.address == address }.map { timings.remove(at: $0).timing }
    }

    /// Returns the type of a navigation that reloads a page, or goes through the history.
    func takeType(of url: URL) -> WKNavigationType? {
        let address = url.textWithoutFragment
        return repeated.firstIndex { $0.address == address }.map { repeated.remove(at: $0).type }
    }
}
