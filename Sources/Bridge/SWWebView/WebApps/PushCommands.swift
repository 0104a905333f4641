import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The commands behind `PushManager`, `PushSubscription` and `Permissions`.
enum PushCommands {
    static let table: CommandTable = [
        "/Permissions/query": .deferred(query),
        "/PushManager/subscribe": .deferred(subscribe),
        "/PushManager/getSubscription": .deferred(getSubscription),
        "/PushSubscription/unsubscribe": .deferred(unsubscribe),
    ]

    @MainActor
    private static func query(_ json: Data, _ context: CommandContext) async throws -> Data {
        struct Body: Decodable { var name: String }
        let name = try JSONText.decode(Body.self, from: json).name
        guard let permission = WebApp.PermissionName(rawValue: name),
            context.services.webApp.features.contains(permission.feature)
        else { throw CommandFailure(name: "TypeError", message: "There is no permission “\(name)”") }
        return JSONText.data(state(permission, context).rawValue)
    }

    /// Returns the state of a permission for a realm: frames of other origins than their page's have none.
    @MainActor
    static func state(_ name: WebApp.PermissionName, _ context: CommandContext) -> WebApp.Permission {
        context.isOfApp ? context.services.webApp.permission(name) : .denied
    }

    /// Implements [PushManager.subscribe](https://w3c.github.io/push-api/#dom-pushmanager-subscribe).
    @MainActor
    private static func subscribe(_ json: Data, _ context: CommandContext) async throws -> Data {
        struct Body: Decodable {
            var userVisibleOnly: Bool
            /// In Base64.
            var applicationServerKey: String?
        }
        let body = try JSONText.decode(Body.self, from: json)
        let (_, registration) = try await ContainerCommands.known(json, context, needing: .push)
        guard body.userVisibleOnly else {
            throw CommandFailure(
                name: "NotAllowedError", message: "A push subscription needs userVisibleOnly: true")
        }
        guard let text = body.applicationServerKey else {
            throw CommandFailure(
                name: "NotSupportedError", message: "A push subscription needs an applicationServerKey")
        }
        guard let key = Data(base64Encoded: text), P256.isPoint(key) else {
            throw CommandFailure(
                name: "InvalidAccessError",
                message: "The applicationServerKey is no public key of P-256 in the uncompressed form of 65 bytes")
        }
        guard registration.active != nil else {
            throw CommandFailure(
                name: "InvalidStateError", message: "The registration has no active service worker")
        }
        var permission = state(.push, context)
        if permission == .prompt, context.realm?.worker == nil {
            permission = await context.services.webApp.requestPermission(for: registration.storageKey.rawValue)
        }
        guard permission == .granted else {
            throw CommandFailure(name: "NotAllowedError", message: "The user does not allow push messages")
        }
        let made = try PushSubscription(
            of: registration.id, applicationServerKey: key, makeID: { UnguessableID.make() })
        let subscription = try await context.services.openStorage().subscribe(made)
        context.services.webApp.changes.notify(())
        return JSONText.data(SubscriptionWire(subscription))
    }

    @MainActor
    private static func getSubscription(_ json: Data, _ context: CommandContext) async throws -> Data {
        let (_, registration) = try await ContainerCommands.known(json, context, needing: .push)
        let subscription = try await context.services.openStorage().pushSubscriptions()
            .first { $0.registration == registration.id }
        return JSONText.data(OrNull(subscription.map { SubscriptionWire($0) }))
    }

    /// Implements [PushSubscription.unsubscribe](https://w3c.github.io/push-api/#dom-pushsubscription-unsubscribe).
    @MainActor
    private static func unsubscribe(_ json: Data, _ context: CommandContext) async throws -> Data {
        struct Body: Decodable { var endpoint: String }
        let endpoint = try JSONText.decode(Body.self, from: json).endpoint
        let (_, registration) = try await ContainerCommands.known(json, context, needing: .push)
        let storage = try context.services.openStorage()
        let isCurrent = try await storage.pushSubscriptions().contains {
            $0.registration == registration.id && $0.endpoint.absoluteString == endpoint
        }
        let isRemoved = isCurrent ? try await storage.unsubscribe(registration.id) : false
        context.services.webApp.changes.notify(())
        return JSONText.data(isRemoved)
    }
}

extension CommandContext {
    /// Whether the sender belongs to the app: a service worker, or a realm of the origin of the page that it is in.
    @MainActor
    var isOfApp: Bool {
        guard let realm else { return false }
        return realm.worker != nil || realm.host?.firstParty == .page(Origin(realm.storageKey.rawValue))
    }

    /// - Throws: ``CommandFailure`` where pages do not have a feature.
    @MainActor
    func require(_ feature: WebApp.Features) throws {
        guard services.webApp.features.contains(feature) else {
            throw CommandFailure(
                name: "NotSupportedError", message: "The page is not in an app on the home screen that has this feature"
            )
        }
    }
}
