import Foundation
import WebKit

/// An event that a preview reports to its viewers.
enum PreviewEvent: Sendable {
    /// The state of the view has changed.
    case state
    /// A new line for the log.
    case entry(LogEntry)
    /// The page waits for an answer; nil when it no longer does.
    case question(Question?)
}

/// A line of the page's console, a message of its bridge, or news of the preview itself.
struct LogEntry: Sendable, Codable, Equatable {
    enum Kind: String, Sendable, Codable { case console, bridge, preview }

    let kind: Kind
    /// Of a console line its level, of a message its direction.
    let detail: String
    let text: String
    /// Of a message, the event's name.
    var event: String?
    /// Milliseconds since 1970.
    var time = (Date().timeIntervalSince1970 * 1000).rounded()

    static func preview(_ text: String, isError: Bool = false) -> LogEntry {
        LogEntry(kind: .preview, detail: isError ? "error" : "info", text: text)
    }
}

/// A question of a page to a person.
struct Question: Sendable, Codable {
    enum Kind: String, Sendable, Codable { case alert, confirm, prompt, menu }

    let id: Int
    let kind: Kind
    var message = ""
    var defaultText: String?
    var items: [OptionMenu.Item] = []
}

/// A person's answer.
struct QuestionAnswer: Sendable, Codable {
    let id: Int
    var isConfirmed = false
    var text: String?
    var index: Int?
}

/// The state of a view, for the controls.
struct PreviewState: Sendable, Codable, Equatable {
    var url = ""
    var title = ""
    var isLoading = false
    var canGoBack = false
    var canGoForward = false
    /// The device's name; nil for a plain view.
    var device: String?
    var isLandscape = false
    /// In CSS pixels.
    var width = 0
    var height = 0
    var scale = 1
    /// The order is that of CSS.
    var safeArea: [Double] = []
    var isDark = false
    var isOffline = false
    var watchesFiles = false
    /// The notifications of an app on the home screen; nil for other apps.
    var notifications: [ShownNotification]?
    /// Whether a service worker of the app has a push subscription.
    var isSubscribed = false
}

/// A notification on the simulated phone.
struct ShownNotification: Sendable, Codable, Equatable {
    let id: String
    let title: String
    let body: String
}
