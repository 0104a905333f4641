public import Foundation
import NativeHosts

/// The settings of a Capacitor app that pages can observe, from its `capacitor.config.json`.
///
/// Source: Capacitor 8.4.2, `ios/Capacitor/Capacitor/CAPInstanceDescriptor.swift`, https://capacitorjs.com/docs/config.
public struct CapacitorSettings: Sendable, Equatable {
    /// Whether `CapacitorHttp` replaces `fetch` and `XMLHttpRequest`: `plugins.CapacitorHttp.enabled`.
    public var replacesFetch = false
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
        name = value["appName"]?.string
        id = value["appId"]?.string
    }
}
