public import Foundation

/// The settings of a Capacitor app that pages can observe, from its `capacitor.config.json`.
///
/// Source: Capacitor 8.4.2, `ios/Capacitor/Capacitor/CAPInstanceDescriptor.swift`, https://capacitorjs.com/docs/config.
public struct CapacitorSettings: Sendable, Equatable {
    /// Whether `CapacitorHttp` replaces `fetch` and `XMLHttpRequest`: `plugins.CapacitorHttp.enabled`.
    public var replacesFetch = false
    /// Whether `document.cookie` has the cookies of the app: `plugins.CapacitorCookies.enabled`.
    public var hasCookies = false
    /// The hosts that the page may navigate to, besides the app's own: `server.allowNavigation`. `*` stands for a part of a host, or
    /// alone for all hosts. All other links open outside of the app.
    public var allowedNavigation: [String] = []
    /// The app's name, `appName`; nil for the phone's default.
    public var name: String?
    /// The app's bundle identifier, `appId`; nil for the phone's default.
    public var id: String?

    /// Makes the default settings.
    public init() {}

    /// Reads a `capacitor.config.json`.
    ///
    /// - Throws: `NativeCallError` for a file that is not a JSON object, an error of Foundation for an unreadable file.
    public init(file: URL) throws {
        let value = try NativeValue(plainJSON: Data(contentsOf: file))
        guard value.object != nil else { throw NativeCallError("\(file.path) is not a JSON object.") }
        replacesFetch = value["plugins"]?["CapacitorHttp"]?["enabled"]?.bool ?? false
        hasCookies = value["plugins"]?["CapacitorCookies"]?["enabled"]?.bool ?? false
        allowedNavigation = value["server"]?["allowNavigation"]?.array?.compactMap(\.string) ?? []
        name = value["appName"]?.string
        id = value["appId"]?.string
    }

    /// Returns whether the page may navigate to a host. Source: `CAPInstanceConfiguration.swift`.
    func allowsNavigation(to host: String) -> Bool {
        let parts = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        return allowedNavigation.contains { pattern in
            if pattern == "*" { return true }
            let wanted = pattern.lowercased().split(separator: ".", omittingEmptySubsequences: false)
            return wanted.count == parts.count && zip(wanted, parts).allSatisfy { $0 == "*" || $0 == $1 }
        }
    }
}
