import Foundation
import SWWebView
import WebKit

/// The notifications and subscriptions of an app on the home screen, for the controls of a preview. Main actor only.
@MainActor
final class PreviewWebApp {
    private let app: WebApp
    private let changed: @MainActor () -> Void
    private var changes: Subscription?
    private(set) var notifications: [ShownNotification] = []
    private(set) var isSubscribed = false

    init(_ app: WebApp, changed: @escaping @MainActor () -> Void) {
        (self.app, self.changed) = (app, changed)
        changes = app.changes.add { [weak self] in self?.read() }
        read()
    }

    private func read() {
        Task { @MainActor [self] in
            notifications = try await app.notifications().map {
                ShownNotification(id: $0.id, title: $0.title, body: $0.body)
            }
            isSubscribed = try await !app.subscriptions().isEmpty
            changed()
        }
    }

    /// Sends a push message to the latest subscription.
    ///
    /// - Throws: ``WebAppError`` without a subscription.
    func push(_ text: String) async throws {
        guard let subscription = try await app.subscriptions().last else { throw WebAppError.noSubscription }
        try await app.push(Data(text.utf8), to: subscription.endpoint)
    }

    /// Taps a notification, or removes it as the user does.
    func act(on notification: String, isTap: Bool) async throws {
        if isTap { try await app.click(notification) } else { try await app.close(notification) }
    }
}
