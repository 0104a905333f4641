import Foundation
import ServiceWorker
import ServiceWorkerContainer
import WebKit

/// The frames of one view as service worker clients.
///
/// A client is reserved when its navigation is requested, and becomes a frame's when the frame's runtime says that it is
/// there. Script messages and requests of a web process arrive in the order they were sent, so a frame is known before its
/// requests come.
@MainActor
final class PageClients {
    /// What a frame's runtime tells of itself. Where and what the frame is, the engine tells.
    struct Description: Decodable {
        var f: String
        var visibilityState: String?
        var focused: Bool?
    }

    /// What a frame says it is about to ask for.
    struct Announcement: Decodable {
        var f: String
        var url: String
        var mark: String
    }

    private struct Reservation {
        let client: Client
        let address: String
        /// Whether a document comes that only leads elsewhere.
        var isRedirect = false
    }

    private let services: ServiceWorkerServices
    private var reserved: [Reservation] = []
    /// Clients whose navigations go on at another address.
    private var redirected: [(address: String, id: ClientID)] = []
    private var known = EngineDocuments()
    private var documents: [String: Realm] = [:]
    private var topLevel: String?
    private var announcements: [Announcement] = []
    var policies = DocumentPolicies()
    private var repeated: [(address: String, type: WKNavigationType)] = []
    /// Who waits for the frame that follows one, or for the page itself where there is none.
    /// Requests that came before the message of their document.
    private var arrivals: [String: [CheckedContinuation<Void, Never>]] = [:]
    private var successorWaiters: [(frame: String?, found: @MainActor (Client?) -> Void)] = []
    /// The workers that the frames made.
    let workers: DedicatedWorkers
    weak var host: BridgeHost? { didSet { workers.host = host } }

    init(services: ServiceWorkerServices) {
        self.services = services
        workers = DedicatedWorkers(services: services)
    }

    isolated deinit { removeAll() }

    // MARK: Navigations

    /// Makes a client for a navigation that has begun.
    func reserve(_ url: URL, isTopLevel: Bool) -> Client {
        let address = url.textWithoutFragment
        // After a redirect within an origin it is the same client.
        let known = redirected.firstIndex { $0.address == address }.map { redirected.remove(at: $0).id }
        let client = Client(
            id: known ?? ClientID(rawValue: UUID().uuidString.lowercased()), url: url,
            frameType: isTopLevel ? .topLevel : .nested, isExecutionReady: false)
        reserved.append(Reservation(client: client, address: address))
        services.container?.assumeIsolated { $0.addClient(client) }
        return client
    }

    /// A navigation came to nothing.
    func release(_ id: ClientID) {
        guard let index = reserved.firstIndex(where: { $0.client.id == id }) else { return }
        reserved.remove(at: index)
        services.realms.abandon(id)
        services.container?.assumeIsolated { $0.removeClient(id) }
    }

    /// The navigation to an address got a document that only leads elsewhere.
    func redirect(_ url: URL, to target: URL) {
        let address = url.textWithoutFragment
        guard let index = reserved.firstIndex(where: { $0.address == address && !$0.isRedirect }) else {
            return
        }
        reserved[index].isRedirect = true
        let id = reserved[index].client.id
        if StorageKey(of: url) == StorageKey(of: target) {
            if redirected.count >= Self.mostReserved { services.realms.abandon(redirected.removeFirst().id) }
            redirected.append((target.textWithoutFragment, id))
        } else {
            services.realms.abandon(id)
        }
        services.container?.assumeIsolated { $0.removeClient(id) }
    }

    private static let mostReserved = 64

    /// The oldest navigation to an address becomes the frame's client.
    private func claimReservation(_ url: URL, isTopLevel: Bool) -> ClientID? {
        let address = url.textWithoutFragment
        while reserved.count > Self.mostReserved { release(reserved[0].client.id) }
        guard let index = reserved.firstIndex(where: { $0.address == address }) else { return nil }
        return reserved.remove(at: index).client.id
    }

    /// A frame is about to be loaded: what its request does not tell of that.
    func note(_ action: WKNavigationAction) {
        guard let address = action.request.url.map(\.textWithoutFragment) else { return }
        repeated.removeAll { $0.address == address }
        let type = action.navigationType
        guard type == .reload || type == .backForward || type == .formResubmitted else { return }
        if repeated.count >= Self.mostReserved { repeated.removeFirst() }
        repeated.append((address, type))
    }

    /// Whether a request reloads a page, or goes through the history.
    func takeType(of url: URL) -> WKNavigationType? {
        let address = url.textWithoutFragment
        return repeated.firstIndex { $0.address == address }.map { repeated.remove(at: $0).type }
    }

    // MARK: Frames

    /// A document has begun, as the engine tells.
    func note(_ document: EngineDocument) { known.note(document) { documents[$0] != nil } }

    /// A frame's runtime has started. One that the engine has not told of is nobody.
    func ready(_ frame: Description) {
        guard documents[frame.f] == nil, services.realms[frame.f] == nil, let document = known[frame.f],
            let url = URL(address: document.url), let key = document.storageKey
        else { return }
        let isTopLevel = document.isMainFrame
        if isTopLevel { removeAll(besides: reserved.first { $0.address == url.textWithoutFragment }?.client.id) }
        if let index = reserved.firstIndex(where: { $0.address == url.textWithoutFragment && $0.isRedirect }) {
            reserved.remove(at: index)
            return
        }
        let inherits = StorageKey(of: url) == nil || url.scheme == "blob"
        let maker = document.creator.flatMap { documents[$0] ?? services.realms[$0] }
        let creator = maker?.storageKey == key ? maker : nil
        let existing = claimReservation(url, isTopLevel: isTopLevel)
        var described = Client(
            id: existing ?? ClientID(rawValue: UUID().uuidString.lowercased()), url: url,
            frameType: document.frameType)
        described.visibilityState = frame.visibilityState == "hidden" ? "hidden" : "visible"
        described.isFocused = frame.focused ?? false
        let client = described
        let creatorID = inherits ? creator?.client : nil
        let realm = Realm(id: frame.f, kind: .window(client.id), storageKey: key)
        realm.host = host
        realm.isPoliced = policies.isPoliced(url)
        realm.isIsolated = isIsolated(url, isTopLevel: isTopLevel, creator: inherits ? creator : nil)
        documents[frame.f] = realm
        if isTopLevel { topLevel = frame.f }
        services.realms.add(realm, as: client)
        services.container?.assumeIsolated { container in
            if existing != nil {
                container.updateClient(client.id) {
                    $0.isExecutionReady = true
                    $0.frameType = client.frameType
                    $0.visibilityState = client.visibilityState
                    $0.isFocused = client.isFocused
                }
            } else {
                container.addClient(client, inheritingFrom: creatorID)
            }
        }
        services.channels.frameIsReady(frame.f)
        tellWaiters(client)
        arrive(frame.f)
    }

    /// Returns the realm of a document once its runtime has started, or nil where it has not after two seconds.
    ///
    /// The runtime's first message and its first request come over different connections, in either order.
    func arrival(of id: String) async -> Realm? {
        if let realm = services.realms[id] { return realm }
        let limit = Task {
            try await ContinuousClock().sleep(for: .seconds(2))
            arrive(id)
        }
        await withCheckedContinuation { arrivals[id, default: []].append($0) }
        limit.cancel()
        return services.realms[id]
    }

    private func arrive(_ id: String) {
        for waiting in arrivals.removeValue(forKey: id) ?? [] { waiting.resume() }
    }

    /// A page is isolated by its headers; a frame of an isolated page of its origin by its own, or by those of its creator.
    private func isIsolated(_ url: URL, isTopLevel: Bool, creator: Realm?) -> Bool {
        if let creator { return creator.isIsolated }
        if isTopLevel { return policies.isIsolated(url, inIsolated: false) }
        guard let page = topLevel.flatMap({ documents[$0] }), page.isIsolated, page.storageKey == StorageKey(of: url)
        else { return false }
        return policies.isIsolated(url, inIsolated: true)
    }

    /// Waits for the page that comes next.
    func awaitTopLevel(_ found: @escaping @MainActor (Client?) -> Void) { successorWaiters.append((nil, found)) }

    /// Waits for the document that replaces a frame's.
    func awaitSuccessor(of realm: Realm, _ found: @escaping @MainActor (Client?) -> Void) {
        successorWaiters.append((realm.id == topLevel ? nil : realm.id, found))
    }

    /// A frame has come; it follows the one that has gone, of those that somebody waits for.
    private func tellWaiters(_ client: Client) {
        let isTopLevel = client.frameType != .nested
        guard
            let index = successorWaiters.firstIndex(where: { waiter in
                waiter.frame.map { !isTopLevel && documents[$0] == nil } ?? isTopLevel
            })
        else { return }
        successorWaiters.remove(at: index).found(client)
    }

    /// A load has failed: what was waited for does not come.
    func failWaiters() {
        let waiters = successorWaiters
        successorWaiters = []
        for waiter in waiters { waiter.found(nil) }
    }

    /// A frame's visibility or focus has changed.
    func update(_ frame: Description) {
        guard let client = documents[frame.f]?.client else { return }
        services.container?.assumeIsolated { container in
            container.updateClient(client) {
                $0.visibilityState = frame.visibilityState == "hidden" ? "hidden" : "visible"
                $0.isFocused = frame.focused ?? false
            }
        }
    }

    /// A frame has gone.
    func gone(_ document: String) {
        guard let realm = documents.removeValue(forKey: document) else { return }
        if topLevel == document { topLevel = nil }
        announcements.removeAll { $0.f == document }
        workers.allGone(createdBy: document)
        services.drop(realm)
    }

    /// Every frame has gone: another page came, the process crashed, or the view is no more.
    func removeAll(besides kept: ClientID? = nil) {
        for document in documents.keys { gone(document) }
        for reservation in reserved where reservation.client.id != kept { release(reservation.client.id) }
        if kept == nil { failWaiters() }
    }

    // MARK: Who asks

    private static let mostAnnouncements = 64

    /// A frame is about to ask for a picture of its own origin in its own name.
    func asks(_ announcement: Announcement) {
        guard let realm = documents[announcement.f],
            URL(address: announcement.url).flatMap({ StorageKey(of: $0) }) == realm.storageKey
        else { return }
        if announcements.count >= Self.mostAnnouncements { announcements.removeFirst() }
        announcements.append(announcement)
    }

    /// What a frame said of a request before it made it.
    func announced(_ url: URL, _ request: URLRequest) -> RequestMark? {
        guard !announcements.isEmpty, request.value(forHTTPHeaderField: "Accept")?.hasPrefix("image/") ?? false
        else { return nil }
        let address = url.textWithoutFragment
        guard let index = announcements.firstIndex(where: { $0.url == address }) else { return nil }
        let found = announcements.remove(at: index)
        let told = RequestMark(pairs: found.mark)
        let credentials = told.credentials == "include" ? "include" : "same-origin"
        return RequestMark(header: "f=\(found.f)&d=image\(told.mode == "cors" ? "&m=cors&k=\(credentials)" : "")")
    }

    /// The frame or worker with that document id; without one, the only frame of the origin there is, or the page itself.
    ///
    /// - Parameter origin: who asks, as WebKit tells; a frame of another origin is not the one. Nil where WebKit tells nothing.
    func asking(_ mark: RequestMark?, origin: String?) -> Realm? {
        guard mark?.isElsewhere != true else { return nil }
        let found =
            if let document = mark?.document {
                documents[document] ?? workers[document]?.realm
            } else if documents.count == 1 {
                documents.values.first
            } else {
                topLevel.flatMap { documents[$0] }
            }
        return origin == nil || origin == found?.storageKey.rawValue ? found : nil
    }

    /// Whether a frame of an origin is there.
    func shows(_ key: StorageKey) -> Bool { documents.values.contains { $0.storageKey == key } }

    var topLevelClient: ClientID? { topLevel.flatMap { documents[$0]?.client } }
}
