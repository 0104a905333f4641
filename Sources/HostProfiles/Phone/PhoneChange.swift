public import Foundation
public import NativeHosts

/// Something that happens to the phone or to the app, which pages are told of.
public enum PhoneChange: Sendable {
    /// The app comes to the front, or leaves it.
    case isActive(Bool)
    /// Another app opens an address of this app's scheme.
    case opened(URL)
    /// The network is there, or not.
    case isConnected(Bool)
    /// The phone has moved.
    case moved
    /// The keyboard covers so many points at the bottom; 0 when it goes.
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
