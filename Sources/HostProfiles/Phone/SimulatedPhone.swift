public import Foundation
public import NativeHosts

/// An app on a phone, as simulated plugins describe it. Main actor only.
///
/// ```swift
/// host.phone.location = PhoneLocation(latitude: 52.52, longitude: 13.405)
/// host.phone.setConnected(false)      // the page hears networkStatusChange
/// host.phone.dialogAnswers = [.cancel]
/// ```
@MainActor
public final class SimulatedPhone {
    /// The answer to a dialog: the button that the user taps.
    public enum DialogAnswer: Sendable, Equatable {
        /// The button that agrees, with a text where the dialog asks for one.
        case accept(String? = nil)
        /// The button that cancels.
        case cancel
    }

    /// The app's name, bundle identifier, version and build.
    public var app = (name: "App", id: "com.example.app", version: "1.0", build: "1")
    /// The device's model and system version.
    public var device = (name: "iPhone", model: "iPhone18,1", version: "18.7")
    /// The user's language, as a BCP 47 tag.
    public var language = "en-US"
    /// The identifier of the installation.
    public let identifier = UUID().uuidString
    /// The battery's level between 0 and 1, and whether it is charged.
    public var battery = (level: 1.0, isCharging: true)
    /// The place that the phone is at.
    public var location = PhoneLocation(latitude: 37.3349, longitude: -122.009) { didSet { tell(.moved) } }
    /// The picture that the camera takes and the album has: PNG or JPEG.
    public var picture = PhonePicture.generated
    /// The states of permissions: `granted`, `denied` or `prompt` by name, such as `camera`. Others are granted.
    public var permissions: [String: String] = [:]
    /// The answers to the next dialogs, first to last. Without an answer a dialog is accepted.
    public var dialogAnswers: [DialogAnswer] = []
    /// The clipboard's value and its type.
    public var clipboard: (value: String, type: String)?
    /// The value whose JSON `ReactNativeWebView.injectedObjectJson()` returns; null for none.
    public var injectedObject = NativeValue.null
    /// The keys and values of Preferences and NativeStorage.
    public let preferences: PhonePreferences
    /// The app's files.
    public let files: PhoneFiles
    /// The local notifications that are scheduled, and those that were delivered.
    public internal(set) var notifications: (pending: [NativeValue], delivered: [NativeValue]) = ([], [])
    /// The status bar: visible, its style, and whether it lies over the page.
    public internal(set) var statusBar = (isVisible: true, style: "DEFAULT", overlays: true)
    /// The addresses that the app opened in a browser or in other apps.
    public internal(set) var openedURLs: [String] = []
    /// The options of the app's calls to `Share.share`.
    public internal(set) var shared: [NativeValue] = []

    /// Whether the app is in front.
    public private(set) var isActive = true
    /// Whether the phone has a network.
    public private(set) var isConnected = true
    private var connectors: [@MainActor (_ isConnected: Bool) -> Bool] = []

    /// The calls that are answered with each place, by their ids.
    var watches: [String: PluginCall] = [:]
    var isWatched = false
    private var listeners: [@MainActor (PhoneChange) -> Bool] = []

    /// Makes a phone whose preferences and files go with it.
    public init() {
        files = PhoneFiles()
        preferences = PhonePreferences(newFile: files.base.appendingPathComponent("preferences.json"))
    }

    /// Makes a phone that keeps preferences and files in a folder.
    ///
    /// - Throws: an error that says what is wrong when the folder can't be made or read.
    public init(folder: URL) throws {
        files = try PhoneFiles(folder: folder)
        preferences = try PhonePreferences(file: files.base.appendingPathComponent("preferences.json"))
    }

    /// Adds a listener, which returns whether it goes on listening.
    func listen(_ listener: @escaping @MainActor (PhoneChange) -> Bool) { listeners.append(listener) }

    /// Tells the listeners of a change.
    func tell(_ change: PhoneChange) { listeners = listeners.filter { $0(change) } }

    /// Puts the app into the background, or brings it back: `pause`, `resume`, `appStateChange`.
    public func setActive(_ isActive: Bool) {
        guard self.isActive != isActive else { return }
        self.isActive = isActive
        tell(.isActive(isActive))
    }

    /// Takes the phone off the network, or puts it back, with the views whose pages it belongs to.
    public func setConnected(_ isConnected: Bool) {
        connectors = connectors.filter { $0(isConnected) }
        // A view tells its page, then the phone.
        if connectors.isEmpty { connectivityChanged(isConnected) }
    }

    /// Adds a view that goes off the network with the phone; it returns whether it is there.
    func connect(_ connector: @escaping @MainActor (_ isConnected: Bool) -> Bool) { connectors.append(connector) }

    func connectivityChanged(_ isConnected: Bool) {
        guard self.isConnected != isConnected else { return }
        self.isConnected = isConnected
        tell(.isConnected(isConnected))
    }

    /// Opens an address of the app's own scheme, as another app does.
    public func open(_ url: URL) { tell(.opened(url)) }

    /// Shows the keyboard, or hides it with a height of 0.
    public func setKeyboard(height: Double = 336) { tell(.keyboard(height: height)) }

    /// Delivers a remote notification.
    public func push(title: String, body: String, data: NativeValue = [:]) {
        let notification: NativeValue = [
            "id": .string(UUID().uuidString), "title": .string(title), "body": .string(body), "data": data,
        ]
        notifications.delivered.append(notification)
        tell(.pushed(notification))
    }

    /// Delivers the local notification with an identifier, whatever its time. Returns whether there is one.
    @discardableResult
    public func deliver(notification id: Int) -> Bool {
        guard let index = notifications.pending.firstIndex(where: { $0["id"]?.integer == id }) else { return false }
        let notification = notifications.pending.remove(at: index)
        notifications.delivered.append(notification)
        tell(.notified(notification))
        return true
    }

    /// Taps the notification that was delivered last. Returns whether there is one.
    @discardableResult
    public func tapNotification() -> Bool {
        guard let notification = notifications.delivered.popLast() else { return false }
        tell(.tapped(notification))
        return true
    }

    /// Closes the browser that the app opened.
    public func closeBrowser() { tell(.browserClosed) }

    /// Returns the answer to a dialog, and forgets it.
    func answerDialog() -> DialogAnswer { dialogAnswers.isEmpty ? .accept() : dialogAnswers.removeFirst() }

    /// The state of a permission.
    func permission(_ name: String) -> NativeValue { .string(permissions[name] ?? "granted") }

    /// Capacitor's `ConnectionStatus`.
    var networkStatus: NativeValue {
        ["connected": .bool(isConnected), "connectionType": isConnected ? "wifi" : "none"]
    }
}
