import Fetch
import Foundation
import ServiceWorkers
import URLInterception
import WebKit

/// The frames of one view as service worker clients.
///
/// A client is reserved when its navigation is requested, and becomes a frame's when the frame's runtime says that it is
/// there. A frame's requests wait for that message, see ``arrival(of:)``.
@MainActor
final class PageClients {
    /// The facts that a frame's runtime reports about its frame. The engine reports the frame's address and kind.
    struct Description: Decodable {
        var document: String
        var visibilityState: String?
        var focused: Bool?
    }

    private let services: WorkerStore
    /// The answers to the view's requests.
    let answers = AnswerTasks()
    /// The navigations that have begun.
    let navigations: PageNavigations
    private var known = EngineDocuments()
    private var documents: [String: Realm] = [:]
    /// The latest documents that have gone, each with its client: for keepalive requests that come after their document's last message,
    /// and for documents that come back from the back-forward cache.
    private var departed: [(realm: Realm, client: Client?)] = []
    private static let mostDeparted = 64
    private var topLevel: String?
    private var announcements = RequestAnnouncements()
    var policies = DocumentPolicies()
    /// The documents whose first message has come, and the requests that wait for others' first messages.
    let arrivals = DocumentArrivals(limit: .seconds(2))
    /// The callers that wait for the document that replaces a frame's, or for the next page.
    var successors = Successors()
    /// The workers that the frames made.
    let workers: DedicatedWorkers
    weak var host: (any RealmEndpoint)? { didSet { workers.host = host } }

    init(services: WorkerStore) {
        self.services = services
        navigations = PageNavigations(services: services)
        workers = DedicatedWorkers(services: services)
    }

    isolated deinit { removeAll() }

    // MARK: Frames

    /// Notes a document that has begun, as the engine reports.
    func note(_ document: EngineDocument) { known.note(document) { documents[$0] != nil } }

    /// Returns whether the engine has reported a document of the view.
    func knows(_ document: String) -> Bool { known[document] != nil }

    /// Puts the load of a frame's document on the timeline of the document around it, where that one led there.
    private func noteFrame(_ realm: Realm, in parent: Realm?) {
        if let load = realm.timeline.navigation, let parent, load.leader === parent {
            load.asked(by: parent, as: "iframe")
        }
    }

    /// Adds the client of a frame whose runtime has started. A frame that the engine has not reported is ignored.
    func ready(_ frame: Description) {
        defer { arrivals.settle(frame.document) }
        guard documents[frame.document] == nil, services.realms[frame.document] == nil,
            let document = known[frame.document],
            let url = URL(address: document.url), let key = document.storageKey
        else { return }
        let isTopLevel = document.isMainFrame
        let address = url.textWithoutFragment
        let returning = departed.last { $0.realm.id == frame.document }?.client
        if isTopLevel { removeAll(besides: address) }
        if returning == nil, navigations.takeRedirect(address) { return }
        let inherits = StorageKey(of: url) == nil || url.scheme == "blob"
        let maker = document.creator.flatMap { documents[$0] ?? services.realms[$0] }
        let creator = maker?.storageKey == key ? maker : nil
        let existing = returning == nil ? navigations.claim(address) : nil
        var described =
            returning
            ?? Client(
                id: existing ?? ClientID(rawValue: UUID().uuidString.lowercased()),
                url: services.finalAddresses[url] ?? url, frameType: document.frameType)
        described.visibilityState = frame.visibilityState == "hidden" ? "hidden" : "visible"
        described.isFocused = frame.focused ?? false
        described.ancestors = ancestors(of: document)
        let client = described
        let creatorID = inherits ? creator?.client : nil
        let realm = Realm(id: frame.document, kind: .window(client.id), storageKey: key)
        realm.host = host
        realm.isPoliced = policies.isPoliced(url)
        realm.securityPolicies = (inherits ? creator?.securityPolicies : policies.securityPolicies(of: url)) ?? []
        realm.referrerPolicy =
            (inherits ? creator?.referrerPolicy : policies.referrerPolicy(of: url)) ?? .standard
        realm.embedderPolicy = inherits ? creator?.embedderPolicy ?? .unsafeNone : policies.embedderPolicy(of: url)
        realm.referrer = navigations.referrer(of: url)
        realm.timeline.navigation = navigations.takeTiming(of: url)
        noteFrame(realm, in: document.creator.flatMap { documents[$0] })
        realm.isIsolated = isIsolated(url, isTopLevel: isTopLevel, creator: inherits ? creator : nil)
        documents[frame.document] = realm
        if isTopLevel { topLevel = frame.document }
        services.realms.add(realm, as: client)
        if returning != nil { realm.listen() }
        services.container?.assumeIsolated { container in
            if returning != nil {
                container.returnClient(client)
            } else if existing != nil {
                container.updateClient(client.id) {
                    $0.isExecutionReady = true
                    $0.url = client.url
                    $0.frameType = client.frameType
                    $0.visibilityState = client.visibilityState
                    $0.isFocused = client.isFocused
                    $0.ancestors = client.ancestors
                }
            } else {
                container.addClient(client, inheritingFrom: creatorID)
            }
        }
        services.channels.frameIsReady(frame.document)
        successors.came(.client(client), to: isTopLevel ? nil : document.frame)
    }

    /// Returns the clients of the documents around a frame's, the parent's first.
    private func ancestors(of document: EngineDocument) -> [ClientID] {
        var clients: [ClientID] = []
        var inner = document
        while !inner.isMainFrame, let parent = inner.creator, let outer = known[parent], let realm = documents[parent] {
            if let client = realm.client { clients.append(client) }
            inner = outer
        }
        return clients
    }

    /// Returns the realm of a document or worker of the view after its first message, or nil for a stranger.
    ///
    /// The runtime's first message and its first request come over different connections, in either order. Only the
    /// clock can end the wait for a document that never sends a message, see ``DocumentArrivals``.
    func arrival(of id: String) async -> Realm? {
        if let realm = realm(of: id) { return realm }
        // The document of a hidden page has no runtime.
        guard host?.webView != nil, !id.isEmpty else { return nil }
        await arrivals.wait(for: id)
        return realm(of: id)
    }

    /// Returns the realm of a document that opens an event stream. A document may do so after it has gone, when it comes back.
    func returned(_ id: String) async -> Realm? {
        if realm(of: id) == nil, known[id] != nil { arrivals.forget(id) }
        return await arrival(of: id)
    }

    /// Returns the view's document or worker with an id. A page cannot speak for other views' documents, nor for service workers.
    func realm(of id: String) -> Realm? {
        guard let host, let realm = services.realms[id], realm.host === host else { return nil }
        return realm
    }

    /// Returns whether a document is cross-origin isolated: a page by its headers, a frame of an isolated page of its origin by
    /// its own headers or by those of its creator.
    private func isIsolated(_ url: URL, isTopLevel: Bool, creator: Realm?) -> Bool {
        if let creator { return creator.isIsolated }
        if isTopLevel { return policies.isIsolated(url, inIsolated: false) }
        guard let page = topLevel.flatMap({ documents[$0] }), page.isIsolated, page.storageKey == StorageKey(of: url)
        else { return false }
        return policies.isIsolated(url, inIsolated: true)
    }

    /// Calls `found` when the document that replaces a frame's is there, or its load has failed.
    ///
    /// - Parameter address: the address that the navigation begins with.
    func awaitSuccessor(of realm: Realm, at address: URL, _ found: @escaping Successors.Found) {
        let frame = realm.id == topLevel ? nil : known[realm.id]?.frame ?? 0
        successors.wait(in: frame, for: address.textWithoutFragment, found)
    }

    /// Notes a document of any origin. A frame that shows one without a bridge has no further message.
    func note(_ frame: EngineFrame) {
        if !frame.isMainFrame, URL(string: frame.origin)?.scheme != Addresses.scheme {
            successors.came(.foreign, to: frame.id)
        }
    }

    /// Updates the visibility and focus of a frame's client.
    func update(_ frame: Description) {
        guard let client = documents[frame.document]?.client else { return }
        services.container?.assumeIsolated { container in
            container.updateClient(client) {
                $0.visibilityState = frame.visibilityState == "hidden" ? "hidden" : "visible"
                $0.isFocused = frame.focused ?? false
            }
        }
    }

    /// Removes a frame that has gone.
    func gone(_ document: String) {
        guard let realm = documents.removeValue(forKey: document) else { return }
        let client = realm.client.flatMap { id in services.container?.assumeIsolated { $0.client(id) } }
        departed.removeAll { $0.realm.id == document }
        departed.append((realm, client))
        if departed.count > Self.mostDeparted { departed.removeFirst() }
        if topLevel == document { topLevel = nil }
        announcements.removeAll(of: document)
        workers.allGone(createdBy: document)
        services.drop(realm)
    }

    /// Removes every frame, and every navigation but the one to an address: another page came, the process crashed, or the view has
    /// gone.
    func removeAll(besides address: String? = nil) {
        for document in documents.keys { gone(document) }
        if !navigations.releaseAll(besides: address) { successors.failAll() }
    }

    // MARK: Who asks

    /// Stores that a frame is about to request an image or media.
    func asks(_ announcement: RequestAnnouncements.Announcement) {
        if documents[announcement.document] != nil { announcements.add(announcement) }
    }

    /// Returns the mark of a request that a frame has announced.
    func announced(_ url: URL, _ request: URLRequest) -> RequestMark? {
        let origin = request.value(forHTTPHeaderField: "Origin")
        return announcements.take(request, to: url) { mayAsk($0, for: url, origin: origin) }
    }

    /// Returns whether a frame's announcement may name the client of a request.
    ///
    /// Otherwise a frame could announce a request of another frame, which its service worker would then answer.
    private func mayAsk(_ document: String, for url: URL, origin: String?) -> Bool {
        guard let own = documents[document]?.storageKey else { return false }
        if let origin { return origin == own.rawValue }
        return StorageKey(of: url) == own || documents.values.allSatisfy { $0.storageKey == own }
    }

    /// Returns the frame or worker with the mark's document id; without an id, the only frame there is, or the page itself.
    ///
    /// - Parameter origin: the origin that asks, as WebKit reports it. A realm of another origin is not returned. Nil where
    ///   WebKit reports none.
    func asking(_ mark: RequestMark?, origin: String?) async -> Realm? {
        guard mark?.isElsewhere != true else { return nil }
        let found =
            if let document = mark?.document {
                if documents[document] == nil, mark?.keepalive ?? false,
                    let realm = departed.last(where: { $0.realm.id == document })?.realm
                {
                    realm
                } else {
                    await arrival(of: document)
                }
            } else if documents.count == 1 {
                documents.values.first
            } else {
                topLevel.flatMap { documents[$0] }
            }
        return origin == nil || origin == found?.storageKey.rawValue ? found : nil
    }

    /// Returns the origins of the documents around a frame, the page's last; nil for an opaque origin and one that is not known.
    ///
    /// - Parameter mark: the mark of the frame's request.
    func ancestors(of mark: RequestMark?) -> [StorageKey?] {
        guard let mark, mark.isFromEngine else { return [nil] }
        // Where the library cannot name the document, it may report that all documents have one origin.
        if mark.document == nil, let origin = mark.origin {
            return [URL(string: origin).flatMap { StorageKey(of: $0) }]
        }
        var origins: [StorageKey?] = []
        var next = mark.document
        while let id = next, let known = known[id] {
            origins.append(known.storageKey)
            if known.isMainFrame { return origins }
            next = known.creator
        }
        return origins + [nil]
    }

    /// The page that requests of the view's documents and workers are made for.
    var firstParty: FirstParty {
        let page = topLevel.flatMap { documents[$0] }
        return .page(
            page.flatMap { Origin($0.storageKey.rawValue) } ?? host?.webView?.documentURL.flatMap { Origin(of: $0) })
    }

    /// Returns whether the view shows a frame of an origin.
    func shows(_ key: StorageKey) -> Bool { documents.values.contains { $0.storageKey == key } }

    var topLevelClient: ClientID? { topLevel.flatMap { documents[$0]?.client } }
}
