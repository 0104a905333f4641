public import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

/// The app on the home screen that the pages of a data store belong to: its push messages, notifications and background sync, all simulated.
/// Main actor only.
///
/// ```swift
/// view.webApp.features = [.standalone, .push]                   // As on iOS. Pages of a WKWebView have none.
/// view.webApp.delegate = delegate                               // answers for the user
/// let subscription = try await view.webApp.subscriptions()[0]
/// try await view.webApp.push(Data("hello".utf8), to: subscription.endpoint)
/// let notification = try await view.webApp.notifications()[0]
/// try await view.webApp.click(notification.id)
/// ```
///
/// Nothing goes over a network: the application sends the messages itself.
@MainActor
public final class WebApp {
    /// The APIs that pages and workers have.
    public struct Features: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: Int

        /// Takes bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The Push API and notifications, which apps on the home screen have since iOS 16.4.
        public static let push = Features(rawValue: 1)
        /// Background sync, once and periodic, which no version of iOS has.
        public static let sync = Features(rawValue: 2)
        /// The facts that tell pages of an app on the home screen: `navigator.standalone`, and `display-mode: standalone` in media queries.
        public static let standalone = Features(rawValue: 4)
    }

    /// The [state of a permission](https://www.w3.org/TR/permissions/#dfn-permission-state).
    public enum Permission: String, Sendable {
        /// The user allows it.
        case granted
        /// The user does not allow it.
        case denied
        /// The user has not been asked.
        case prompt
    }

    /// The name of a [powerful feature](https://www.w3.org/TR/permissions/#dfn-name).
    public enum PermissionName: String, Sendable, CaseIterable {
        /// Notifications.
        case notifications
        /// Push messages, which have the state of notifications.
        case push
        /// Background sync.
        case backgroundSync = "background-sync"
        /// Periodic background sync.
        case periodicBackgroundSync = "periodic-background-sync"

        var feature: Features { self == .notifications || self == .push ? .push : .sync }
    }

    /// The APIs of documents and service workers that begin from now on; none unless set.
    public var features: Features = [] { didSet { if features != oldValue { permissionsChanged() } } }
    /// The delegate, which answers for the user.
    public weak var delegate: (any WebAppDelegate)? { didSet { permissionsChanged() } }

    /// The observers of changes of the notifications and subscriptions.
    package let changes = ObserverList<Void>()

    private weak var host: (any WebAppHost)?
    /// The notifications that documents and workers have made without a registration.
    private var ownNotifications: [(notification: WebNotification, realm: WeakRealm)] = []
    private var sync = SyncState()

    private struct WeakRealm { weak var realm: Realm? }

    /// The sync events under way, and the tags among them that were registered again meanwhile.
    private struct SyncState {
        struct Key: Hashable {
            var registration: RegistrationID
            var tag: String
            var isPeriodic: Bool
        }

        var firing: Set<Key> = []
        var renewed: Set<Key> = []
    }

    init(host: any WebAppHost) { self.host = host }

    // MARK: Permissions

    /// Returns the state of a permission.
    public func permission(_ name: PermissionName) -> Permission {
        guard features.contains(name.feature) else { return .denied }
        return delegate?.webApp(self, permission: name) ?? (name.feature == .push ? .prompt : .granted)
    }

    /// Asks the user for notifications, if the state is ``Permission/prompt``. Returns the new state.
    func requestPermission(for origin: String) async -> Permission {
        let state = permission(.notifications)
        guard state == .prompt, let delegate else { return state }
        let answer = await delegate.webApp(self, requestsNotificationsFor: origin)
        permissionsChanged()
        return answer
    }

    /// Tells pages and workers the states of the permissions, after the delegate has changed one.
    public func permissionsChanged() {
        let states = PermissionName.allCases.map { ($0.rawValue, permission($0).rawValue) }
        host?.webAppChanged(JSONText.text(Dictionary(uniqueKeysWithValues: states)))
    }

    /// The facts that a realm starts with.
    var facts: WebAppFacts {
        WebAppFacts(
            standalone: features.contains(.standalone), push: features.contains(.push), sync: features.contains(.sync),
            permission: permission(.notifications).rawValue)
    }

    // MARK: Push

    /// Returns the push subscriptions of the data store.
    public func subscriptions() async throws -> [WebPushSubscription] {
        let (container, storage) = try await opened()
        var list: [WebPushSubscription] = []
        for subscription in try await storage.pushSubscriptions() {
            guard let registration = await container.registration(subscription.registration) else { continue }
            list.append(WebPushSubscription(subscription, registration))
        }
        return list
    }

    /// Sends a push message: starts the subscription's service worker, unless it runs, and waits until the promises of its event have settled.
    ///
    /// - Parameter message: the message as the worker gets it, already decrypted; nil for one without data.
    /// - Returns: Whether the worker handled the event; false for one that failed, or that has no listener.
    /// - Throws: ``WebAppError`` for an endpoint without a subscription.
    @discardableResult
    public func push(_ message: Data?, to endpoint: URL) async throws -> Bool {
        let (container, storage) = try await opened()
        let subscription = try await storage.pushSubscriptions().first { $0.endpoint == endpoint }
        guard let subscription else { throw WebAppError.noSubscription }
        let wire = PushWire(data: OrNull(message?.base64EncodedString()))
        return await container.fireFunctionalEvent(
            "push", data: JSONText.data(wire), at: subscription.registration) == .fulfilled
    }

    /// Ends a subscription, as a push service may at any time: the worker gets `pushsubscriptionchange`.
    ///
    /// - Throws: ``WebAppError`` for an endpoint without a subscription.
    public func expireSubscription(_ endpoint: URL) async throws {
        let (container, storage) = try await opened()
        let subscription = try await storage.pushSubscriptions().first { $0.endpoint == endpoint }
        guard let subscription, try await storage.unsubscribe(subscription.registration) else {
            throw WebAppError.noSubscription
        }
        changes.notify(())
        let change = SubscriptionChangeWire(oldSubscription: SubscriptionWire(subscription))
        await container.fireFunctionalEvent(
            "pushsubscriptionchange", data: JSONText.data(change), at: subscription.registration)
    }

    // MARK: Notifications

    /// Returns the notifications that the user sees: those of service workers in the order in which they were shown, then those of pages.
    public func notifications() async throws -> [WebNotification] {
        let (container, storage) = try await opened()
        var list: [WebNotification] = []
        for notification in try await storage.notifications() {
            guard let registration = await container.registration(notification.registration) else { continue }
            list.append(WebNotification(notification, registration))
        }
        return list + ownNotifications.map(\.notification)
    }

    /// Taps a notification, which goes away: its service worker gets `notificationclick`, or its page `click`.
    ///
    /// - Throws: ``WebAppError`` for an unknown notification.
    public func click(_ id: String) async throws { try await act("click", on: id) }

    /// Removes a notification as the user does: its service worker gets `notificationclose`, or its page `close`.
    ///
    /// - Throws: ``WebAppError`` for an unknown notification.
    public func close(_ id: String) async throws { try await act("close", on: id) }

    private func act(_ what: String, on id: String) async throws {
        if let index = ownNotifications.firstIndex(where: { $0.notification.id == id }) {
            let realm = ownNotifications.remove(at: index).realm.realm
            changes.notify(())
            Self.tell(realm, what, id)
            if what == "click" { Self.tell(realm, "close", id) }
            return
        }
        let (container, storage) = try await opened()
        guard let notification = try await storage.notifications().first(where: { $0.id == id }),
            try await storage.removeNotification(id)
        else { throw WebAppError.noNotification }
        changes.notify(())
        let wire = ["notification": NotificationWire(notification)]
        await container.fireFunctionalEvent(
            "notification\(what)", data: JSONText.data(wire), at: notification.registration)
    }

    private static func tell(_ realm: Realm?, _ type: String, _ id: String) {
        realm?.tell(event: "notification", json: JSONText.text(["type": type, "id": id]))
    }

    /// Shows a notification that a document or worker made without a registration. Returns its id.
    func show(_ content: NotificationContent, of realm: Realm) -> String {
        if !content.tag.isEmpty {
            let replaced = ownNotifications.filter {
                $0.notification.tag == content.tag && $0.notification.origin == realm.storageKey.rawValue
            }
            for entry in replaced { closeOwn(entry.notification.id, of: nil) }
        }
        if ownNotifications.count >= Self.mostOwnNotifications { ownNotifications.removeFirst() }
        let id = UnguessableID.make()
        let notification = WebNotification(id: id, origin: realm.storageKey.rawValue, scope: nil, content)
        ownNotifications.append((notification, WeakRealm(realm: realm)))
        changes.notify(())
        delegate?.webApp(self, didShow: notification)
        return id
    }

    private static let mostOwnNotifications = 1000

    /// Closes a notification without a registration. Returns whether there was one.
    ///
    /// - Parameter realm: the realm that must have made it; nil for any.
    @discardableResult
    func closeOwn(_ id: String, of realm: Realm?) -> Bool {
        let index = ownNotifications.firstIndex {
            $0.notification.id == id && (realm == nil || $0.realm.realm === realm)
        }
        guard let index else { return false }
        let realm = ownNotifications.remove(at: index).realm.realm
        changes.notify(())
        Self.tell(realm, "close", id)
        return true
    }

    /// Reports a notification of a registration to the delegate.
    func didShow(_ notification: PersistentNotification, of registration: ServiceWorkerRegistrationSnapshot) {
        changes.notify(())
        delegate?.webApp(self, didShow: WebNotification(notification, registration))
    }

    /// Removes the notifications of a realm that has gone.
    func drop(_ realm: Realm) {
        if !ownNotifications.isEmpty {
            ownNotifications.removeAll { $0.realm.realm == nil || $0.realm.realm === realm }
        }
    }

    // MARK: Sync

    /// The most events for a tag, see [last chance](https://wicg.github.io/background-sync/spec/#dom-syncevent-lastchance).
    static let mostSyncEvents = 3

    /// Fires the events of a tag now, whether or not there is a network.
    ///
    /// - Throws: ``WebAppError`` for a tag that no registration has.
    public func fireSync(_ tag: String, isPeriodic: Bool = false) async throws {
        let (_, storage) = try await opened()
        let syncs = try await storage.syncRegistrations().filter { $0.tag == tag && $0.isPeriodic == isPeriodic }
        guard !syncs.isEmpty else { throw WebAppError.noTag }
        for sync in syncs { await fire(sync) }
    }

    /// Fires the events of all tags whose pages have the network again.
    func connectivityChanged() async {
        guard features.contains(.sync), host?.mayHaveRegistrations ?? false,
            let (container, storage) = try? await opened()
        else { return }
        for sync in (try? await storage.syncRegistrations()) ?? [] {
            guard let registration = await container.registration(sync.registration), isOnline(registration) else {
                continue
            }
            Task { await self.fire(sync) }
        }
    }

    /// Stores a tag, and fires its event where there is a network.
    func register(_ tag: SyncRegistration, of registration: ServiceWorkerRegistrationSnapshot) async throws {
        let (_, storage) = try await opened()
        let key = SyncState.Key(registration: tag.registration, tag: tag.tag, isPeriodic: tag.isPeriodic)
        guard try await storage.save(tag) else {
            throw CommandFailure(name: "QuotaExceededError", message: "The registration has too many tags.")
        }
        if sync.firing.contains(key) { sync.renewed.insert(key) }
        if !tag.isPeriodic, isOnline(registration) { Task { await self.fire(tag) } }
    }

    private func isOnline(_ registration: ServiceWorkerRegistrationSnapshot) -> Bool {
        host?.isOnline(registration.storageKey) ?? false
    }

    /// Implements [fire a sync event](https://wicg.github.io/background-sync/spec/#fire-a-sync-event). An event that failed comes again when
    /// the network comes back.
    private func fire(_ registered: SyncRegistration) async {
        let key = SyncState.Key(
            registration: registered.registration, tag: registered.tag, isPeriodic: registered.isPeriodic)
        guard sync.firing.insert(key).inserted else { return }
        defer { sync.firing.remove(key) }
        var tag = registered
        repeat {
            sync.renewed.remove(key)
            guard let (container, storage) = try? await opened() else { return }
            let isLast = tag.attempts + 1 >= Self.mostSyncEvents
            let outcome = await container.fireFunctionalEvent(
                tag.isPeriodic ? "periodicsync" : "sync",
                data: JSONText.data(SyncWire(tag: tag.tag, lastChance: isLast)), at: tag.registration)
            if tag.isPeriodic { return }
            if sync.renewed.contains(key) {
                tag.attempts = 0
            } else if outcome == .fulfilled || isLast {
                try? await storage.remove(tag)
            } else {
                tag.attempts += 1
                _ = try? await storage.save(tag)
            }
        } while sync.renewed.contains(key)
    }

    // MARK: Storage

    private func opened() async throws -> (ServiceWorkerContainer, ServiceWorkerStorage) {
        guard let host else { throw WebAppError.gone }
        return (try await host.openContainer(), try host.openStorage())
    }
}

/// Why an action on a ``WebApp`` failed.
public enum WebAppError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No subscription has the endpoint.
    case noSubscription
    /// There is no such notification.
    case noNotification
    /// No registration has the tag.
    case noTag
    /// The data store is gone.
    case gone

    /// The problem.
    public var description: String {
        switch self {
        case .noSubscription: "There is no push subscription with this endpoint."
        case .noNotification: "There is no such notification."
        case .noTag: "No service worker has registered this tag."
        case .gone: "The data store is gone."
        }
    }
}
