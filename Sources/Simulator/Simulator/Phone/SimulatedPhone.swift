public import Foundation

/// A simulated app on a simulated phone, for plugins. Main actor only.
///
/// ```swift
/// host.phone.location = PhoneLocation(latitude: 52.52, longitude: 13.405)
/// host.phone.setConnected(false)      // The page receives networkStatusChange.
/// host.phone.dialogAnswers = [.cancel]
/// ```
@MainActor
public final class SimulatedPhone {
    /// The answer to a dialog, which is the button that the user taps.
    public enum DialogAnswer: Sendable, Equatable {
        /// The button that accepts, with a text where the dialog asks for text.
        case accept(String? = nil)
        /// The button that cancels.
        case cancel
    }

    /// The app's name, bundle identifier, version and build.
    public var app = (name: "App", id: "com.example.app", version: "1.0", build: "1")
    /// The model, the version of iOS and the language that plugins report.
    public var system = SimulatedSystem()
    /// The identifier of the installation.
    public let identifier = UUID().uuidString
    /// The battery's level between 0 and 1, and whether it is charged.
    public var battery = (level: 1.0, isCharging: true)
    /// The location of the phone.
    public var location = PhoneLocation(latitude: 37.3349, longitude: -122.009) { didSet { tell(.moved) } }
    /// The picture of the camera and of the album: PNG or JPEG.
    public var picture = PhonePicture.generated
    /// The states of permissions, by name such as `camera`: `granted`, `denied` or `prompt`. Other permissions are granted.
    /// `notifications`, and `display` and `receive` of Capacitor's plugins, name one permission.
    public var permissions: [String: String] = [:] {
        didSet { for installed in webApps { installed.app?.permissionsChanged() } }
    }
    /// The answers to the next dialogs, in their order. A dialog without an answer is accepted.
    public var dialogAnswers: [DialogAnswer] = []
    /// The clipboard's value and its type.
    public var clipboard: (value: String, type: String)?
    /// The value that `ReactNativeWebView.injectedObjectJson()` returns as JSON; null for the script's `injectedJavaScriptObject`.
    public var injectedObject = NativeValue.null
    /// The keys and values of Preferences and NativeStorage.
    public let preferences: PhonePreferences
    /// The app's files.
    public let files: PhoneFiles
    /// The pending local notifications, and all delivered notifications.
    public internal(set) var notifications: (pending: [NativeValue], delivered: [NativeValue]) = ([], [])
    /// The status bar.
    public internal(set) var statusBar = StatusBar()
    /// The URLs that the app opened in a browser or in other apps.
    public internal(set) var openedURLs: [String] = []
    /// Whether a browser that the app opened is still open.
    public internal(set) var hasBrowser = false
    /// The last URL of the app's own scheme that another app opened.
    public private(set) var openedURL: URL?
    /// The options of the app's calls to `Share.share`.
    public internal(set) var shared: [NativeValue] = []

    /// Whether the app is active.
    public private(set) var isActive = true
    /// Whether the phone has a network connection.
    public private(set) var isConnected = true
    private var connectors: [@MainActor (_ isConnected: Bool) -> Bool] = []
    private var connectionWaiters: [CheckedContinuation<Void, Never>] = []

    /// The calls that receive each new location, by their ids.
    var watches: [String: PluginCall] = [:]
    /// The apps on the home screen.
    var webApps: [PhoneWebApp] = []
    /// The actions of tests on a web app that are under way.
    var actions: [Task<Void, any Error>] = []
    var isWatched = false
    private var listeners: [@MainActor (PhoneChange) -> Bool] = []

    /// Makes a phone with temporary preferences and files.
    public init() {
        files = PhoneFiles()
        preferences = PhonePreferences(newBeside: files)
    }

    /// Makes a phone that stores preferences and files in a folder.
    ///
    /// - Throws: An error when the folder can't be created or read.
    public init(folder: URL) throws {
        files = try PhoneFiles(folder: folder)
        preferences = try PhonePreferences(beside: files)
    }

    /// Adds a listener. Its result is false when the listener must be removed.
    func listen(_ listener: @escaping @MainActor (PhoneChange) -> Bool) { listeners.append(listener) }

    /// Reports a change to the listeners.
    func tell(_ change: PhoneChange) { listeners = listeners.filter { $0(change) } }

    /// Moves the app to the background or to the foreground: `pause`, `resume`, `appStateChange`.
    public func setActive(_ isActive: Bool) {
        guard self.isActive != isActive else { return }
        self.isActive = isActive
        tell(.isActive(isActive))
    }

    /// Disconnects the phone and its views from the network, or connects them again.
    public func setConnected(_ isConnected: Bool) {
        connectors = connectors.filter { $0(isConnected) }
        // A view reports the change to its page, and then to the phone.
        if connectors.isEmpty { connectivityChanged(isConnected) }
    }

    /// Adds a view that is connected and disconnected with the phone. The closure's result is false when the view is gone.
    func connect(_ connector: @escaping @MainActor (_ isConnected: Bool) -> Bool) { connectors.append(connector) }

    func connectivityChanged(_ isConnected: Bool) {
        guard self.isConnected != isConnected else { return }
        self.isConnected = isConnected
        tell(.isConnected(isConnected))
        for waiter in connectionWaiters { waiter.resume() }
        connectionWaiters = []
    }

    /// Waits until the views have connected or disconnected the phone, or until the next change.
    func connection(_ isConnected: Bool) async {
        guard self.isConnected != isConnected, !connectors.isEmpty else { return }
        await withCheckedContinuation { connectionWaiters.append($0) }
    }

    deinit { for waiter in connectionWaiters { waiter.resume() } }

    /// Opens a URL of the app's own scheme, as another app does.
    public func open(_ url: URL) {
        openedURL = url
        tell(.opened(url))
    }

    /// Shows the keyboard, or hides it with a height of 0.
    public func setKeyboard(height: Double = 336) { tell(.keyboard(height: height)) }

    /// Delivers a remote notification.
    ///
    /// - Parameter badge: the number on the app's icon; nil for none, which Capacitor reports as 1.
    public func push(
        title: String, subtitle: String = "", body: String, badge: Int? = nil, data: NativeValue = [:]
    ) {
        let notification: NativeValue = [
            "id": .string(UUID().uuidString), "title": .string(title), "subtitle": .string(subtitle),
            "badge": .number(Double(badge ?? 1)), "body": .string(body), "data": data,
        ]
        notifications.delivered.append(notification)
        tell(.pushed(notification))
    }

    /// Delivers the pending local notification with an identifier, at once. Returns false for an unknown identifier.
    @discardableResult
    public func deliver(notification id: Int) -> Bool {
        guard let index = notifications.pending.firstIndex(where: { $0["id"]?.integer == id }) else { return false }
        let notification = notifications.pending.remove(at: index)
        notifications.delivered.append(notification)
        tell(.notified(notification))
        return true
    }

    /// Taps the latest delivered notification. Returns false where there is none.
    @discardableResult
    public func tapNotification() -> Bool {
        guard let notification = notifications.delivered.popLast() else { return false }
        tell(.tapped(notification))
        return true
    }

    /// Closes the browser that the app opened.
    public func closeBrowser() {
        hasBrowser = false
        tell(.browserClosed)
    }

    /// Opens an address in a browser over the app, which shows no page.
    func openBrowser(_ url: String) {
        openedURLs.append(url)
        hasBrowser = true
    }

    /// Removes and returns the next dialog's answer.
    package func answerDialog() -> DialogAnswer { dialogAnswers.isEmpty ? .accept() : dialogAnswers.removeFirst() }

    /// The network state in the format of Capacitor's `ConnectionStatus`.
    var networkStatus: NativeValue {
        ["connected": .bool(isConnected), "connectionType": isConnected ? "wifi" : "none"]
    }
}
