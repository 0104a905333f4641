public import Foundation
public import NativeHosts

/// A change of the phone or the app that pages get events for.
public enum PhoneChange: Sendable {
    /// The app comes to the front, or leaves it.
    case isActive(Bool)
    /// Another app opens an address of this app's scheme.
    case opened(URL)
    /// The phone gets or loses its network.
    case isConnected(Bool)
    /// The phone has moved.
    case moved
    /// The keyboard appears with a height in points, or goes (0).
    case keyboard(height: Double)
    /// The app is registered for remote notifications, with this token.
    case registered(token: String)
    /// A remote notification arrives: `id`, `title`, `body`, `data`.
    case pushed(NativeValue)
    /// A local notification is due.
    case notified(NativeValue)
    /// The user taps a notification.
    case tapped(NativeValue)
    /// The user closes the browser that the app opened.
    case browserClosed
}
