public import Foundation

/// The application: its windows, its state, and the links that it opens in other applications. UIKit API. Main actor only.
///
/// ```swift
/// UIApplication.shared.open(URL(string: "tel:112")!)
/// #expect(UIApplication.shared.openedURLs.last?.scheme == "tel")
/// ```
///
/// Unlike on iOS no other application starts, and nobody leaves the application: a test calls ``moveToBackground()``.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    /// The application of this process. UIKit API.
    open class var shared: UIApplication { application }
    private static let application = UIApplication()

    private override init() { super.init() }

    /// The object that receives the changes of the application's state. UIKit API. The reference is weak.
    open weak var delegate: (any UIApplicationDelegate)?

    /// The delegate, where it is a responder. UIKit API.
    open override var next: UIResponder? { delegate as? UIResponder }

    // MARK: Links

    /// The URLs that the application has opened, in their order. Not of UIKit's API: a test reads and empties the list.
    public var openedURLs: [URL] = []

    /// Returns whether an application of the phone opens a URL. Not of UIKit's API: a test sets the applications that are there.
    ///
    /// Unless set, those of a new phone are: http, https, mailto, tel, sms, facetime, maps, itms-apps and the settings.
    public var opensURL: @MainActor (URL) -> Bool = { systemSchemes.contains($0.scheme?.lowercased() ?? "") }

    private static let systemSchemes: Set = [
        "http", "https", "mailto", "tel", "telprompt", "sms", "facetime", "facetime-audio", "maps", "itms-apps",
        "itms-appss", "app-settings", "shortcuts", "calshow", "webcal",
    ]

    /// Returns whether an application opens a URL. UIKit API. Unlike on iOS no list of the application's property list limits the schemes.
    open func canOpenURL(_ url: URL) -> Bool { opensURL(url) }

    /// Opens a URL in another application. UIKit API.
    ///
    /// - Parameter completion: Called at the main queue's next turn, with whether there is such an application.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let isOpened = opensURL(url)
        if isOpened { openedURLs.append(url) }
        if let completion { Task { completion(isOpened) } }
    }

    /// Opens a URL in another application, and returns whether there is one. UIKit API.
    @discardableResult
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        await withCheckedContinuation { continuation in
            open(url, options: options) { continuation.resume(returning: $0) }
        }
    }

    /// The URL of the application's settings. UIKit API.
    public nonisolated static let openSettingsURLString = "app-settings:"

    // MARK: Windows

    private struct KnownWindow { weak var window: UIWindow? }
    private var knownWindows: [KnownWindow] = []
    private let scene = UIWindowScene()
    weak var lastKeyWindow: UIWindow?

    func add(_ window: UIWindow) {
        knownWindows.removeAll { $0.window == nil || $0.window === window }
        knownWindows.append(KnownWindow(window: window))
    }

    /// The windows that are shown, the hindmost first. UIKit API. Unlike on iOS the application does not keep them.
    open var windows: [UIWindow] { knownWindows.compactMap(\.window).filter { !$0.isHidden } }

    /// The window that was last made the key window, and is shown. UIKit API.
    open var keyWindow: UIWindow? { lastKeyWindow.flatMap { $0.isHidden ? nil : $0 } }

    /// The scenes: the one with all windows. UIKit API.
    open var connectedScenes: Set<UIScene> { [scene] }

    // MARK: State

    /// The stage of the application. UIKit API.
    open private(set) var applicationState = State.active
    /// Whether the display stays on. UIKit API; stored only.
    open var isIdleTimerDisabled = false
    /// Whether the status bar tells of network traffic. UIKit API; stored only.
    open var isNetworkActivityIndicatorVisible = false
    /// The number on the application's icon. UIKit API; stored only.
    open var applicationIconBadgeNumber = 0

    /// Leaves the application, as a person does who goes home. Not of UIKit's API.
    ///
    /// The state, the notifications and the delegate's calls have their order on iOS.
    public func moveToBackground() {
        guard applicationState == .active else { return }
        tell(Self.willResignActiveNotification) { $0.applicationWillResignActive(self) }
        applicationState = .background
        tell(Self.didEnterBackgroundNotification) { $0.applicationDidEnterBackground(self) }
    }

    /// Comes back to the application. Not of UIKit's API.
    public func moveToForeground() {
        guard applicationState == .background else { return }
        tell(Self.willEnterForegroundNotification) { $0.applicationWillEnterForeground(self) }
        applicationState = .active
        tell(Self.didBecomeActiveNotification) { $0.applicationDidBecomeActive(self) }
    }

    private func tell(_ name: Notification.Name, _ call: (any UIApplicationDelegate) -> Void) {
        if let delegate { call(delegate) }
        NotificationCenter.default.post(name: name, object: self)
    }
}

extension UIApplication {
    /// The stage of an application. UIKit API.
    public enum State: Int, Sendable {
        /// In front; in front without events; behind. UIKit API.
        case active, inactive, background
    }

    /// A key of the options for ``open(_:options:completionHandler:)``. UIKit API.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key as text.
        public let rawValue: String
        /// Makes a key from text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Whether only an application that has claimed the link opens it. UIKit API; without effect.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// A key of the options for ``UIApplicationDelegate/application(_:open:options:)``. UIKit API.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key as text.
        public let rawValue: String
        /// Makes a key from text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The application that sends the URL. UIKit API.
        public static let sourceApplication = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    }

    /// A key of the reasons for a launch. UIKit API.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key as text.
        public let rawValue: String
        /// Makes a key from text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The URL that the application was launched for. UIKit API.
        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
    }

    /// Posted after the application has come to the front. UIKit API.
    public nonisolated static let didBecomeActiveNotification = Notification.Name(
        "UIApplicationDidBecomeActiveNotification")
    /// Posted before the application loses the events. UIKit API.
    public nonisolated static let willResignActiveNotification = Notification.Name(
        "UIApplicationWillResignActiveNotification")
    /// Posted after the application has gone behind. UIKit API.
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    /// Posted before the application comes to the front. UIKit API.
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
}
