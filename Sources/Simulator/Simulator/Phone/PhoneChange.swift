public import Foundation

/// A change of the phone or the app that causes events in pages.
public enum PhoneChange: Sendable {
    /// The app becomes active or inactive.
    case isActive(Bool)
    /// Another app opens a URL of this app's scheme.
    case opened(URL)
    /// The phone gains or loses its network connection.
    case isConnected(Bool)
    /// The phone's location changes.
    case moved
    /// The keyboard appears with a height in points, or disappears with the height 0.
    case keyboard(height: Double)
    /// The app is registered for remote notifications, with a token.
    case registered(token: String)
    /// A remote notification arrives: `id`, `title`, `subtitle`, `badge`, `body`, `data`.
    case pushed(NativeValue)
    /// A local notification is due.
    case notified(NativeValue)
    /// The user taps a notification.
    case tapped(NativeValue)
    /// The status bar changes: the event of Capacitor's plugin, and the bar's new state.
    case statusBar(event: String, NativeValue)
    /// The page has loaded in the browser that the app opened.
    case browserLoaded
    /// The user closes the browser that the app opened.
    case browserClosed
}
