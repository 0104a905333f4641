public import NativeHosts

/// A call of a page to a plugin of its native half. Main actor only.
@MainActor
public final class PluginCall {
    /// The plugin, service, component or handler that was called.
    public let plugin: String
    /// The method, action or event.
    public let method: String
    /// The arguments: an object for Capacitor, a list for Cordova, the message for the others.
    public let arguments: NativeValue
    /// The calling frame, as the engine reports it.
    public let frame: NativeFrame

    /// The identifier that the page gave the call.
    let id: String
    /// Sends a reply to the page.
    var reply: @MainActor (NativeCall.Outcome, _ isLast: Bool) -> Void

    init(
        plugin: String, method: String, arguments: NativeValue, frame: NativeFrame, id: String = "",
        reply: @escaping @MainActor (NativeCall.Outcome, _ isLast: Bool) -> Void
    ) {
        self.plugin = plugin
        self.method = method
        self.arguments = arguments
        self.frame = frame
        self.id = id
        self.reply = reply
    }

    /// Sends a reply that further ones can follow.
    public func send(_ value: NativeValue) { reply(.success(value), false) }

    /// Returns the text of an option.
    ///
    /// - Throws: `NativeCallError` where there is none.
    public func text(_ option: String) throws -> String {
        guard let text = arguments[option]?.string else { throw NativeCallError.missing(option) }
        return text
    }
}

extension NativeCallError {
    /// The error of a method that Capacitor has on Android only. `CAPPluginCall.unimplemented` rejects with it on iOS.
    static let missingOnIOS = NativeCallError("not implemented", code: "UNIMPLEMENTED")

    /// Makes the error of a call that lacks an option.
    static func missing(_ option: String) -> NativeCallError { NativeCallError("Must provide \(option)") }
}
