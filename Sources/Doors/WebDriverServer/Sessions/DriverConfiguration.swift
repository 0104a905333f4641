import Foundation

/// The settings that a driver starts sessions with.
public struct DriverConfiguration: Sendable {
    /// The path of the browser, which each session starts.
    public var browser: String
    /// The version that `browserVersion` is compared with.
    public var browserVersion: String
    /// The most sessions at a time.
    public var maxSessions: Int
    /// The longest time that a client waits for a free session. A Selenium Grid has the same limit unless told otherwise.
    public var sessionPatience = Duration.seconds(300)
    /// The entries that `swwebview:options` may hold.
    public var knownOptions: [String: SessionOptionKind] = [:]
    /// The options of every session that the client does not override.
    public var defaultOptions = SessionOptions([:])
    /// Returns the first error that options show without a browser, or nil.
    public var checkOptions: @Sendable (SessionOptions) -> String? = { _ in nil }
    /// The environment of browsers.
    public var environment = ProcessInfo.processInfo.environment

    /// A driver of that browser.
    public init(browser: String, browserVersion: String, maxSessions: Int) {
        self.browser = browser
        self.browserVersion = browserVersion
        self.maxSessions = maxSessions
    }
}
