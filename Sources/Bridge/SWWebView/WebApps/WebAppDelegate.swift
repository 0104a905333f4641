/// Answers for the user of a ``WebApp``. Main actor only.
@MainActor
public protocol WebAppDelegate: AnyObject {
    /// Returns the state of a permission. Pages learn a later state after ``WebApp/permissionsChanged()``.
    func webApp(_ app: WebApp, permission name: WebApp.PermissionName) -> WebApp.Permission

    /// Asks the user whether the app may show notifications, and returns the new state. By default there is no answer, and the state stays.
    ///
    /// - Parameter origin: the origin of the page that asks.
    func webApp(_ app: WebApp, requestsNotificationsFor origin: String) async -> WebApp.Permission

    /// Receives each notification that is shown.
    func webApp(_ app: WebApp, didShow notification: WebNotification)
}

extension WebAppDelegate {
    /// Asks nobody: the state stays.
    public func webApp(_ app: WebApp, requestsNotificationsFor origin: String) async -> WebApp.Permission {
        app.permission(.notifications)
    }

    /// Ignores the notification.
    public func webApp(_ app: WebApp, didShow notification: WebNotification) {}
}
