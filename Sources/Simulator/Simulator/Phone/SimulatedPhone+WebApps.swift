public import Foundation
public import SWWebView
import WebKit

extension SimulatedPhone {
    /// The app on the home screen that pages of the phone's latest view belong to; nil where there is none.
    public var webApp: WebApp? { webApps.last { $0.app != nil }?.app }

    /// Puts the web app of a view on the phone: the phone's permissions, dialogs and network are the app's.
    func install(_ view: SWWebView) {
        webApps.removeAll { $0.app == nil || $0.app === view.webApp }
        let installed = PhoneWebApp(view.webApp, on: self)
        installed.connectivity = connect(view)
        webApps.append(installed)
    }

    /// Has a view and the phone go offline and online together.
    func connect(_ view: SWWebView) -> Subscription {
        connectivityChanged(view.connectivity.isOnline)
        connect { [weak view] isConnected in
            guard let view else { return false }
            if view.connectivity.isOnline != isConnected { view.connectivity = isConnected ? .online : .offline }
            return true
        }
        return view.connectivityChanges.add { [weak self] in self?.connectivityChanged($0) }
    }

    /// Delivers a push message to the web app's service worker, and waits until the worker has handled it.
    ///
    /// - Parameters:
    ///   - message: the message; nil for one without data.
    ///   - scope: the scope of the subscribed registration, as an address or a path; nil for the latest subscription.
    /// - Throws: ``NativeCallError`` where no service worker is subscribed.
    public func push(_ message: Data?, toScope scope: String? = nil) async throws {
        guard let webApp else { throw NativeCallError.noWebApp }
        try await webApp.push(message, to: try await subscription(scope, of: webApp).endpoint)
    }

    private func subscription(_ scope: String?, of webApp: WebApp) async throws -> WebPushSubscription {
        let found = try await webApp.subscriptions().last { subscription in
            let path = URLComponents(url: subscription.scope, resolvingAgainstBaseURL: true)?.percentEncodedPath
            return scope == nil || subscription.scope.absoluteString == scope || path == scope
        }
        guard let found else { throw NativeCallError("No service worker has a push subscription") }
        return found
    }

    /// Begins an action of the web app, see ``finishActions()``.
    func act(_ action: @escaping @MainActor (WebApp) async throws -> Void) {
        actions.append(
            Task { @MainActor [self] in
                guard let webApp else { throw NativeCallError.noWebApp }
                do { try await action(webApp) } catch let error as WebAppError {
                    throw NativeCallError(error.description)
                }
            })
    }

    /// Waits until the actions of the web app have ended.
    ///
    /// - Throws: the error of the first that failed.
    func finishActions() async throws {
        let begun = actions
        actions = []
        for action in begun { try await action.value }
    }

    /// Taps or removes a notification of the web app: the latest one, or the latest with a tag.
    func act(onNotification tag: String?, isTap: Bool) {
        act { webApp in
            let found = try await webApp.notifications().last { tag == nil || $0.tag == tag }
            guard let found else { throw NativeCallError("There is no such notification") }
            if isTap { try await webApp.click(found.id) } else { try await webApp.close(found.id) }
        }
    }

    /// Ends a push subscription, see ``WebApp/expireSubscription(_:)``.
    func expireSubscription(ofScope scope: String?) {
        act { [self] webApp in
            try await webApp.expireSubscription(try await subscription(scope, of: webApp).endpoint)
        }
    }

    /// The notifications and subscriptions of the web app, as tests read them.
    var webAppState: [String: NativeValue] {
        get async {
            guard let webApp, let notifications = try? await webApp.notifications(),
                let subscriptions = try? await webApp.subscriptions()
            else { return [:] }
            return [
                "notifications": .array(
                    notifications.map {
                        [
                            "title": .string($0.title), "body": .string($0.body), "tag": .string($0.tag),
                            "icon": .string($0.icon), "scope": $0.scope.map { .string($0.absoluteString) } ?? .null,
                        ]
                    }),
                "subscriptions": .array(
                    subscriptions.map {
                        [
                            "endpoint": .string($0.endpoint.absoluteString), "scope": .string($0.scope.absoluteString),
                            "p256dh": .string($0.p256dh.base64URLText), "auth": .string($0.auth.base64URLText),
                        ]
                    }),
            ]
        }
    }
}

/// The user of a web app on a phone: answers as the phone's permissions and dialogs say. Main actor only.
@MainActor
final class PhoneWebApp: WebAppDelegate {
    private(set) weak var app: WebApp?
    private weak var phone: SimulatedPhone?
    var connectivity: Subscription?

    init(_ app: WebApp, on phone: SimulatedPhone) {
        (self.app, self.phone) = (app, phone)
        app.delegate = self
    }

    func webApp(_ app: WebApp, permission name: WebApp.PermissionName) -> WebApp.Permission {
        phone?.permission(name.rawValue).string.flatMap { WebApp.Permission(rawValue: $0) } ?? .denied
    }

    func webApp(_ app: WebApp, requestsNotificationsFor origin: String) async -> WebApp.Permission {
        phone?.requestPermissions([WebApp.PermissionName.notifications.rawValue])
        return app.permission(.notifications)
    }
}

extension NativeCallError {
    fileprivate static let noWebApp = NativeCallError("The phone has no app on its home screen: give --web-app")
}
