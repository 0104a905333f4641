public import Foundation

/// The user's settings for accessibility, and the messages to assistive programs. UIKit API. Main actor only.
///
/// Unlike on iOS no assistive program runs: the settings are off until a test changes them, and ``posted`` keeps the messages.
@preconcurrency @MainActor
public enum UIAccessibility {
    /// The kind of a message to assistive programs. UIKit API.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        /// The kind as a number.
        public let rawValue: UInt32
        /// Makes a kind from a number.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// A new screen. UIKit API.
        public static let screenChanged = Notification(rawValue: 1000)
        /// A new part of the screen. UIKit API.
        public static let layoutChanged = Notification(rawValue: 1001)
        /// Words to say. UIKit API.
        public static let announcement = Notification(rawValue: 1008)
        /// A new page of the content. UIKit API.
        public static let pageScrolled = Notification(rawValue: 1009)
    }

    /// The messages, in their order. Not of UIKit's API: a test reads and empties the list.
    public static var posted: [(notification: Notification, argument: Any?)] = []

    /// Sends a message to assistive programs. UIKit API.
    public static func post(notification: Notification, argument: Any?) { posted.append((notification, argument)) }

    /// Whether the screen is read aloud. UIKit API, there not to be set. A change posts the notification.
    public static var isVoiceOverRunning = false { didSet { tell(voiceOverStatusDidChangeNotification) } }
    /// Whether the user wants less motion. UIKit API, there not to be set. A change posts the notification.
    public static var isReduceMotionEnabled = false { didSet { tell(reduceMotionStatusDidChangeNotification) } }
    /// Whether the user wants bold text. UIKit API, there not to be set. A change posts the notification.
    public static var isBoldTextEnabled = false { didSet { tell(boldTextStatusDidChangeNotification) } }

    /// Posted after ``isVoiceOverRunning`` has changed. UIKit API.
    public nonisolated static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityVoiceOverStatusDidChangeNotification")
    /// Posted after ``isReduceMotionEnabled`` has changed. UIKit API.
    public nonisolated static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityReduceMotionStatusDidChangeNotification")
    /// Posted after ``isBoldTextEnabled`` has changed. UIKit API.
    public nonisolated static let boldTextStatusDidChangeNotification = Foundation.Notification.Name(
        "UIAccessibilityBoldTextStatusDidChangeNotification")

    private static func tell(_ name: Foundation.Notification.Name) {
        NotificationCenter.default.post(name: name, object: nil)
    }
}
