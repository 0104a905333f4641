import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

/// The commands behind `Notification`, and those of `ServiceWorkerRegistration` for notifications.
enum NotificationCommands {
    static let table: CommandTable = [
        "/Notification/requestPermission": .deferred(requestPermission),
        "/Notification/show": .deferred(show),
        "/Notification/close": .deferred(close),
        "/ServiceWorkerRegistration/showNotification": .deferred(showOfRegistration),
        "/ServiceWorkerRegistration/getNotifications": .deferred(list),
    ]

    private static let null = Data("null".utf8)

    /// Implements [requestPermission](https://notifications.spec.whatwg.org/#dom-notification-requestpermission). Frames of other origins
    /// than their page's are not asked for.
    @MainActor
    private static func requestPermission(_ json: Data, _ context: CommandContext) async throws -> Data {
        try context.require(.push)
        guard let realm = context.realm, case .window = realm.kind, context.isOfApp else {
            return JSONText.data(WebApp.Permission.denied.rawValue)
        }
        return JSONText.data(
            await context.services.webApp.requestPermission(for: realm.storageKey.rawValue).rawValue)
    }

    @MainActor
    private static func content(_ json: Data, _ context: CommandContext) throws -> NotificationContent {
        struct Body: Decodable { var content: NotificationContent }
        let content = try JSONText.decode(Body.self, from: json).content
        guard ["auto", "ltr", "rtl"].contains(content.dir) else {
            throw CommandFailure(name: "TypeError", message: "“\(content.dir)” is no direction")
        }
        guard content.size <= NotificationContent.largest else {
            throw CommandFailure(name: "QuotaExceededError", message: "A notification holds 1 MiB at most.")
        }
        guard PushCommands.state(.notifications, context) == .granted else {
            throw CommandFailure(name: "NotAllowedError", message: "The user does not allow notifications")
        }
        return content
    }

    @MainActor
    private static func show(_ json: Data, _ context: CommandContext) async throws -> Data {
        try context.require(.push)
        let content = try content(json, context)
        guard let realm = context.realm, realm.worker == nil, !realm.isOver else {
            throw CommandFailure(name: "TypeError", message: "A service worker makes no Notification")
        }
        return JSONText.data(context.services.webApp.show(content, of: realm))
    }

    /// Implements [showNotification](https://notifications.spec.whatwg.org/#dom-serviceworkerregistration-shownotification).
    @MainActor
    private static func showOfRegistration(_ json: Data, _ context: CommandContext) async throws -> Data {
        let (_, registration) = try await ContainerCommands.known(json, context, needing: .push)
        guard registration.active != nil, PushCommands.state(.notifications, context) == .granted else {
            throw CommandFailure(
                name: "TypeError",
                message: "There is no active service worker, or the user does not allow notifications")
        }
        let notification = PersistentNotification(
            id: UnguessableID.make(), registration: registration.id, content: try content(json, context))
        try await context.services.openStorage().show(notification)
        context.services.webApp.didShow(notification, of: registration)
        return null
    }

    /// Implements [getNotifications](https://notifications.spec.whatwg.org/#dom-serviceworkerregistration-getnotifications).
    @MainActor
    private static func list(_ json: Data, _ context: CommandContext) async throws -> Data {
        struct Body: Decodable { var tag: String? }
        let tag = try JSONText.decode(Body.self, from: json).tag ?? ""
        let (_, registration) = try await ContainerCommands.known(json, context, needing: .push)
        let found = try await context.services.openStorage().notifications().filter {
            $0.registration == registration.id && (tag.isEmpty || $0.content.tag == tag)
        }
        return JSONText.data(found.map { NotificationWire($0) })
    }

    /// Closes a notification of the sender's, or of a registration of the sender's origin.
    @MainActor
    private static func close(_ json: Data, _ context: CommandContext) async throws -> Data {
        struct Body: Decodable { var id: String }
        let id = try JSONText.decode(Body.self, from: json).id
        try context.require(.push)
        guard let realm = context.realm, !context.services.webApp.closeOwn(id, of: realm),
            let container = try await context.container()
        else { return null }
        let storage = try context.services.openStorage()
        guard let notification = try await storage.notifications().first(where: { $0.id == id }),
            await container.registration(notification.registration)?.storageKey == realm.storageKey
        else { return null }
        if try await storage.removeNotification(id) { context.services.webApp.changes.notify(()) }
        return null
    }
}
